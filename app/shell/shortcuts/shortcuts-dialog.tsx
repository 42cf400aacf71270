import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { commandPlaces } from '../../../core/client/settings/command-registry.ts';
import { shortcutText } from '../../../core/client/settings/shortcut.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { Modal } from '../modal.tsx';
import { type FixedKeys, fixedKeys } from './fixed-keys.ts';
import { ShortcutEditor } from './shortcut-editor.tsx';
import styles from './shortcuts-dialog.module.css';

/** `sheet`: what there is, to look up; `edit`: to change. */
export type ShortcutsMode = 'sheet' | 'edit';

interface ShortcutsDialogProps {
  readonly mode: ShortcutsMode;
  readonly isMac: boolean;
  readonly onMode: (mode: ShortcutsMode) => void;
  readonly onClose: () => void;
}

export const ShortcutsDialog = observer(function ShortcutsDialog({ mode, isMac, onMode, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation('app');
  const title = t(mode === 'sheet' ? 'shortcuts.sheet' : 'shortcuts.edit');
  return (
    <Modal key={mode} label={title} title={title} size="wide" onClose={onClose}>
      {mode === 'edit' ? (
        <ShortcutEditor isMac={isMac} />
      ) : (
        <>
          <CheatSheet isMac={isMac} />
          <div className={styles.foot}>
            <button type="button" className={styles.action} onClick={() => onMode('edit')}>
              {t('shortcuts.change')}
            </button>
          </div>
        </>
      )}
    </Modal>
  );
});

/** Every command that has keys, by place, with the keys that controls have by themselves. */
const CheatSheet = observer(function CheatSheet({ isMac }: { readonly isMac: boolean }) {
  const { t } = useTranslation('app');
  const { commands, texts } = useWorkbench().services;
  const groups = commandPlaces.map((place) => ({
    name: t(`place.${place}`),
    lines: commands.all.flatMap((command) => {
      const shortcut = commands.shortcutOf(command.id);
      return command.place !== place || shortcut === null ? [] : [{ title: command.title(texts), keys: [shortcut] }];
    }),
  }));
  const fixed = fixedKeys.map(({ place, lines }: FixedKeys) => ({
    name: t(`place.${place}`),
    lines: lines.map(({ text, keys }) => ({ title: t(`fixedKey.${text}`), keys })),
  }));
  return (
    <div className={styles.sheet}>
      {[...groups, ...fixed]
        .filter(({ lines }) => lines.length > 0)
        .map(({ name, lines }) => (
          <section key={name} className={styles.group} aria-label={name}>
            <h3 className={styles.place}>{name}</h3>
            <dl className={styles.lines}>
              {lines.map(({ title, keys }) => (
                <div key={title} className={styles.line}>
                  <dt>{title}</dt>
                  <dd>
                    {keys.map((one) => (
                      <kbd key={one} className={styles.key}>
                        {shortcutText(one, isMac)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
});
