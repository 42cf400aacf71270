import { observer } from 'mobx-react-lite';
import type { Markets } from '../../../core/contract/client-services.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { formatNumber, withPlus } from '../../../core/domain/numbers/number-text.ts';
import { formatCompact, usePriceAge, useText } from '../../../core/ui/index.ts';
import type { ChartStore } from '../chart-store.ts';
import { compareColours } from '../layers/compare-layer.ts';
import { colourToken } from '../layers/context.ts';
import type { PlotValue } from '../layers/plot-layer.ts';
import styles from './legend.module.css';

interface LegendProps {
  readonly store: ChartStore;
  readonly instrument: Instrument;
  readonly markets: Markets;
  /** Percent that a compared instrument has gone since the first visible bar; null without a bar of its own. */
  readonly changeOf: (id: InstrumentId, timeMs: number) => number | null;
  /** Lines that overlays lay over the candles, at the end of a bar; observable. */
  readonly plotsAt: (timeMs: number) => readonly PlotValue[];
}

/** The bar under the crosshair, else the last one, and the instruments that are compared. */
export const Legend = observer(function Legend({ store, instrument, markets, changeOf, plotsAt }: LegendProps) {
  const t = useText('panel-chart');
  const age = usePriceAge(instrument.exchange);
  const { bar, barBefore } = store;
  const price = (value: number): string => formatNumber(value, decimalsOf(instrument.tick));
  const change = bar === null ? 0 : bar.close - (barBefore?.close ?? bar.open);
  const percent = bar === null ? 0 : (100 * change) / (bar.close - change || 1);
  const tone = change >= 0 ? styles.up : styles.down;
  const sign = change >= 0 ? '+' : '−';
  const plots = bar === null ? [] : plotsAt(bar.timeMs);
  const { compared } = store.document;
  return (
    <>
      <div className={styles.legend} title={age ?? undefined} data-old={age === null ? undefined : true}>
        {bar !== null &&
          (['open', 'high', 'low', 'close'] as const).map((name) => (
            <span key={name} className={name === 'close' ? undefined : styles.detail}>
              {t(`legend.${name}`)} <b className={tone}>{price(bar[name])}</b>
            </span>
          ))}
        {bar !== null && (
          <>
            <b className={tone}>{`${sign}${price(Math.abs(change))} (${sign}${formatNumber(Math.abs(percent), 2)}%)`}</b>
            <span className={styles.detail}>
              {t('legend.volume')} <b>{formatCompact(fixedDecimal(bar.volume, decimalsOf(instrument.lot)))}</b>
            </span>
          </>
        )}
      </div>
      {compared.length + plots.length > 0 && (
        <div className={`${styles.legend} ${styles.lines}`}>
          {compared.map((id, n) => (
            <span key={id} style={{ color: `var(${colourToken(compareColours[n] ?? 'text')})` }}>
              {markets.instrument(id)?.symbol ?? id} {percentText(bar === null ? null : changeOf(id, bar.timeMs))}
            </span>
          ))}
          {plots.map(({ key, label, colour, value }) => (
            <span key={key} style={{ color: `var(${colourToken(colour)})` }}>
              {label} {value === null ? '–' : price(value)}
            </span>
          ))}
        </div>
      )}
    </>
  );
});

const percentText = (percent: number | null): string => (percent === null ? '–' : `${withPlus(formatNumber(percent, 2))}%`);
