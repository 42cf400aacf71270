import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { lockedForAll } from '../../core/kernel/index.ts';
import { Icon, iconNamed } from '../../core/ui/icon.tsx';
import { splitKey } from '../../core/ui/split-key.ts';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './shell.module.css';

/** Panels that this user has; locked ones stay readable and name the level that opens them. */
export const AddPanelMenu = observer(function AddPanelMenu() {
  const { t, i18n } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const titleOf = (key: string): string => {
    const split = splitKey(key);
    return i18n.t(split.key, { ns: split.namespace });
  };
  const panels = kernel.panels
    .map((panel) => ({ panel, title: titleOf(panel.manifest.title) }))
    .sort((a, b) => a.title.localeCompare(b.title));
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.tool} aria-label={t('panel.add')} title={t('panel.add')}>
          <Icon name="add" />
          <span className={styles.narrowHidden}>{t('panel.panels')}</span>
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {panels.map(({ panel, title }) => {
            const locked = panel.decision.outcome === 'locked' ? panel.decision.minVip : null;
            return (
              <MenuItem
                key={panel.key}
                icon={<Icon name={locked === null ? iconNamed(panel.manifest.icon) : 'lock'} />}
                disabled={locked !== null}
                {...(locked === null
                  ? {}
                  : { secondaryContent: locked >= lockedForAll ? t('panel.locked') : t('panel.lockedAt', { level: locked }) })}
                onClick={() => services.workspace.openPanel(panel.key)}
              >
                {title}
              </MenuItem>
            );
          })}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
