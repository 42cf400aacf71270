import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppCommand, commandPlaces } from '../../../core/client/settings/command-registry.ts';
import { isControlKey, isKeptByBrowsers, shortcutOf, shortcutText } from '../../../core/client/settings/shortcut.ts';
import { listed } from '../../../core/domain/joined-text.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { ClippedText } from '../../../core/ui/text/clipped-text.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './shortcuts-dialog.module.css';

/** Every command with its keys: press others to change them. Keys that another command has change hands only when the user says so. */
export const ShortcutEditor = observer(function ShortcutEditor({ isMac }: { readonly isMac: boolean }) {
  const { t } = useTranslation('app');
  const { commands, shortcuts, texts } = useWorkbench().services;
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (command: AppCommand): boolean => {
    const text = `${command.title(texts)} ${shortcutText(commands.shortcutOf(command.id) ?? '', isMac)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = commands.all.filter(fits);
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          className={styles.input}
          value={query}
          placeholder={t('shortcuts.search')}
          aria-label={t('shortcuts.search')}
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
        <button type="button" className={styles.action} disabled={shortcuts.changed.size === 0} onClick={shortcuts.resetAll}>
          {t('shortcuts.resetAll')}
        </button>
      </div>
      <div className={styles.editor}>
        {commandPlaces.map((place) => {
          const list = found.filter((command) => command.place === place);
          const name = t(`place.${place}`);
          return list.length === 0 ? null : (
            <section key={place} aria-label={name}>
              <h3 className={styles.place}>{name}</h3>
              {list.map((command) => (
                <CommandRow key={command.id} command={command} isMac={isMac} />
              ))}
            </section>
          );
        })}
        {found.length === 0 && <p className={styles.none}>{t('palette.none')}</p>}
      </div>
    </>
  );
});

interface CommandRowProps {
  readonly command: AppCommand;
  readonly isMac: boolean;
}

type Recording =
  | { readonly state: 'no' }
  | { readonly state: 'listening' }
  /** The keys belong to `rivals`. */
  | { readonly state: 'taken'; readonly shortcut: string; readonly rivals: readonly AppCommand[] };

const CommandRow = observer(function CommandRow({ command, isMac }: CommandRowProps) {
  const { t } = useTranslation('app');
  const { commands, shortcuts, texts } = useWorkbench().services;
  const [recording, setRecording] = useState<Recording>({ state: 'no' });
  const shortcut = commands.shortcutOf(command.id);
  const title = command.title(texts);
  const rivalsOf = (keys: string): readonly AppCommand[] => commands.withShortcut(keys).filter(({ id }) => id !== command.id);
  const stop = (): void => setRecording({ state: 'no' });

  const record = (event: KeyboardEvent): void => {
    if (recording.state !== 'listening') return;
    const pressed = shortcutOf(event, isMac);
    // Tab leaves the button, which ends the recording.
    if (pressed === 'Tab' || pressed === 'Shift+Tab') return;
    event.preventDefault();
    if (pressed === 'Escape') stop();
    if (pressed !== null && !isControlKey(pressed)) give(pressed);
  };
  const give = (pressed: string): void => {
    const rivals = rivalsOf(pressed);
    setRecording(rivals.length > 0 ? { state: 'taken', shortcut: pressed, rivals } : { state: 'no' });
    if (rivals.length === 0) shortcuts.set(command.id, pressed);
  };
  const take = (): void => {
    if (recording.state !== 'taken') return;
    for (const rival of recording.rivals) shortcuts.set(rival.id, null);
    shortcuts.set(command.id, recording.shortcut);
    stop();
  };
  const takenText = (keys: string, rivals: readonly AppCommand[]): string =>
    t('shortcuts.taken', {
      keys: shortcutText(keys, isMac),
      name: listed(rivals.map((rival) => rival.title(texts))),
    });
  const warnings: string[] = [];
  if (shortcut !== null && isKeptByBrowsers(shortcut)) warnings.push(t('shortcuts.browser', { keys: shortcutText(shortcut, isMac) }));
  const sharing = shortcut === null ? [] : rivalsOf(shortcut);
  if (shortcut !== null && sharing.length > 0) warnings.push(takenText(shortcut, sharing));
  const listening = recording.state === 'listening';
  return (
    <div className={styles.row}>
      <ClippedText>{title}</ClippedText>
      <button
        type="button"
        className={listening ? `${styles.record} ${styles.listening}` : styles.record}
        aria-label={t('shortcuts.record', { name: title, keys: shortcut === null ? t('shortcuts.no') : shortcutText(shortcut, isMac) })}
        aria-pressed={listening}
        onClick={() => setRecording(listening ? { state: 'no' } : { state: 'listening' })}
        onKeyDown={record}
        onBlur={() => {
          if (listening) stop();
        }}
      >
        {listening ? (
          t('shortcuts.press')
        ) : shortcut === null ? (
          t('shortcuts.no')
        ) : (
          <kbd className={styles.key}>{shortcutText(shortcut, isMac)}</kbd>
        )}
      </button>
      <button
        type="button"
        className={styles.small}
        disabled={shortcut === null}
        aria-label={t('shortcuts.remove', { name: title })}
        title={t('shortcuts.remove', { name: title })}
        onClick={() => shortcuts.set(command.id, null)}
      >
        <Icon name="close" size={11} />
      </button>
      <button
        type="button"
        className={styles.small}
        disabled={!shortcuts.changed.has(command.id)}
        aria-label={t('shortcuts.reset', { name: title })}
        title={t('shortcuts.reset', { name: title })}
        onClick={() => shortcuts.reset(command.id)}
      >
        <Icon name="refresh" size={12} />
      </button>
      {recording.state === 'taken' ? (
        <div className={styles.conflict} role="alert">
          <span>{takenText(recording.shortcut, recording.rivals)}</span>
          <button type="button" className={styles.action} onClick={take}>
            {t('shortcuts.take')}
          </button>
          <button type="button" className={styles.action} onClick={stop}>
            {t('shortcuts.leave')}
          </button>
        </div>
      ) : (
        warnings.map((warning) => (
          <div key={warning} className={styles.conflict} role="status">
            <Icon name="warning" size={13} />
            {warning}
          </div>
        ))
      )}
    </div>
  );
});
