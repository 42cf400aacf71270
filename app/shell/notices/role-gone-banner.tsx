import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../core/ui/buttons/icon-button.tsx';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './banner.module.css';

/** Says to whom it happens that his role has gone with its plugin, and what is left to him. Closed, it stays so for the visit. */
export const RoleGoneBanner = observer(function RoleGoneBanner() {
  const { t } = useTranslation('errors');
  const { t: tApp } = useTranslation('app');
  const { user } = useWorkbench().services.session;
  const [isClosed, setClosed] = useState(false);
  if (user?.isRoleGone !== true || isClosed) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon name="warning" size={14} />
      {t('ROLE_GONE', { role: user.role })}
      <IconButton icon="close" label={tApp('close')} onClick={() => setClosed(true)} />
    </div>
  );
});
