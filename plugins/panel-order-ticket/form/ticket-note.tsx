import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../core/ui/index.ts';
import styles from './ticket-note.module.css';

/** A line of the form that says something of the order. */
export function TicketNote({
  tone,
  icon,
  title,
  role,
  children,
}: {
  readonly tone: 'note' | 'warn';
  readonly icon?: IconName;
  readonly title?: string | undefined;
  readonly role?: 'alert';
  readonly children: ReactNode;
}) {
  return (
    <p className={styles[tone]} title={title} role={role}>
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </p>
  );
}
