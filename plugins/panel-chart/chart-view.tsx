import { reaction } from 'mobx';
import { useEffect, useId, useRef, useState } from 'react';
import type { ChartAction } from '../../core/contract/chart.ts';
import type { LinkGroup } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import { listed } from '../../core/domain/joined-text.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatNumber } from '../../core/domain/numbers/number-text.ts';
import { formatDecimal, formatTime, OldPrices, splitKey, useServices, useText } from '../../core/ui/index.ts';
import { ChartEngine } from './chart-engine.ts';
import { chartKey } from './chart-keys.ts';
import styles from './chart-panel.module.css';
import type { ChartSourceState } from './chart-source.ts';
import type { ChartStore } from './chart-store.ts';
import type { BarListener } from './layers/bar-news.ts';
import type { OverlayContributions } from './layers/overlay-layer.ts';
import type { requires } from './requires.ts';
import { AxisHandle, type AxisHandleControl } from './ui/axis-handle.tsx';
import { PriceMenu } from './ui/price-menu.tsx';

/** `noCanvas`: the browser cannot draw it. */
export type ChartViewState = ChartSourceState | 'noCanvas';

interface ChartViewProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  readonly interval: Interval;
  readonly store: ChartStore;
  readonly contributions: OverlayContributions;
  readonly linkGroup: LinkGroup;
  /** Scrolling and zooming are shared with the charts of the group. */
  readonly followsTime: boolean;
  readonly onState: (state: ChartViewState) => void;
  /** Gives the running engine, null when it ends. */
  readonly onEngine: (engine: ChartEngine | null) => void;
}

/** The newest marks are said one by one. */
const spokenMarks = 3;

interface Menu {
  readonly price: string;
  readonly actions: readonly ChartAction[];
  readonly at: { readonly x: number; readonly y: number };
}

/** The canvas, its keys, and what it says to a screen reader. Mount it anew (by key) for another instrument or interval. */
export function ChartView(props: ChartViewProps) {
  const { services, instrument, interval, store, contributions, linkGroup, followsTime, onState, onEngine } = props;
  const t = useText('panel-chart');
  const { frames, timers, newId } = useServices();
  const view = useRef<HTMLDivElement>(null);
  const sayAgain = useRef<() => void>(() => undefined);
  const box = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine | null>(null);
  const handle = useRef<AxisHandleControl | null>(null);
  const summaryId = useId();
  const [summary, setSummary] = useState('');
  const [menu, setMenu] = useState<Menu | null>(null);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { notices, texts } = services;
    const textOf = (localeKey: string): string => {
      const { namespace, key } = splitKey(localeKey);
      return texts.t(namespace, key);
    };
    let bars: Parameters<BarListener> = [null, null];
    const showBar = (): void => store.showBar(...bars);
    const opened = ChartEngine.open({
      element,
      services,
      instrument,
      interval,
      store,
      contributions,
      textOf,
      newId,
      // The frame after the news is that of the trades, the next one that of more news.
      afterFrame: (task) =>
        void requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            timers.after(0, () => {
              frames.leaveNext();
              task();
            }),
          ),
        ),
      later: (delayMs, task) => timers.after(delayMs, task),
      hooks: {
        onState: (state) => {
          onState(state);
          // Whoever was here before the bars has been told nothing yet.
          if (state === 'ready') timers.after(0, () => view.current?.ownerDocument.activeElement === view.current && sayAgain.current());
        },
        // In a frame of the panels: the chart is drawn in this one.
        onBar: (...news) => {
          bars = news;
          frames.schedule(showBar);
        },
        onEditText: (id) => store.select(id),
        accepts: (tool, points) => {
          const problem = opened?.rangeProblem(tool, points) ?? null;
          if (problem !== null) notices.show('warning', textOf(problem));
          return problem === null;
        },
      },
    });
    if (opened === null) return onState('noCanvas');
    engine.current = opened;
    onEngine(opened);
    return () => {
      engine.current = null;
      onEngine(null);
      opened.close();
      frames.cancel(showBar);
    };
  }, [services, frames, timers, newId, instrument, interval, store, contributions, onState, onEngine]);

  // After the engine was made anew, too: this effect has all that one depends on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they make the engine
  useEffect(() => {
    engine.current?.link(services.links, linkGroup, followsTime);
  }, [linkGroup, followsTime, services, timers, instrument, interval, store, contributions, onState, onEngine]);

  // A tool that was chosen by key is used by key.
  useEffect(
    () =>
      reaction(
        () => store.tool,
        (tool) => tool !== null && timers.after(0, () => view.current?.focus({ preventScroll: true })),
      ),
    [store, timers],
  );

  /** Said when the chart gets the keyboard, after each of its keys, and when its bars have come. */
  const describe = (): void => {
    const held = engine.current?.lines.held ?? null;
    if (held !== null) {
      setSummary(t('heldLine', { label: held.label, price: formatDecimal(held.price) }));
      return;
    }
    const { hand = null, crosshair } = engine.current ?? {};
    const place = hand === null ? null : (crosshair?.place ?? null);
    if (hand !== null && place !== null) {
      const price = formatNumber(place.price ?? 0, decimalsOf(instrument.tick));
      setSummary(
        t('point', { number: hand.count + 1, price, time: formatTime(place.timeMs, timers.nowMs(), services.preferences.timeZone) }),
      );
      return;
    }
    const seen = engine.current?.summary() ?? null;
    if (seen === null) return;
    const price = (value: number): string => formatNumber(value, decimalsOf(instrument.tick));
    const change = (100 * (seen.last.close - seen.first.open)) / (seen.first.open || 1);
    const marks = seen.marks.slice(-spokenMarks).map(({ text }) => text);
    const marked = marks.length === 0 ? '' : t('summary.marks', { count: seen.marks.length, marks: listed(marks) });
    const bars = t('summary', {
      symbol: instrument.symbol,
      interval,
      last: price(seen.last.close),
      change: formatNumber(change, 2),
      high: price(seen.high),
      low: price(seen.low),
    });
    setSummary(`${bars}${marked}`);
  };

  useEffect(() => {
    sayAgain.current = describe;
  });

  const openMenu = (x: number, y: number): void => {
    const price = engine.current?.priceAt(y) ?? null;
    if (price === null) return;
    const copy: ChartAction = { id: 'copy', label: t('copyPrice'), tone: 'muted', run: () => void copyPrice(services, price) };
    setMenu({ price, actions: [...(engine.current?.actionsAt(price) ?? []), copy], at: { x, y } });
  };

  return (
    <div
      ref={view}
      className={styles.view}
      role="application"
      aria-roledescription={t('roledescription')}
      aria-label={t('label', { symbol: instrument.symbol, interval })}
      aria-describedby={summaryId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
      tabIndex={0}
      onFocus={describe}
      onContextMenu={(event) => {
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        openMenu(event.clientX - box.left, event.clientY - box.top);
      }}
      onPointerMove={(event) => handle.current?.follow(event)}
      onPointerLeave={() => handle.current?.follow(null)}
      onPointerDown={(event) => event.currentTarget.focus({ preventScroll: true })}
      onKeyDown={(event) => {
        if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
          event.preventDefault();
          const y = engine.current?.lastPriceY() ?? null;
          if (y !== null) openMenu(event.currentTarget.clientWidth / 2, y);
          return;
        }
        if (engine.current === null || !chartKey(event, engine.current, store)) return;
        event.preventDefault();
        event.stopPropagation();
        describe();
        // Marks are counted as they are painted, in the frame that follows.
        requestAnimationFrame(() => timers.after(0, () => sayAgain.current()));
      }}
    >
      <OldPrices exchange={instrument.exchange} className={styles.canvas}>
        <div ref={box} className={styles.canvas} />
      </OldPrices>
      <AxisHandle control={handle} engine={engine} onMenu={openMenu} />
      {menu !== null && <PriceMenu label={formatDecimal(menu.price)} actions={menu.actions} at={menu.at} onClose={() => setMenu(null)} />}
      <p id={summaryId} className={styles.summary} aria-live="polite">
        {summary}
      </p>
    </div>
  );
}

async function copyPrice({ notices, texts }: ChartViewProps['services'], price: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(price);
    notices.show('success', texts.t('panel-chart', 'priceCopied', { price }));
  } catch {
    // The browser or the user does not allow it.
    notices.show('error', texts.t('panel-chart', 'priceNotCopied', { price }));
  }
}
