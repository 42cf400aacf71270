import type { ReactNode } from 'react';
import styles from './state.module.css';

interface JsonTreeProps {
  readonly name?: string;
  readonly value: unknown;
  /** Branches of the first levels are open. */
  readonly depth?: number;
}

const openLevels = 2;

/** JSON as branches that open and close; long lists are closed at first. */
export function JsonTree({ name, value, depth = 0 }: JsonTreeProps) {
  const label: ReactNode = name === undefined ? null : <span className={styles.key}>{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.leaf}>
        {label}
        <span className={styles.value}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const brackets = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <div className={styles.leaf}>
        {label}
        <span className={styles.size}>{brackets}</span>
      </div>
    );
  }
  return (
    <details className={styles.branch} open={depth < openLevels && entries.length <= 20}>
      <summary>
        {label}
        <span className={styles.size}>{brackets}</span>
      </summary>
      {entries.map(([key, part]) => (
        <JsonTree key={key} name={key} value={part} depth={depth + 1} />
      ))}
    </details>
  );
}
