import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  readonly text: string;
  readonly icon?: IconName;
  /** What would be here, above the line; drawn faintly. */
  readonly picture?: ReactNode;
  readonly action?: ReactNode;
}

/** One line of what belongs here, and one action. */
export function EmptyState({ text, icon, picture, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {picture !== undefined && picture !== false && <span className={styles.emptyPicture}>{picture}</span>}
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
