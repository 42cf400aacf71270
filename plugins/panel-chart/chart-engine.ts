import { type Chart, dispose, init } from 'klinecharts';
import { reaction } from 'mobx';
import type { ChartAction, ChartBar, ChartMark, ChartPoint, ChartSurface, ChartTarget } from '../../core/contract/chart.ts';
import type { PanelLinks } from '../../core/contract/client-services.ts';
import type { LinkGroup } from '../../core/contract/panel.ts';
import type { Disposer, Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatCompact } from '../../core/domain/numbers/number-text.ts';
import { type ChartContext, setContext } from './chart-context.ts';
import { barSpaceLimits } from './chart-document.ts';
import { ChartSource, type ChartSourceState, periodOf } from './chart-source.ts';
import type { ChartStore } from './chart-store.ts';
import { chartStyles } from './chart-styles.ts';
import type { DrawingHand } from './drawing/drawing-hand.ts';
import { registerDrawings } from './drawing/register.ts';
import { registerIndicators } from './indicators/register.ts';
import { type BarListener, BarNews } from './layers/bar-news.ts';
import { ChartPointer } from './layers/chart-pointer.ts';
import { CompareLayer } from './layers/compare-layer.ts';
import { createContext } from './layers/context.ts';
import { Crosshair } from './layers/crosshair.ts';
import { DrawingLayer, type DrawingLayerHooks, type HoverListener } from './layers/drawing-layer.ts';
import { DrawingPointer } from './layers/drawing-pointer.ts';
import { IndicatorLayer, isSmall, type Size } from './layers/indicator-layer.ts';
import { LineLayer } from './layers/line-layer.ts';
import { chartLinks, LinkLayer } from './layers/link-layer.ts';
import { type OverlayContributions, OverlayLayer, overlayKeyOf } from './layers/overlay-layer.ts';
import { PlotLayer } from './layers/plot-layer.ts';
import { lastLabelY, uncoveredTicks } from './layers/price-axis.ts';
import { mainPane, pointAt, type SurfaceBase, yOf } from './layers/surface.ts';
import { TimeAxis } from './layers/time-axis.ts';
import { ViewLayer, type ViewLayerParts } from './layers/view-layer.ts';
import { type Caption, captioned } from './picture.ts';
import type { requires } from './requires.ts';
import { snapToTick } from './snap.ts';

interface ChartEngineOptions {
  readonly element: HTMLElement;
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  readonly interval: Interval;
  readonly store: ChartStore;
  readonly contributions: OverlayContributions;
  readonly textOf: (localeKey: string) => string;
  readonly newId: () => string;
  readonly afterFrame: (task: () => void) => void;
  readonly later: ViewLayerParts['later'];
  readonly hooks: DrawingLayerHooks & {
    onState(state: ChartSourceState): void;
    /** The bar under the crosshair, else the last one, and the one before it; null without bars. */
    readonly onBar: BarListener;
  };
}

interface VisibleSummary {
  readonly last: ChartBar;
  readonly first: ChartBar;
  readonly high: number;
  readonly low: number;
  /** Marks of all overlays in sight. */
  readonly marks: readonly ChartMark[];
}

/** Share of the view that one press of an arrow key moves. */
const panShare = 0.1;
const zoomStep = 1.25;

/** One klinecharts canvas with everything that stands on it. Made anew for another instrument or interval; `close` ends all of it. */
export class ChartEngine {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #contributions: OverlayContributions;
  readonly #compare: CompareLayer;
  readonly #plots: PlotLayer;
  /** The price lines of all overlays. */
  readonly lines: LineLayer;
  readonly #overlays: OverlayLayer;
  readonly #drawings: DrawingLayer;
  readonly crosshair: Crosshair;
  readonly #instrument: Instrument;
  readonly #context: ChartContext;
  readonly #news: BarNews;
  readonly #axis: TimeAxis;
  #link: LinkLayer | null = null;
  /** In reverse order of what they end. */
  readonly #disposers: Disposer[] = [];

  /** Null when the browser gives no canvas. */
  static open(options: ChartEngineOptions): ChartEngine | null {
    // The library draws without asking whether it can.
    if (document.createElement('canvas').getContext('2d') === null) return null;
    registerIndicators();
    registerDrawings();
    // Keys are the panel's: the library would listen on the whole page, for every chart at once.
    const chart = init(options.element, { timezone: options.services.preferences.timeZone, hotkey: { enabled: false } });
    return chart === null ? null : new ChartEngine(chart, options);
  }

  private constructor(chart: Chart, options: ChartEngineOptions) {
    const { element, services, instrument, interval, store, contributions, hooks } = options;
    const { feeds, preferences } = services;
    this.#chart = chart;
    this.#element = element;
    this.#instrument = instrument;
    this.#contributions = contributions;
    this.#axis = new TimeAxis(chart, interval);
    this.crosshair = new Crosshair(chart, element);
    this.#news = new BarNews(chart, this.crosshair, hooks.onBar);
    const pointer = new ChartPointer(chart, element, store);
    this.#disposers.push(
      () => dispose(element),
      () => this.crosshair.close(),
      () => this.#link?.close(),
      () => this.#news.close(),
      () => pointer.close(),
    );
    const target = { instrumentId: instrument.id, interval };
    const source = new ChartSource(feeds, target, {
      onState: hooks.onState,
      onBars: (change) => this.#news.note(change),
      onReset: () => chart.resetData(),
      afterFrame: options.afterFrame,
    });
    this.#disposers.push(() => source.close());
    let overlays: OverlayLayer | null = null;
    const onHover: HoverListener = (id, inside) => pointer.hover(id, inside);
    this.lines = new LineLayer(chart, instrument.tick, onHover);
    const context = createContext({
      chart,
      element,
      contributions,
      textOf: options.textOf,
      marks: () => overlays?.marks() ?? [],
      pointer: () => this.crosshair.pixel,
      linePlaces: (pane) => this.lines.places(pane),
    });
    this.#context = context;
    setContext(chart, context);
    chart.setStyles(chartStyles(context));
    chart.setFormatter({ formatBigNumber: (value) => formatCompact(String(value)) });
    chart.setBarSpace(store.document.barSpace);
    chart.setSymbol({
      ticker: instrument.symbol,
      pricePrecision: decimalsOf(instrument.tick),
      volumePrecision: decimalsOf(instrument.lot),
    });
    chart.setPeriod(periodOf(interval));
    chart.setDataLoader(source.loader());
    const indicators = new IndicatorLayer(chart, store, context);
    this.#compare = new CompareLayer(chart, store, context, feeds, interval);
    this.#plots = new PlotLayer(chart, context);
    const drawings = new DrawingLayer(chart, store, context, hooks, options.newId, onHover);
    this.#drawings = drawings;
    const hand = new DrawingPointer({
      element,
      hand: () => drawings.hand,
      isOnPlot: ({ x, y }) => pointAt(chart, x, y) !== null,
    });
    this.#disposers.push(
      () => hand.close(),
      // The library forgets a selection that it did not make itself.
      pointer.onClick(() => store.select(null)),
    );
    const base: SurfaceBase = {
      ...target,
      bars: context.bars,
      onBars: (listener) => this.#news.listen(listener),
      onClick: (listener) => pointer.onClick(listener),
      onAxisClick: (listener) =>
        pointer.onAxisClick((y) => {
          const price = this.priceAt(y);
          if (price !== null) listener(price);
        }),
    };
    overlays = new OverlayLayer(chart, store, contributions, base, this.lines, this.#plots);
    this.#overlays = overlays;
    this.#news.listen((change) => change === 'all' && this.#compare.invalidate());
    const view = new ViewLayer({
      chart,
      axis: this.#axis,
      endMs: store.document.ends[interval] ?? null,
      keep: (endMs) => store.setEnd(interval, endMs),
      later: options.later,
      onBars: (listener) => this.#news.listen(listener),
    });
    const createTicks = uncoveredTicks((height) => [lastLabelY(chart, height), ...this.lines.axisYs]);
    const layers = [indicators, this.#compare, this.#plots, drawings, overlays, view];
    this.#disposers.push(
      ...layers.map((layer) => () => layer.close()),
      this.#followSize(() => indicators.fit()),
      this.#followView(store),
      reaction(
        () => store.document.scale,
        (name) => {
          chart.overrideYAxis({ name, paneId: mainPane, createTicks });
          indicators.axisChanged();
        },
        { fireImmediately: true },
      ),
      reaction(
        () => [preferences.theme, preferences.redUp, preferences.timeZone] as const,
        ([, , timeZone]) => {
          chart.setTimezone(timeZone);
          // The theme's attribute on <html> changes in the same action; its colours can be read a frame later.
          requestAnimationFrame(() => {
            context.forgetColours();
            chart.setStyles(chartStyles(context));
            indicators.repaint();
            this.#compare.repaint();
            this.#plots.repaint();
          });
        },
      ),
    );
  }

  /** The points of the drawing in hand; null: none. */
  get hand(): Pick<DrawingHand, 'count' | 'move' | 'set'> | null {
    return this.#drawings.hand;
  }

  get compare(): Pick<CompareLayer, 'changeAt'> {
    return this.#compare;
  }

  /** Lines that overlays lay over the candles. */
  get plots(): Pick<PlotLayer, 'valuesAt'> {
    return this.#plots;
  }

  close(): void {
    for (const disposer of this.#disposers.splice(0).reverse()) void disposer();
  }

  /** Joins the charts of a link group; their crosshair, and when asked their place in time, become one. */
  link(links: PanelLinks, group: LinkGroup, followsTime: boolean): void {
    this.#link?.close();
    this.#link = new LinkLayer(
      this.#chart,
      this.crosshair,
      this.#axis,
      (listener) => links.join(chartLinks, group, listener),
      (listener) => this.#news.listen(listener),
    );
    this.#link.followsTime = followsTime;
  }

  /** Moves the view by a tenth of its width, times `steps`; positive: towards older bars. */
  pan(steps: number): void {
    this.#chart.scrollByDistance(steps * panShare * (this.#chart.getSize(mainPane, 'main')?.width ?? 0));
  }

  /** Keeps the middle of the view in place. */
  zoom(inwards: boolean): void {
    const size = this.#chart.getSize(mainPane, 'main');
    this.#chart.zoomAtCoordinate(inwards ? zoomStep : 1 / zoomStep, { x: (size?.width ?? 0) / 2, y: 0 });
  }

  showNewest(): void {
    this.#chart.scrollToRealTime();
  }

  /** What the visible bars say; null without bars. */
  summary(): VisibleSummary | null {
    const bars = this.#news.bars();
    const last = bars.at(-1);
    const { from, to } = this.#chart.getVisibleRange();
    const visible = bars.slice(from, to);
    const [first] = visible;
    if (last === undefined || first === undefined) return null;
    return {
      last,
      first,
      high: Math.max(...visible.map(({ high }) => high)),
      low: Math.min(...visible.map(({ low }) => low)),
      marks: this.#context.painted,
    };
  }

  /** The locale key of the sentence that says why an overlay's tool cannot mark these bars; null when it can. */
  rangeProblem(tool: string, points: readonly ChartPoint[]): string | null {
    const overlay = this.#contributions.list().find((one) => overlayKeyOf(one) === tool)?.value;
    const times = points.map(({ timeMs }) => timeMs);
    const result = overlay?.markRange?.(this.#news.bars(), { fromMs: Math.min(...times), toMs: Math.max(...times) });
    return result === undefined || result.ok ? null : result.messageKey;
  }

  /** The price at a height in px of the canvas, also beside the candles; null outside of their pane. */
  priceAt(y: number): string | null {
    const point = pointAt(this.#chart, 0, y);
    return point === null ? null : snapToTick(point.price, this.#instrument.tick);
  }

  /** Where the last price stands, in px; null while it is not seen. */
  lastPriceY(): number | null {
    const last = this.#chart.getDataList().at(-1);
    return last === undefined ? null : yOf(this.#chart, last.close);
  }

  /** Where the candles' pane ends and its axis begins, in px; null while nothing is drawn. */
  get plot(): { readonly width: number; readonly height: number } | null {
    return this.#chart.getSize(mainPane, 'main');
  }

  surfaceOf(overlay: string): ChartSurface | null {
    return this.#overlays.surfaceOf(overlay);
  }

  /** What the shown overlays offer to do at a price. */
  actionsAt(price: string): readonly ChartAction[] {
    const target: ChartTarget = { instrumentId: this.#instrument.id, price };
    return this.#overlays.actionsAt(target);
  }

  /** The chart as a PNG, drawings included, under a line that says what it shows. */
  picture(caption: Caption): Promise<Blob> {
    const { colour, fontFamily } = this.#context;
    const style = { surface: colour('surface'), text: colour('text'), muted: colour('muted'), fontFamily, scale: devicePixelRatio };
    const url = this.#chart.getConvertPictureUrl(true, 'png', style.surface);
    const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
    return captioned(new Blob([bytes], { type: 'image/png' }), caption, style);
  }

  #followSize(fitPanes: () => void): Disposer {
    const sizeNow = (): Size => ({ width: this.#element.clientWidth, height: this.#element.clientHeight });
    let size = sizeNow();
    let small: boolean | null = null;
    const fitLegends = (): void => {
      const now = isSmall(size);
      if (now === small) return;
      small = now;
      this.#chart.setStyles({ indicator: { tooltip: { showRule: now ? 'none' : 'always' } } });
    };
    fitLegends();
    const observer = new ResizeObserver(() => {
      const before = size;
      size = sizeNow();
      // An observer reports once at its start: another layout then draws every pane a second time.
      if (size.width === before.width && size.height === before.height) return;
      this.#chart.resize();
      fitLegends();
      fitPanes();
    });
    observer.observe(this.#element);
    return () => observer.disconnect();
  }

  /** The width of a bar is remembered; other charts of the instrument take it when they are opened. */
  #followView(store: ChartStore): Disposer {
    const remember = (): void => {
      const { bar } = this.#chart.getBarSpace();
      store.setBarSpace(Math.min(barSpaceLimits.max, Math.max(barSpaceLimits.min, bar)));
    };
    this.#chart.subscribeAction('onZoom', remember);
    return () => this.#chart.unsubscribeAction('onZoom', remember);
  }
}
