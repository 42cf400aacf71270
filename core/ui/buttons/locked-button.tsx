import type { ReactNode } from 'react';
import { vipLevels } from '../../domain/accounts/role.ts';
import { Icon } from '../icon.tsx';
import styles from '../states/states.module.css';
import { useText } from '../text/use-text.ts';

/** An action that a VIP level opens, with that level; without one where an administrator has closed it for all. */
export function LockedButton({ minVip, children }: { readonly minVip: number | null; readonly children: ReactNode }) {
  const t = useText('ui');
  const level = vipLevels.find((one) => one === minVip);
  return (
    <button type="button" className={`${styles.button} ${styles.locked}`} disabled>
      <Icon name="lock" size={12} />
      <span>{children}</span>
      <span>{level === undefined ? t('locked') : t('lockedAt', { level })}</span>
    </button>
  );
}
