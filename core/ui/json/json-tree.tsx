import type { ReactNode } from 'react';
import { Disclosure } from '../disclosure/disclosure.tsx';
import styles from './json-tree.module.css';

interface JsonTreeProps {
  readonly name?: string;
  readonly value: unknown;
  /** What stood here before: what differs from it is marked. Absent: nothing is. */
  readonly before?: unknown;
  /** Branches of the first levels are open. */
  readonly depth?: number;
}

const openLevels = 2;

/** JSON as branches that open and close; long lists are closed at first. */
export function JsonTree({ name, value, before = value, depth = 0 }: JsonTreeProps) {
  const changed = before !== value && JSON.stringify(before) !== JSON.stringify(value);
  const label: ReactNode =
    name === undefined ? null : (
      <span className={styles.key} translate="no">
        {name}:{' '}
      </span>
    );
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.leaf} data-changed={changed}>
        {label}
        <span className={styles.value} translate="no">
          {JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const brackets = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <div className={styles.leaf} data-changed={changed}>
        {label}
        <span className={styles.size}>{brackets}</span>
      </div>
    );
  }
  return (
    <Disclosure
      className={styles.branch}
      summaryClassName={styles.head}
      open={depth < openLevels && entries.length <= 20}
      summary={
        <span data-changed={changed}>
          {label}
          <span className={styles.size}>{brackets}</span>
        </span>
      }
    >
      {entries.map(([key, part]) => (
        <JsonTree key={key} name={key} value={part} before={partOf(before, key)} depth={depth + 1} />
      ))}
    </Disclosure>
  );
}

/** Null stands for what was not there: a new part is a changed one. */
const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? ((value as Readonly<Record<string, unknown>>)[key] ?? null) : null;
