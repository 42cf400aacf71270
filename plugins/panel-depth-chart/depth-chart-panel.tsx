import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatNumber, withPlus } from '../../core/domain/numbers/number-text.ts';
import { EmptyState, formatCompact, formatDecimal, NoMarket, PanelBody, PictureCover, useText } from '../../core/ui/index.ts';
import styles from './depth-chart.module.css';
import { type CurvePoint, placeOf, pointAt, priceAt, type Range, ranges, stepPoint, zoomed } from './depth-curve.ts';
import type { requires } from './requires.ts';
import { useDepthCurve } from './use-depth-curve.ts';
import { useDepthPicture } from './use-depth-picture.ts';

/** Cumulative bids and asks of the panel's instrument around the middle; the range is remembered with the layout. */
export const Panel = observer(function DepthChartPanel(props: PanelProps<typeof requires>) {
  const { services, instrumentId, config, updateConfig, visible } = props;
  const t = useText('panel-depth-chart');
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <NoMarket services={services} icon="depth" text={t('noInstrument')} />;
  const range = ranges.find((one) => one === config.range) ?? 0.5;
  return (
    <DepthChart
      key={instrument.id}
      services={services}
      instrument={instrument}
      range={range}
      onRange={(next) => updateConfig({ range: next })}
      visible={visible}
    />
  );
});

interface DepthChartProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly visible: boolean;
}

/** The arrow keys move along the levels, plus and minus zoom, Enter hands the price to the order panel. */
const DepthChart = observer(function DepthChart({ services, instrument, range, onRange, visible }: DepthChartProps) {
  const t = useText('panel-depth-chart');
  const { curve, isLoading } = useDepthCurve(services.feeds, instrument.id, range, visible);
  /** Where the pointer is, in px; the keyboard holds a price instead. */
  const [pointer, setPointer] = useState<number | null>(null);
  const [price, setPrice] = useState<number | null>(null);
  const { element, picture, retry } = useDepthPicture(curve, decimalsOf(instrument.tick), services.preferences);
  const width = element.current?.clientWidth ?? 0;
  const looked = curve === null || pointer === null ? price : priceAt(curve, width, pointer);
  const point = curve === null || looked === null ? null : pointAt(curve, looked);
  const words = point === null ? summaryOf(curve?.bids.at(-1), curve?.asks.at(-1)) : wordsOf(point);

  function summaryOf(bids: CurvePoint | undefined, asks: CurvePoint | undefined): string {
    const qty = (one: CurvePoint | undefined): string => `${formatDecimal(one?.qty ?? '0', decimalsOf(instrument.lot))} ${instrument.base}`;
    return t('summary', { bids: qty(bids), asks: qty(asks) });
  }
  function wordsOf({ side, price, qty, value, average, distance }: CurvePoint): string {
    return t(side === 'BUY' ? 'figures.bid' : 'figures.ask', {
      price: formatDecimal(price),
      distance: withPlus(formatNumber(distance, 2)),
      qty: `${formatDecimal(qty, decimalsOf(instrument.lot))} ${instrument.base}`,
      value: `${formatCompact(value)} ${instrument.quote}`,
      average: formatDecimal(average, decimalsOf(instrument.tick) + 1),
    });
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (curve === null || event.altKey) return;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      setPointer(null);
      setPrice(stepPoint(curve, point, event.key === 'ArrowLeft' ? -1 : 1)?.x ?? null);
    } else if (event.key === '+' || event.key === '=') onRange(zoomed(range, -1));
    else if (event.key === '-') onRange(zoomed(range, 1));
    else if (event.key === 'Escape') setPrice(null);
    else if (event.key === 'Enter' && point !== null) pick(point);
    else return;
    event.preventDefault();
  };
  const pick = ({ price }: CurvePoint): void => services.workspace.pickPrice(instrument.id, price);

  return (
    <PanelBody
      prices={instrument.exchange}
      bar={
        <fieldset className={styles.ranges} aria-label={t('range')}>
          {ranges.map((one) => (
            <button key={one} type="button" className={styles.range} aria-pressed={one === range} onClick={() => onRange(one)}>
              {one === 0 ? t('whole') : `${one}%`}
            </button>
          ))}
        </fieldset>
      }
    >
      <div className={styles.body}>
        <div className={styles.figures}>{words}</div>
        <div
          className={styles.chart}
          role="slider"
          tabIndex={0}
          aria-label={t('label', { symbol: instrument.symbol })}
          aria-valuemin={curve?.low ?? 0}
          aria-valuemax={curve?.high ?? 0}
          aria-valuenow={point?.x ?? curve?.middle ?? 0}
          aria-valuetext={words}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => setPointer(event.nativeEvent.offsetX)}
          onPointerLeave={() => setPointer(null)}
          onPointerDown={() => point !== null && pick(point)}
          onWheel={(event) => event.deltaY !== 0 && onRange(zoomed(range, event.deltaY > 0 ? 1 : -1))}
        >
          <div ref={element} className={styles.picture} />
          {point !== null && curve !== null && (
            <span className={styles.cursor} style={{ left: pointer ?? placeOf(curve, width, point.x) }} />
          )}
        </div>
        {(curve === null || picture === null) && (
          <div className={styles.cover}>
            {isLoading || curve !== null ? <PictureCover retry={retry} /> : <EmptyState icon="depth" text={t('empty')} />}
          </div>
        )}
      </div>
    </PanelBody>
  );
});
