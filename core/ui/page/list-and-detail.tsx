import { type ReactNode, useEffect, useRef } from 'react';
import type { IconName } from '../icon.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import styles from './list-and-detail.module.css';

interface ListAndDetailProps {
  readonly list: ReactNode;
  /** What is open; null: nothing. */
  readonly detail: ReactNode;
  /** Stands in the place of the detail while nothing is open; null: the list has all the room then. */
  readonly hint: { readonly icon: IconName; readonly text: string } | null;
}

/** A page of a head and a list, as high as the window, by whose width the list and what is open of it share the room. */
export const FullHeightPage = ({ children }: { readonly children: ReactNode }) => <div className={styles.page}>{children}</div>;

/** A list, and what is open of it beside it, or in its place where there is no room. Stands in a {@link FullHeightPage}. */
export function ListAndDetail({ list, detail, hint }: ListAndDetailProps) {
  const columns = useRef<HTMLDivElement>(null);
  const isOpen = detail !== null;
  // Whoever has closed the detail goes on in the list: the button that had the keyboard is gone.
  useEffect(() => {
    if (!isOpen) return undefined;
    const { current } = columns;
    return () => {
      if (document.activeElement === document.body) current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    };
  }, [isOpen]);
  return (
    <div ref={columns} className={isOpen ? `${styles.columns} ${styles.open}` : styles.columns}>
      <div className={styles.list}>{list}</div>
      {isOpen ? (
        <div className={styles.detail}>{detail}</div>
      ) : (
        hint !== null && (
          <aside className={styles.nothing}>
            <EmptyState icon={hint.icon} text={hint.text} />
          </aside>
        )
      )}
    </div>
  );
}
