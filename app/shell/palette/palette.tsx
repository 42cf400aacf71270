import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { shortcutText } from '../../../core/client/settings/shortcut.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { LastAndChange } from '../../../core/ui/market/last-and-change.tsx';
import { ClippedText } from '../../../core/ui/text/clipped-text.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { Modal } from '../modal.tsx';
import { paletteCommand } from '../shortcuts/shell-commands.ts';
import styles from './palette.module.css';
import { commandEntries, entriesFor, marketEntries, type PaletteEntry, type PaletteMode } from './palette-entries.ts';
import { useStrategyEntries } from './use-strategy-entries.ts';

interface PaletteProps {
  readonly mode: PaletteMode;
  readonly isMac: boolean;
  readonly onClose: () => void;
}

/** Finds and runs any command, or opens a market; what was chosen lately comes first. With a query, commands show markets too. */
export const Palette = observer(function Palette({ mode, isMac, onClose }: PaletteProps) {
  const { t } = useTranslation('app');
  const { commands, commandHistory, texts, markets, workspace } = useWorkbench().services;
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  useEffect(() => markets.watchTickers() as () => void, [markets]);

  const { instruments } = markets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what the entries are made of, five thousand of them
  const openMarket = useMemo(() => marketEntries(markets, (id) => workspace.openTab(id)), [markets, workspace, instruments]);
  const runCommand = [...commandEntries(commands, texts), ...useStrategyEntries()];
  const found = entriesFor(mode, query, runCommand, openMarket, commandHistory.recent);
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    // Gone before the command runs: it may move the focus, which a modal dialog would not let go.
    flushSync(onClose);
    // Opening the palette from the palette's own list is not worth remembering.
    if (entry.id !== paletteCommand) commandHistory.note(entry.id);
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 };
    const next = steps[event.key];
    if (next !== undefined) setAt(Math.max(0, Math.min(found.length - 1, next)));
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  const placeholder = t(mode === 'markets' ? 'palette.marketHint' : 'palette.commandHint');
  return (
    <Modal label={placeholder} size="palette" onClose={onClose}>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          className={styles.input}
          value={query}
          placeholder={placeholder}
          spellCheck={false}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label={placeholder}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles the keys
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={index === at ? `${styles.entry} ${styles.selected}` : styles.entry}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(entry)}
          >
            {entry.icon !== null && <Icon name={entry.icon} />}
            <ClippedText>{entry.title}</ClippedText>
            {entry.detail !== null && <span className={styles.detail}>{entry.detail}</span>}
            {entry.recent && query === '' && <span className={styles.recent}>{t('palette.recent')}</span>}
            {entry.market !== null && <LastAndChange markets={markets} id={entry.market} />}
            {entry.shortcut !== null && <kbd className={styles.key}>{shortcutText(entry.shortcut, isMac)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <div className={styles.none}>{t(markets.loading && mode === 'markets' ? 'palette.loading' : 'palette.none')}</div>
      )}
    </Modal>
  );
});
