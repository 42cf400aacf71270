import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { MarketTrade } from '../../core/contract/client-services.ts';
import { type FlowWindow, flowWindows } from '../../core/domain/markets/flow-window.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { type CanvasFrame, type CanvasHandle, CanvasView, formatCompact, formatDecimal, useText } from '../../core/ui/index.ts';
import { bigFrom, type FlowModel, type FlowTotals, isBig, type ProfileLine, volumeText } from './flow-model.ts';
import { paintDelta, paintProfile, profileRow } from './flow-painter.ts';
import styles from './order-flow.module.css';

const minuteMs = 60_000;
/** Lengths of the delta's intervals: what the server knows of a window. */
const intervalMs: Readonly<Record<FlowWindow, number>> = {
  '5m': minuteMs,
  '15m': minuteMs,
  '1h': minuteMs,
  '4h': 15 * minuteMs,
  '1d': 15 * minuteMs,
};

interface FlowChartsProps {
  readonly model: FlowModel;
  readonly totals: FlowTotals;
  readonly trades: readonly MarketTrade[];
  /** The model changes in place: this says when. */
  readonly round: number;
  readonly instrument: Instrument;
  readonly window: FlowWindow;
}

/** Delta by time on the left, volume by price on the right. */
export function FlowCharts({ model, totals, trades, round, instrument, window }: FlowChartsProps) {
  const t = useText('panel-order-flow');
  const delta = useRef<CanvasHandle>(null);
  const profile = useRef<CanvasHandle>(null);
  const lengthMs = intervalMs[window];
  const marks = useMemo(() => {
    const from = bigFrom(totals);
    return trades.filter((trade) => isBig(trade, from)).map(({ timeMs, side }) => ({ timeMs: timeMs, side }));
  }, [trades, totals]);

  const drawDelta = useCallback(
    (frame: CanvasFrame) => {
      const intervals = model.intervals(lengthMs);
      const last = intervals.at(-1)?.cumulative ?? 0n;
      const cumulative = t('cumulative', { delta: `${last > 0n ? '+' : ''}${formatCompact(volumeText(last))}` });
      paintDelta(frame, {
        intervals,
        lengthMs,
        slots: (flowWindows[window] * minuteMs) / lengthMs,
        marks,
        fontFamily: frame.fontFamily,
        texts: { delta: t('deltaBy', { minutes: lengthMs / minuteMs }), cumulative },
      });
    },
    [model, lengthMs, window, marks, t],
  );
  const drawProfile = useCallback(
    (frame: CanvasFrame) => {
      const { lines, step } = model.profile(Math.max(4, Math.floor(frame.height / profileRow)));
      paintProfile(frame, { lines, fontFamily: frame.fontFamily, priceText: (price) => formatDecimal(price, decimalsOf(step)) });
    },
    [model],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` says that the model has changed in place
  useEffect(() => {
    delta.current?.invalidate();
    profile.current?.invalidate();
  }, [round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const busiest = useMemo(() => {
    const [first, ...rest] = model.profile(40).lines;
    const sum = ({ buy, sell }: ProfileLine): bigint => buy + sell;
    return first === undefined ? null : rest.reduce((top, line) => (sum(line) > sum(top) ? line : top), first).price;
  }, [model, round]);

  return (
    <div className={styles.charts}>
      <CanvasView ref={delta} draw={drawDelta} label={t('deltaLabel', { symbol: instrument.symbol, window })} />
      <CanvasView
        ref={profile}
        draw={drawProfile}
        label={t('profileLabel', { symbol: instrument.symbol, window, price: busiest ?? '–' })}
      />
    </div>
  );
}
