import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { fixedDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import styles from './markets-panel.module.css';
import type { SparklineStore } from './sparkline-store.ts';

const width = 64;
const height = 16;

/** The way of 24 hours, without figures: the columns beside it have them. */
export const Sparkline = observer(function Sparkline({ store, id }: { readonly store: SparklineStore; readonly id: InstrumentId }) {
  useEffect(() => store.want(id), [store, id]);
  const closes = store.closes(id);
  if (closes === null || closes.length < 2) return null;
  const values = closes.map(Number);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width;
    return `${fixedDecimal(x, 1)},${fixedDecimal(height - 1 - ((value - low) / span) * (height - 2), 1)}`;
  });
  const rises = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      className={`${styles.spark} ${rises ? styles.up : styles.down}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  );
});
