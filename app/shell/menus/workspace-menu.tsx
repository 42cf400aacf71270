import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { OpenLayout } from '../../../core/client/layouts/open-layout.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { useRoleNames } from '../../../core/ui/text/use-role-names.ts';
import { roleBook } from '../../workbench/plugin-sources.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { exportWorkspace } from '../workspaces/workspace-files.ts';
import styles from '../workspaces/workspace-tabs.module.css';
import { workspaceTitle } from '../workspaces/workspace-title.ts';

/** What can be done to the workspace in front. */
export const WorkspaceMenu = observer(function WorkspaceMenu() {
  const { t } = useTranslation('app');
  const { layout: store, workspaceNaming: naming, session } = useWorkbench().services;
  const restoreFocus = useRestoreFocusTarget();
  const layout = store.active;
  if (layout === null) return null;
  const { key } = layout;
  const isOwn = layout.ownId !== null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.button}
          aria-label={t('workspace.menu', { name: workspaceTitle(layout.name, t) })}
          title={t('workspace.menu', { name: workspaceTitle(layout.name, t) })}
          {...restoreFocus}
        >
          <Icon name="more" size={14} />
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<Icon name="edit" />} onClick={() => naming.start(key, 'rename')}>
            {t('workspace.rename')}
          </MenuItem>
          <MenuItem icon={<Icon name="add" />} onClick={() => naming.start(key, 'save-as')}>
            {t('workspace.saveAs')}
          </MenuItem>
          <MenuItem icon={<Icon name="copy" />} onClick={() => void store.saveAs(key, layout.name)}>
            {t('workspace.duplicate')}
          </MenuItem>
          <MenuItem icon={<Icon name="refresh" />} onClick={() => void layout.reset(layout === store.ai)}>
            {t('workspace.reset')}
          </MenuItem>
          <MenuItem icon={<Icon name="download" />} onClick={() => void exportWorkspace(layout)}>
            {t('workspace.export')}
          </MenuItem>
          {session.user?.role === 'admin' && <ShareMenus layout={layout} />}
          <MenuDivider />
          <MenuItem icon={<Icon name="close" />} disabled={store.open.length === 1} onClick={() => store.close(key)}>
            {t('workspace.closeThis')}
          </MenuItem>
          <MenuItem icon={<Icon name="trash" />} disabled={!isOwn} onClick={() => void store.remove(key)}>
            {t('workspace.delete')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});

/** For admins: which roles have a copy, and which start with it. */
const ShareMenus = observer(function ShareMenus({ layout }: { readonly layout: OpenLayout }) {
  const { t } = useTranslation('app');
  const { layoutSharing: sharing, notices } = useWorkbench().services;
  const sharedRoles = roleBook.roles.filter((role) => sharing.sharedAs(layout, role) !== null);
  const defaultRoles = roleBook.roles.filter((role) => sharing.sharedAs(layout, role)?.isDefault === true);
  const roleName = useRoleNames(roleBook.roles);
  const names = (role: Role) => ({ name: workspaceTitle(layout.name, t), role: roleName(role) });
  const toggleShare = async (role: Role): Promise<void> => {
    const shared = sharing.sharedAs(layout, role);
    const done = shared === null ? await sharing.share(layout, role) : await sharing.unshare(shared);
    if (done) notices.show('success', t(shared === null ? 'workspace.shared' : 'workspace.unshared', names(role)));
  };
  const toggleDefault = async (role: Role): Promise<void> => {
    const isDefault = sharing.sharedAs(layout, role)?.isDefault === true;
    if (!isDefault && !(await sharing.share(layout, role))) return;
    const done = await sharing.setDefault(role, isDefault ? null : sharing.sharedAs(layout, role));
    if (done) notices.show('success', t(isDefault ? 'workspace.noDefault' : 'workspace.isDefault', names(role)));
  };
  return (
    <>
      <RoleMenu label={t('workspace.share')} checked={sharedRoles} onToggle={toggleShare} />
      <RoleMenu label={t('workspace.default')} checked={defaultRoles} onToggle={toggleDefault} />
    </>
  );
});

interface RoleMenuProps {
  readonly label: string;
  readonly checked: readonly Role[];
  readonly onToggle: (role: Role) => Promise<void>;
}

function RoleMenu({ label, checked, onToggle }: RoleMenuProps) {
  const roleName = useRoleNames(roleBook.roles);
  return (
    <Menu checkedValues={{ roles: [...checked] }}>
      <MenuTrigger disableButtonEnhancement>
        <MenuItem icon={<Icon name="user" />}>{label}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {roleBook.roles.map((role) => (
            <MenuItemCheckbox key={role} name="roles" value={role} onClick={() => void onToggle(role)}>
              {roleName(role)}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
