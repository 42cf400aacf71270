import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './states.module.css';

/** One line of what belongs here, and one action. */
export function EmptyState({ text, icon, action }: { readonly text: string; readonly icon?: IconName; readonly action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && (
        <span className={styles.emptyIcon}>
          <Icon name={icon} size={20} />
        </span>
      )}
      <span>{text}</span>
      {action}
    </div>
  );
}
