import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Skeleton, useMedia } from '../../../core/ui/index.ts';
import styles from './cards.module.css';

/** Screens on which a row of a table has no room; `app/shell` stacks the panels there. */
const phone = '(width < 640px)';
export const usePhone = (): boolean => useMedia(phone);

export interface CardListProps<T> {
  /** Name of the list for those who do not see it. */
  readonly label: string;
  readonly rows: readonly T[];
  /** Stable and unique among the rows. */
  readonly rowKey: (row: T) => string;
  readonly card: (row: T) => ReactNode;
  readonly loading: boolean;
  readonly empty: ReactNode;
}

/** A list of a phone: each row is a card with room for fingers. Cards out of sight cost no layout. */
export const CardList = observer(function CardList<T>({ label, rows, rowKey, card, loading, empty }: CardListProps<T>) {
  if (rows.length === 0) return loading ? <Skeleton rows={8} /> : empty;
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card}>
          {card(row)}
        </li>
      ))}
    </ul>
  );
}) as <T>(props: CardListProps<T>) => ReactNode;
