import { type Box, bandPath, highest, linePath, walk } from '../../../core/ui/site/drawn-series.ts';
import styles from './pictures.module.css';

const box: Box = { x: 30, y: 60, width: 500, height: 340 };
const equity = walk({ seed: 17, steps: 90, drift: 0.26 });
const high = highest(equity);
const ground = equity.map(() => -0.12);

/** A net value with its high-water mark, and what lies between the two. */
export function CurvePicture() {
  return (
    <svg className={styles.frame} viewBox="0 0 560 500" aria-hidden="true" focusable="false">
      <path className={styles.rule} d="M30 60H530M30 155H530M30 250H530M30 345H530M30 441H530" />
      <g className={styles.drawn}>
        <path className={styles.under} d={bandPath(equity, ground, box)} />
        <path className={styles.drawdown} d={bandPath(high, equity, box)} />
        <path className={styles.mark} d={linePath(high, box)} />
        <path className={styles.curve} d={linePath(equity, box)} />
      </g>
    </svg>
  );
}
