import type { ReactNode } from 'react';
import styles from '../states/states.module.css';

/** A button of the browser's own, for what must work when code did not load, and for the shell, which carries no button library. */
export function PlainButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}
