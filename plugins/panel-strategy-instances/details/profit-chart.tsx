import { useMemo } from 'react';
import type { Instance, InstanceMark } from '../../../core/contract/strategies.ts';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { formatNumber, useText } from '../../../core/ui/index.ts';
import styles from './details.module.css';
import { profitCurve } from './profit-curve.ts';

const width = 600;
const height = 120;
/** Room above and below the line. */
const margin = 8;

interface ProfitChartProps {
  readonly marks: readonly InstanceMark[];
  readonly instance: Instance;
  readonly nowMs: number;
}

/** The result after each fill, and as it stands, as a line. */
export function ProfitChart({ marks, instance, nowMs }: ProfitChartProps) {
  const t = useText('panel-strategy-instances');
  const points = useMemo(() => profitCurve(marks, instance, nowMs), [marks, instance, nowMs]);
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return <span className={styles.muted}>{t('details.noCurve')}</span>;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = Math.max(high - low, 1e-9);
  const long = Math.max(last.timeMs - first.timeMs, 1);
  const x = (timeMs: number): string => fixedDecimal(((timeMs - first.timeMs) / long) * width, 1);
  const y = (value: number): string => fixedDecimal(margin + ((high - value) / span) * (height - 2 * margin), 1);
  // A result stays until the next fill.
  const path = points.map(({ timeMs, value }, at) => (at === 0 ? `M0,${y(value)}` : `H${x(timeMs)}V${y(value)}`)).join('');
  const text = (value: number): string => formatNumber(value, 2);
  const figures = { last: text(last.value), low: text(Math.min(...values)), high: text(Math.max(...values)), fills: instance.fills };
  return (
    <>
      <svg
        role="img"
        aria-label={t('details.curveText', figures)}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className={styles.curve}
      >
        <line x1={0} x2={width} y1={y(0)} y2={y(0)} className={styles.zero} />
        <path d={path} className={styles.line} />
      </svg>
      <div className={styles.range} aria-hidden="true">
        <span>{t('details.curveRange', figures)}</span>
        <span>{t('details.curveFills', figures)}</span>
      </div>
    </>
  );
}
