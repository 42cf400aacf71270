import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import styles from './notice-centre.module.css';

/** At an announcement that the house keeps above its others. */
export function PinnedMark() {
  const { t } = useTranslation('app');
  return (
    <span className={styles.pinned} title={t('notices.pinned.help')}>
      <Icon name="star" size={12} />
      {t('notices.pinned')}
    </span>
  );
}
