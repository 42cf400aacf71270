import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './banner.module.css';

/** Says to whom it happens that his role has gone with its plugin, and what is left to him. */
export const RoleGoneBanner = observer(function RoleGoneBanner() {
  const { t } = useTranslation('errors');
  const { user } = useWorkbench().services.session;
  if (user?.isRoleGone !== true) return null;
  return (
    <div className={styles.offline} role="status">
      <Icon name="warning" size={14} />
      {t('ROLE_GONE', { role: user.role })}
    </div>
  );
});
