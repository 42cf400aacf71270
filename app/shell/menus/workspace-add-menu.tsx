import { Menu, MenuDivider, MenuGroup, MenuGroupHeader, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import { useRoleNames } from '../../../core/ui/text/use-role-names.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { importWorkspace } from '../workspaces/workspace-files.ts';
import styles from '../workspaces/workspace-tabs.module.css';
import { workspaceTitle } from '../workspaces/workspace-title.ts';

/** A new workspace, one that is kept and not open, one from an admin, or one from a file. */
export const WorkspaceAddMenu = observer(function WorkspaceAddMenu() {
  const { t } = useTranslation('app');
  const { services } = useWorkbench();
  const { layout: store } = services;
  const { own, shared } = store.closed;
  const roleName = useRoleNames(shared.map(({ role }) => role));
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.button} aria-label={t('workspace.add')} title={t('workspace.add')}>
          <Icon name="add" size={14} />
        </button>
      </MenuTrigger>
      <MenuPopover className={styles.menu}>
        <MenuList>
          <MenuItem icon={<Icon name="add" />} onClick={() => void store.add()}>
            {t('workspace.new')}
          </MenuItem>
          <MenuItem icon={<Icon name="grid" />} onClick={() => void services.commands.run('shell.ready')}>
            {t('workspace.ready')}…
          </MenuItem>
          <MenuItem icon={<Icon name="upload" />} onClick={() => importWorkspace(services, t('workspace.another'))}>
            {t('workspace.import')}
          </MenuItem>
          {own.length > 0 && (
            <MenuGroup>
              <MenuDivider />
              <MenuGroupHeader>{t('workspace.kept')}</MenuGroupHeader>
              {own.map((one) => (
                <MenuItem key={one.id} icon={<Icon name="grid" />} onClick={() => store.show(one.id)}>
                  {workspaceTitle(one.name, t)}
                </MenuItem>
              ))}
            </MenuGroup>
          )}
          {shared.length > 0 && (
            <MenuGroup>
              <MenuDivider />
              <MenuGroupHeader>{t('workspace.fromAdmins')}</MenuGroupHeader>
              {shared.map((one) => (
                <MenuItem key={one.id} icon={<Icon name="lock" />} secondaryContent={roleName(one.role)} onClick={() => store.show(one.id)}>
                  {workspaceTitle(one.name, t)}
                </MenuItem>
              ))}
            </MenuGroup>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
