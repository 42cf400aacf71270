import type { Look } from '../../../core/client/settings/appearance.ts';
import styles from './appearance.module.css';

/** Rises and falls of the sample, and the widths of its depth bars in percent. */
const rows = [
  { tone: 'down', width: 38 },
  { tone: 'down', width: 72 },
  { tone: 'up', width: 90 },
  { tone: 'up', width: 54 },
] as const;

/** A book in a few lines, in the colours of the theme it names; words would be too small to read. */
export function ThemePreview({ theme, density, redUp }: Look) {
  return (
    <span className={styles.preview} data-theme={theme} data-red-up={redUp} data-density={density} aria-hidden="true">
      <span className={styles.previewBar}>
        <i />
      </span>
      {rows.map(({ tone, width }) => (
        <span key={width} className={`${styles.previewRow} ${styles[tone]}`}>
          <i style={{ width: `${width}%` }} />
          <b />
          <em />
        </span>
      ))}
    </span>
  );
}
