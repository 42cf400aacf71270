import { observer } from 'mobx-react-lite';
import { decimalsOf } from '../../domain/numbers/decimal.ts';
import { changePercent, formatDecimal, withPlus } from '../../domain/numbers/number-text.ts';
import { useServices } from '../ui-services.tsx';
import { formatStamp, formatTime } from './format.ts';
import styles from './number-text.module.css';

const dash = '–';

interface NumberProps {
  /** Decimal string; null shows a dash. */
  readonly value: string | null;
  /** Step that fixes the decimals: the tick of a price, the lot of a quantity. */
  readonly step?: string;
  /** Colours by direction; `auto` by the value's own sign. */
  readonly tone?: 'up' | 'down' | 'none';
}

const toneClass = { up: `${styles.up} ${styles.arrowed}`, down: `${styles.down} ${styles.arrowed}`, none: '' } as const;

function DecimalText({ value, step, tone = 'none' }: NumberProps) {
  if (value === null) return <span className={styles.muted}>{dash}</span>;
  return (
    <span className={`${styles.number} ${toneClass[tone]}`}>{formatDecimal(value, step === undefined ? undefined : decimalsOf(step))}</span>
  );
}

/** A price with the decimals of the instrument's tick. */
export const Price = (props: NumberProps) => <DecimalText {...props} />;

/** A quantity with the decimals of the instrument's lot. */
export const Quantity = (props: NumberProps) => <DecimalText {...props} />;

/** A change: green or red by its sign, with the sign written out so that colour is never alone. */
export function Signed({ value, step }: Omit<NumberProps, 'tone'>) {
  if (value === null) return <span className={styles.muted}>{dash}</span>;
  const text = formatDecimal(value, step === undefined ? undefined : decimalsOf(step));
  const sign = !/[1-9]/.test(text) ? 0 : text.startsWith('−') ? -1 : 1;
  const tone = sign === 0 ? styles.muted : sign < 0 ? styles.down : styles.up;
  return <span className={`${styles.number} ${tone}`}>{withPlus(text)}</span>;
}

interface ChangeProps {
  readonly from: string | null;
  readonly to: string | null;
}

/** How far it is from one decimal to another, in percent, with the colour and the sign of its direction. */
export function Change({ from, to }: ChangeProps) {
  const change = changePercent(from, to);
  if (change === null) return <span className={styles.muted}>{dash}</span>;
  const tone = change.sign === 0 ? styles.muted : change.sign > 0 ? styles.up : styles.down;
  return <span className={`${styles.number} ${tone}`}>{change.text}</span>;
}

/** A time in the user's zone: the clock today, with the day else, with the year too in another year; hovering shows the full stamp. */
export const TimeText = observer(function TimeText({ timeMs }: { readonly timeMs: number }) {
  const { preferences, timers } = useServices();
  return (
    <time className={styles.number} dateTime={new Date(timeMs).toISOString()} title={formatStamp(timeMs, preferences.timeZone)}>
      {formatTime(timeMs, timers.nowMs(), preferences.timeZone)}
    </time>
  );
});
