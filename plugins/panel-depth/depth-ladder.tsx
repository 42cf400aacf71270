import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { ClickKind } from '../../core/domain/orders/order-safety.ts';
import {
  type CanvasFrame,
  type CanvasHandle,
  CanvasView,
  EmptyState,
  formatDecimal,
  formatNumber,
  PanelBody,
  PlaceOrderButton,
  Skeleton,
  touchPointer,
  useMedia,
  useText,
} from '../../core/ui/index.ts';
import { useOneClick } from '../../core/ui/one-click/use-one-click.ts';
import { ArmedStrip } from './armed-strip.tsx';
import { DepthBar } from './depth-bar.tsx';
import { DepthColumns } from './depth-columns.tsx';
import styles from './depth-panel.module.css';
import { type DepthSettings, factorOf, maxAmountOf } from './depth-settings.ts';
import { bookColumns, gutterOf, gutters } from './ladder-geometry.ts';
import { LadderKeys } from './ladder-keys.ts';
import type { LadderLine } from './ladder-model.ts';
import { paintLadder } from './ladder-painter.ts';
import { LadderPointer } from './ladder-pointer.ts';
import { LadderRows } from './ladder-rows.tsx';
import { LadderScene } from './ladder-scene.ts';
import { OwnOrdersTip } from './own-orders-tip.tsx';
import { fixedFactorOf, groupingSteps } from './price-grid.ts';
import type { requires } from './requires.ts';
import { useDepth, useOwnMarket } from './use-depth.ts';

interface DepthLadderProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  readonly settings: DepthSettings;
  readonly updateConfig: (patch: PanelConfig) => void;
  readonly visible: boolean;
}

const rowHeights = { compact: 20, cosy: 24 } as const;
/** Under a finger. Lower than other targets: a book of three prices a side is none, and a price only goes into the ticket. */
const touchRowHeight = 32;

/** Ladder on a canvas, because a DOM ladder cannot keep up with a busy book, with its lines in words beside it. */
export const DepthLadder = observer(function DepthLadder(props: DepthLadderProps) {
  const { services, instrument, settings, updateConfig, visible } = props;
  const t = useText('panel-depth');
  const id = useId();
  const canvas = useRef<CanvasHandle>(null);
  const list = useRef<HTMLDivElement>(null);

  // Steps follow the price only roughly: the first that is known decides, and no later one moves the lines. A window knows none at first.
  const opening = useRef<string | null>(null);
  opening.current ??= services.markets.ticker(instrument.id)?.last ?? null;
  const price = opening.current;
  const [steps, fixedFactor] = useMemo(() => {
    const offered = groupingSteps(instrument.tick, price);
    return [offered, fixedFactorOf(offered, price)] as const;
  }, [instrument, price]);
  const factor = factorOf(settings, instrument.id) ?? (settings.mode === 'ladder' ? fixedFactor : settings.factor);
  const step = steps.find((one) => one.factor === factor) ?? steps[0] ?? { factor: 1, step: instrument.tick };
  const decimals = step.step.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const sceneSettings = { mode: settings.mode, measure: settings.measure, bars: settings.bars, factor: step.factor, decimals };
  const [scene] = useState(() => new LadderScene(instrument.tick, sceneSettings));

  const invalidate = useCallback(() => canvas.current?.invalidate(), []);
  const takeKeyboard = useCallback(() => list.current?.focus({ preventScroll: true }), []);
  const state = useDepth(services, instrument, scene, visible, invalidate);
  useOwnMarket(services, instrument, scene, visible, invalidate);
  const oneClick = useOneClick(services, instrument, visible, list);
  const [, showCursor] = useState<LadderLine | null>(null);
  const [tip, setTip] = useState<LadderLine | null>(null);
  const hovered = useRef<LadderLine | null>(null);
  const target = useRef<LadderLine | null>(null);
  const [summary, setSummary] = useState('');
  // Own orders are a mark on their line, so that no price moves for them; clicks on them need the room of a column.
  const hasOwn = oneClick.armed;
  const [ownWidth, setOwnWidth] = useState<number>(gutters.wide);
  const [hasTotal, setHasTotal] = useState(true);
  const [hasLost, setHasLost] = useState(false);
  const touch = useMedia(touchPointer);
  const rowHeight = touch ? touchRowHeight : rowHeights[services.preferences.density];

  const draw = useCallback(
    (frame: CanvasFrame) => {
      scene.configure({ mode: settings.mode, measure: settings.measure, bars: settings.bars, factor: step.factor, decimals });
      scene.follows = !oneClick.armed;
      const gutter = hasOwn ? gutterOf(frame.width) : 0;
      setOwnWidth(gutterOf(frame.width));
      setHasTotal(bookColumns({ width: frame.width, gutter }).totalRight !== null);
      scene.compose(frame.width, frame.height, rowHeight, gutter);
      setHasLost(scene.hasLost);
      const { ladder, placed, geometry, grid, last, lastTone, lastKey } = scene;
      const showsShares = ladder.bidShare !== null && !scene.isOneSided;
      const bids = Math.round((ladder.bidShare ?? 0) * 100);
      const texts = {
        spread: spreadText(scene, t),
        bids: showsShares ? t('bidShare', { percent: String(bids) }) : '',
        asks: showsShares ? t('askShare', { percent: String(100 - bids) }) : '',
      };
      const marked = scene.find(hovered.current) ?? scene.cursorLine;
      const { measure } = settings;
      paintLadder(frame, {
        ...{
          ladder,
          placed,
          geometry,
          grid,
          measure,
          bars: scene.bars,
          lot: instrument.lot,
          fontFamily: frame.fontFamily,
          marked,
          target: target.current,
        },
        ...{ last: last === null ? null : grid.text(grid.key(last)), lastTone, lastKey, texts },
      });
    },
    [scene, settings, step.factor, decimals, rowHeight, hasOwn, instrument, oneClick.armed, t],
  );
  const renew = useCallback(() => {
    const { bestBid, bestAsk, bidShare } = scene.ladder;
    const side = (price: string | null): string => (price === null ? t('noPrice') : price);
    const percent = bidShare === null ? '–' : String(Math.round(bidShare * 100));
    setSummary(
      t('summary', {
        symbol: instrument.symbol,
        bid: side(bestBid),
        ask: side(bestAsk),
        spread: spreadText(scene, t),
        percent,
        last: side(scene.last),
      }),
    );
  }, [scene, instrument, t]);

  // The ladder stands at the spread when clicks begin to send, and does not move by itself from then on.
  useEffect(() => {
    if (oneClick.armed && !scene.isHeld) scene.recentre();
  }, [scene, oneClick.armed]);
  // Behind another panel nobody is told that the pointer has gone.
  useEffect(() => {
    if (!visible) scene.hasPointer = false;
  }, [scene, visible]);

  const pick = (line: LadderLine): void => {
    services.workspace.pickPrice(instrument.id, line.price);
  };
  const context = (side: OrderSide) => ({
    instrument,
    last: scene.last,
    opposite: side === 'BUY' ? scene.ladder.bestAsk : scene.ladder.bestBid,
    maxAmount: maxAmountOf(settings, instrument.quote),
  });
  const place = (side: OrderSide, kind: ClickKind, line: LadderLine): void => {
    void oneClick.store.place({ side, kind, price: line.price, qty: oneClick.qty }, context(side));
  };
  const actions = {
    armed: () => oneClick.store.armed,
    hit: (x: number, y: number) => scene.hit(x, y),
    pick,
    place,
    cancel: oneClick.store.cancel,
    amend: (orders: Parameters<typeof oneClick.store.cancel>[0], line: LadderLine) => {
      const side = orders[0]?.side ?? 'BUY';
      void oneClick.store.amend(orders, line.price, context(side));
    },
    hover: (line: LadderLine | null) => {
      hovered.current = line;
      setTip(line?.own === null ? null : line);
      invalidate();
    },
    target: (line: LadderLine | null) => {
      target.current = line;
    },
  };
  const live = useRef(actions);
  live.current = actions;
  const [pointer] = useState(
    () =>
      new LadderPointer({
        armed: () => live.current.armed(),
        hit: (x, y) => live.current.hit(x, y),
        pick: (line) => live.current.pick(line),
        place: (side, kind, line) => live.current.place(side, kind, line),
        cancel: (orders) => void live.current.cancel(orders),
        amend: (orders, line) => live.current.amend(orders, line),
        hover: (line) => live.current.hover(line),
        target: (line) => live.current.target(line),
      }),
  );
  const keys = new LadderKeys({
    scene,
    armed: oneClick.armed,
    pick,
    place,
    cancel: (orders) => void oneClick.store.cancel(orders),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') pointer.abandon();
    if (!keys.handle(event)) return;
    event.preventDefault();
    showCursor(scene.cursor);
    invalidate();
  };
  const hold = (): void => {
    scene.hasPointer = true;
  };
  const recentre = (): void => {
    scene.recentre();
    invalidate();
    // The button goes, and the keyboard would go with it.
    takeKeyboard();
  };
  const tipPlace = tip === null ? undefined : scene.placed.find(({ line }) => line.key === tip.key && line.side === tip.side);

  return (
    <PanelBody
      prices={instrument.exchange}
      bar={
        <DepthBar
          settings={settings}
          instrument={instrument}
          steps={steps}
          factor={step.factor}
          oneClick={oneClick}
          updateConfig={updateConfig}
        />
      }
    >
      <div className={styles.body} style={{ ['--gutter' as string]: `${hasOwn ? ownWidth : 0}px` }}>
        {oneClick.armed && (
          <ArmedStrip
            services={services}
            settings={settings}
            instrument={instrument}
            lastPrice={scene.last}
            oneClick={oneClick}
            updateConfig={updateConfig}
            onLeaveFocus={takeKeyboard}
          />
        )}
        <DepthColumns
          mode={settings.mode}
          measure={settings.measure}
          instrument={instrument}
          hasOwn={hasOwn && ownWidth > gutters.mark}
          hasTotal={hasTotal}
          bars={settings.bars}
          onMeasure={(measure) => updateConfig({ measure })}
          onBars={(bars) => updateConfig({ bars })}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it keeps the keyboard in the list that stands in it */}
        <div
          className={oneClick.armed ? `${styles.ladder} ${styles.armed}` : styles.ladder}
          // Of all that lies over the canvas as well: an empty book covers it for a moment.
          // A press brings the keyboard to the list; the browser would take it on to the panel, where no shortcut of the ladder answers.
          onMouseDown={(event) => event.preventDefault()}
          onPointerEnter={hold}
          onPointerMove={hold}
          onPointerLeave={() => {
            scene.hasPointer = false;
            invalidate();
          }}
        >
          <CanvasView
            ref={canvas}
            draw={draw}
            label={summary === '' ? t('label', { symbol: instrument.symbol }) : summary}
            onPointer={(event) => {
              if (event.kind === 'press') takeKeyboard();
              pointer.handle(event);
            }}
            onWheel={(lines) => {
              scene.scroll(lines);
              invalidate();
            }}
          />
          <LadderRows
            ref={list}
            id={id}
            scene={scene}
            label={t('label', { symbol: instrument.symbol })}
            onKeyDown={onKeyDown}
            onFocus={(has) => {
              scene.hasKeyboard = has;
              invalidate();
            }}
            onRenew={renew}
          />
          {hasLost && (
            <button type="button" className={styles.recentre} onClick={recentre}>
              {t('recentre')}
            </button>
          )}
          {tipPlace?.line.own != null && (
            <OwnOrdersTip
              orders={tipPlace.line.own.orders}
              top={tipPlace.top}
              bottom={tipPlace.top + rowHeight}
              height={scene.geometry.height}
            />
          )}
          {state !== 'ready' && (
            <div className={styles.cover}>
              {state === 'loading' ? (
                <Skeleton rows={12} />
              ) : (
                <EmptyState icon="depth" text={t('empty')} action={<PlaceOrderButton workspace={services.workspace} />} />
              )}
            </div>
          )}
        </div>
      </div>
    </PanelBody>
  );
});

function spreadText(scene: LadderScene, t: (key: string, params?: Readonly<Record<string, string>>) => string): string {
  const { spread, spreadBps } = scene.ladder;
  return spread === null
    ? t('oneSided')
    : t('spread', { spread: formatDecimal(spread), bps: spreadBps == null ? '' : formatNumber(spreadBps, 2) });
}
