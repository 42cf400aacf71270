import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatPercent, withPlus } from '../../core/domain/numbers/number-text.ts';
import { formatDecimal, formatTime, useServices, useText } from '../../core/ui/index.ts';
import { type FlowTotals, ratio, volumeText } from './flow-model.ts';
import styles from './order-flow.module.css';

interface FlowTotalsProps {
  readonly totals: FlowTotals;
  readonly instrument: Instrument;
  readonly sinceMs: number | null;
  readonly windowMs: number;
}

/** Bought, sold and the difference; and since when, when the server does not know the whole window. */
export const FlowTotalsLine = observer(function FlowTotalsLine({ totals, instrument, sinceMs, windowMs }: FlowTotalsProps) {
  const t = useText('panel-order-flow');
  const { timers, preferences } = useServices();
  const { buy, sell, trades } = totals;
  const delta = buy - sell;
  const qty = (value: bigint): string => formatDecimal(volumeText(value), decimalsOf(instrument.lot));
  const percent = formatPercent(ratio(delta, buy + sell), 1);
  const nowMs = timers.nowMs();
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('bought')}</dt>
        <dd className={styles.up}>{qty(buy)}</dd>
      </div>
      <div>
        <dt>{t('sold')}</dt>
        <dd className={styles.down}>{qty(sell)}</dd>
      </div>
      <div>
        <dt>{t('delta')}</dt>
        <dd className={delta === 0n ? '' : delta > 0n ? styles.up : styles.down}>{`${withPlus(qty(delta))} (${percent})`}</dd>
      </div>
      <div>
        <dt>{t('trades')}</dt>
        <dd>
          {trades}
          {(sinceMs === null || sinceMs > nowMs - windowMs) && (
            <span className={styles.since}>
              {' '}
              {sinceMs === null ? t('nothing') : t('since', { time: formatTime(sinceMs, nowMs, preferences.timeZone) })}
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
});
