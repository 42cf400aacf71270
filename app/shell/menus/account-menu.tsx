import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { labelled } from '../../../core/domain/joined-text.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import { useRoleNames } from '../../../core/ui/text/use-role-names.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import tool from '../header/tool.module.css';
import { useTallHeader } from '../small-screen.ts';
import styles from './account-menu.module.css';
import { pagesOf } from './side-menu.tsx';

/** Who is signed in, with role and VIP level, and the way out. A guest gets the way in. */
export const AccountMenu = observer(function AccountMenu() {
  const { t, i18n } = useTranslation('app');
  const navigate = useNavigate();
  const { kernel, services } = useWorkbench();
  const { session, config, documents } = services;
  const { user } = session;
  if (user === null) {
    return (
      <Link to="/login" className={tool.tool}>
        <Icon name="user" />
        {t('home.signIn')}
      </Link>
    );
  }
  const signOut = async (): Promise<void> => {
    await Promise.all([config.flush(), documents.flush()]);
    await session.signOut();
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <button
          type="button"
          className={`${tool.tool} ${styles.account}`}
          aria-label={labelled(t('account.menu'), user.username)}
          title={user.username}
        >
          <Icon name="user" />
          <span className={styles.accountName}>{user.username}</span>
        </button>
      </MenuTrigger>
      <MenuPopover>
        <div className={styles.accountCard}>
          <b>{user.username}</b>
          <span>
            <RoleName role={user.role} /> · {t('account.vip', { level: user.vipLevel })}
          </span>
        </div>
        <MenuList>
          {pagesOf('user', kernel, true).map(({ path, titleKey, icon }) => (
            <MenuItem key={path} icon={<Icon name={icon} />} onClick={() => void navigate(path)}>
              {titleKey === null ? null : i18n.t(splitKey(titleKey).key, { ns: splitKey(titleKey).namespace })}
            </MenuItem>
          ))}
          <MenuItem icon={<Icon name="settings" />} onClick={() => void navigate('/setup')}>
            {t('menu.settings')}
          </MenuItem>
          <TourItem />
          <MenuItem icon={<Icon name="sign-out" />} onClick={() => void signOut()}>
            {t('account.signOut')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});

/** Where there is room for it. */
function TourItem() {
  const { t } = useTranslation('app');
  const { commands } = useWorkbench().services;
  if (useTallHeader()) return null;
  return (
    <MenuItem icon={<Icon name="info" />} onClick={() => void commands.run('shell.tour')}>
      {t('command.tour')}
    </MenuItem>
  );
}

function RoleName({ role }: { readonly role: Role }) {
  return <>{useRoleNames([role])(role)}</>;
}
