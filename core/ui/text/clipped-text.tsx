import type { ReactNode } from 'react';
import styles from './clipped-text.module.css';

/** Text on one line that ends in dots where it has no room; `title` says all of it. */
export const ClippedText = ({ title, children }: { readonly title?: string; readonly children: ReactNode }) => (
  <span className={styles.clipped} title={title}>
    {children}
  </span>
);
