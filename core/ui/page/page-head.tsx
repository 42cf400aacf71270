import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  /** What the page is for, in a sentence or two. */
  readonly lead: ReactNode;
  /** At the right, such as the button that begins something: messages of what it did keep off it. */
  readonly children?: ReactNode;
}

/** Title and lead of a page. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header className={styles.head} data-keep-clear={children === undefined ? undefined : 'action'}>
      <div>
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      {children}
    </header>
  );
}
