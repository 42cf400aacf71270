import styles from './states.module.css';
import { useDelay } from './use-delay.ts';

const shownAfterMs = 150;
const widths = ['38%', '22%', '30%', '18%'];

/** Rows of the table that is about to come, after 150 ms; its empty ground stands at once. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  const shown = useDelay(shownAfterMs);
  const count = shown ? rows : 0;
  return (
    <div className={styles.skeleton} data-skeleton="" aria-hidden="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={styles.skeletonRow}>
          {widths.map((width, column) => (
            <div key={width} className={styles.bar} style={{ width, opacity: 1 - 0.12 * ((row + column) % 4) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
