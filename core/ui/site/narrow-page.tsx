import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';

interface NarrowPageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page of the public site that is read or filled in: one column, as wide as a line of text. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  );
}
