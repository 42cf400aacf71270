import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcutText } from '../../core/client/shortcut.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './palette.module.css';
import { commandEntries, marketEntries, matching, type PaletteEntry } from './palette-entries.ts';

export type PaletteMode = 'commands' | 'markets';

interface PaletteProps {
  readonly mode: PaletteMode;
  readonly isMac: boolean;
  readonly onClose: () => void;
}

/** Finds and runs any command, or opens a market; with a query, commands show markets too. */
export const Palette = observer(function Palette({ mode, isMac, onClose }: PaletteProps) {
  const { t } = useTranslation('app');
  const { commands, texts, markets, workspace } = useWorkbench().services;
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const openMarket = marketEntries(markets, (instrumentId) => workspace.openTab(instrumentId));
  const runCommand = commandEntries(commands.all, texts, (commandId) => void commands.run(commandId));
  const found: readonly PaletteEntry[] =
    mode === 'markets'
      ? matching(openMarket, query)
      : [...matching(runCommand, query), ...(query === '' ? [] : matching(openMarket, query))];
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the one beside it
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={placeholder}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.box}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            autoFocus
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
              <span className={styles.title}>{entry.title}</span>
              {entry.detail !== null && <span className={styles.detail}>{entry.detail}</span>}
              {entry.shortcut !== null && <kbd className={styles.key}>{shortcutText(entry.shortcut, isMac)}</kbd>}
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <div className={styles.none}>{t(markets.loading && mode === 'markets' ? 'palette.loading' : 'palette.none')}</div>
        )}
      </div>
    </dialog>
  );
});
