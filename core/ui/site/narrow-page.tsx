import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';
import pageStyles from './page.module.css';

interface NarrowPageProps {
  /** What kind of page it is, above its heading. */
  readonly kicker?: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page of the public site that is read or filled in: one column, as wide as a line of text. */
export function NarrowPage({ kicker, title, lead, children }: NarrowPageProps) {
  return (
    <article className={styles.page}>
      {kicker !== undefined && <p className={pageStyles.kicker}>{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  );
}
