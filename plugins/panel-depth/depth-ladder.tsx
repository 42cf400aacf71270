import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DepthFeed } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';
import { decimalsOf } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import {
  BarSpace,
  type CanvasFrame,
  type CanvasHandle,
  CanvasView,
  EmptyState,
  formatDecimal,
  PanelBody,
  Skeleton,
  useText,
} from '../../core/ui/index.ts';
import styles from './depth-panel.module.css';
import { buildLadder, groupingSteps, type Ladder, type LadderRow } from './ladder-model.ts';
import { geometryOf, type LadderGeometry, paintLadder, rowAt } from './ladder-painter.ts';
import type { requires } from './requires.ts';

export interface DepthLadderProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  /** Index of the grouping step. */
  readonly grouping: number;
  readonly onGrouping: (grouping: number) => void;
}

const emptyLadder: Ladder = { asks: [], bids: [], spread: null, spreadBps: null, bidShare: null };
const rowHeights = { compact: 20, cosy: 24 } as const;

/** Ladder on a canvas: a DOM ladder cannot keep up with a busy book. Arrows move along the lines, Enter takes the price. */
export const DepthLadder = observer(function DepthLadder({ services, instrument, grouping, onGrouping }: DepthLadderProps) {
  const t = useText('panel-depth');
  const canvas = useRef<CanvasHandle>(null);
  const shown = useRef<{ ladder: Ladder; geometry: LadderGeometry }>({ ladder: emptyLadder, geometry: { rowHeight: 20, rows: 1 } });
  const [cursor, setCursor] = useState<LadderRow | null>(null);
  const [summary, setSummary] = useState<'loading' | 'empty' | 'ready'>('loading');
  const steps = useMemo(() => groupingSteps(instrument.tick), [instrument.tick]);
  const step = steps[grouping] ?? instrument.tick;
  const feed = useDepth(services, instrument.id, () => {
    canvas.current?.invalidate();
    setSummary(stateOf(feedRef.current));
  });
  const feedRef = useRef(feed);
  feedRef.current = feed;

  const own = services.accounts.openOrders.filter((order) => order.id === instrument.id && order.price !== null);
  const ownKey = own.map((order) => `${order.side}${order.price}`).join();
  const lastPrice = services.markets.ticker(instrument.id)?.last ?? null;
  const rowHeight = rowHeights[services.preferences.density];

  // biome-ignore lint/correctness/useExhaustiveDependencies: ownKey stands for the prices of `own`
  const draw = useCallback(
    (frame: CanvasFrame) => {
      const book = feedRef.current;
      if (book === null) return;
      const geometry = geometryOf(frame.height, rowHeight);
      const pricesOf = (side: 'BUY' | 'SELL'): string[] =>
        own.flatMap((order) => (order.side === side && order.price !== null ? [order.price] : []));
      const ladder = buildLadder({
        bids: book.bids,
        asks: book.asks,
        step,
        rows: geometry.rows,
        ownBids: pricesOf('BUY'),
        ownAsks: pricesOf('SELL'),
      });
      shown.current = { ladder, geometry };
      const spreadText =
        ladder.spread === null
          ? t('oneSided')
          : t('spread', { spread: formatDecimal(ladder.spread), bps: ladder.spreadBps?.toFixed(2) ?? '' });
      const fontFamily = getComputedStyle(document.body).fontFamily;
      const last = lastPrice === null ? null : formatTick(lastPrice, instrument.tick);
      paintLadder(frame, { ladder, geometry, step, lot: instrument.lot, fontFamily, marked: cursor, spreadText, last, lastTone: 'none' });
    },
    [step, rowHeight, ownKey, lastPrice, cursor, instrument, t],
  );

  const pick = (row: LadderRow | null): void => {
    if (row !== null) services.workspace.pickPrice(instrument.id, row.price, row.side === 'BUY' ? 'SELL' : 'BUY');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { ladder } = shown.current;
    const lines = [...ladder.asks].reverse().concat(ladder.bids);
    const at = lines.findIndex((row) => row.price === cursor?.price && row.side === cursor.side);
    if (event.key === 'ArrowDown') setCursor(lines[at < 0 ? ladder.asks.length : Math.min(at + 1, lines.length - 1)] ?? null);
    else if (event.key === 'ArrowUp') setCursor(lines[at < 0 ? ladder.asks.length - 1 : Math.max(at - 1, 0)] ?? null);
    else if (event.key === 'Enter') pick(cursor);
    else if (event.key === 'Escape') setCursor(null);
    else return;
    event.preventDefault();
  };
  const label =
    cursor === null ? t('label', { symbol: instrument.symbol }) : t('line', { price: cursor.price, qty: cursor.qty, total: cursor.total });

  return (
    <PanelBody
      bar={
        <>
          <BarSpace />
          <select
            className={styles.select}
            aria-label={t('grouping')}
            value={grouping}
            onChange={(event) => onGrouping(Number(event.target.value))}
          >
            {steps.map((one, index) => (
              <option key={one} value={index}>
                {one}
              </option>
            ))}
          </select>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.columns} aria-hidden="true">
          <span>{t('price', { asset: instrument.quote })}</span>
          <span>{t('quantity', { asset: instrument.base })}</span>
          <span>{t('total', { asset: instrument.base })}</span>
        </div>
        <div className={styles.ladder} role="listbox" tabIndex={0} aria-label={label} aria-live="off" onKeyDown={onKeyDown}>
          <CanvasView
            ref={canvas}
            draw={draw}
            label={label}
            onPointer={({ kind, y }) => {
              const row = kind === 'leave' ? null : rowAt(shown.current.ladder, shown.current.geometry, y);
              if (kind === 'press') pick(row);
              setCursor(row);
            }}
          />
          {summary !== 'ready' && (
            <div className={styles.cover}>
              {summary === 'loading' ? <Skeleton rows={12} /> : <EmptyState icon="depth" text={t('empty')} />}
            </div>
          )}
        </div>
      </div>
    </PanelBody>
  );
});

const formatTick = (price: string, tick: string): string => {
  const [whole = '0', fraction = ''] = price.split('.');
  const decimals = decimalsOf(tick);
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0').slice(0, decimals)}`;
};

const stateOf = (feed: DepthFeed | null): 'loading' | 'empty' | 'ready' =>
  feed === null || !feed.ready ? 'loading' : feed.bids.length + feed.asks.length === 0 ? 'empty' : 'ready';

/** Opens the book while the component is mounted. */
function useDepth(services: Resolved<typeof requires>, id: string, onChange: () => void): DepthFeed | null {
  const [feed, setFeed] = useState<DepthFeed | null>(null);
  const listener = useRef(onChange);
  listener.current = onChange;
  useEffect(() => {
    const opened = services.feeds.depth(id);
    const stop = opened.onChange(() => listener.current());
    setFeed(opened);
    listener.current();
    return () => {
      void stop();
      opened.close();
    };
  }, [services.feeds, id]);
  return feed;
}
