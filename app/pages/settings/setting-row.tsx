import { type ReactNode, useId } from 'react';
import styles from './setup-page.module.css';

interface RowProps {
  readonly label: string;
  readonly help?: string;
  /** Gets the id of the label. */
  readonly children: (labelId: string) => ReactNode;
}

export function SettingRow({ label, help, children }: RowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div>
        <div id={id} className={styles.label}>
          {label}
        </div>
        {help !== undefined && <div className={styles.help}>{help}</div>}
      </div>
      <div className={styles.control}>{children(id)}</div>
    </div>
  );
}
