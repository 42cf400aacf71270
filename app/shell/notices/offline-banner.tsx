import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './banner.module.css';

/** Says that what is on the screen may be old. A reconnection that is over before prices are old is nobody's business. */
export const OfflineBanner = observer(function OfflineBanner() {
  const { t } = useTranslation('app');
  if (useWorkbench().services.prices.connected) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon name="warning" size={14} />
      {t('offline')}
    </div>
  );
});
