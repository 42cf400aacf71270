import type { ReactNode } from 'react';
import styles from './page-part.module.css';

/** A framed part of a page, with a heading of its own in it. `label`: what it is called by who cannot see it. */
export function PagePart({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={label}>
      {children}
    </section>
  );
}

/** Parts beside each other where there is room. */
export const PageParts = ({ children }: { readonly children: ReactNode }) => <div className={styles.parts}>{children}</div>;
