import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './banner.module.css';

/** A reconnection shorter than this is nobody's business. */
const quietMs = 2_500;

/** Says that what is on the screen may be old. */
export const OfflineBanner = observer(function OfflineBanner() {
  const { t } = useTranslation('app');
  const { stream, timers } = useWorkbench().services;
  const open = stream.state === 'open';
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    return open ? undefined : timers.after(quietMs, () => setLate(true));
  }, [open, timers]);
  if (open || !late) return null;
  return (
    <div className={styles.offline} role="status">
      <Icon name="warning" size={14} />
      {t('offline')}
    </div>
  );
});
