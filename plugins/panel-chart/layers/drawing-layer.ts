import type { Chart, Overlay, OverlayCreate, Point } from 'klinecharts';
import { reaction } from 'mobx';
import type { ChartPoint } from '../../../core/contract/chart.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { barAt, type ChartContext } from '../chart-context.ts';
import { type Drawing, maxTextLength } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import { type DrawingData, overlayNameOf } from '../drawing/drawing-data.ts';
import { DrawingHand } from '../drawing/drawing-hand.ts';
import type { DrawingTool, Pixel } from '../drawing/tool.ts';
import { magnetised } from '../snap.ts';
import { pointAt, preciseTimeAt } from './surface.ts';

const group = 'drawings';
/** A freehand line keeps this many of its points. */
const maxFreehandPoints = 200;

export interface DrawingLayerHooks {
  /** A drawing is complete; false: it cannot stand there and is taken back. */
  accepts(tool: string, points: readonly ChartPoint[]): boolean;
  onEditText(id: string): void;
}

/** Told when the pointer comes upon an overlay and when it leaves it. */
export type HoverListener = (id: string, inside: boolean) => void;

/** Keeps klinecharts' overlays in step with the drawings of the store, and tells the store what the pointer did to them. */
export class DrawingLayer {
  readonly #chart: Chart;
  readonly #store: ChartStore;
  readonly #context: Pick<ChartContext, 'bars' | 'toolOf'>;
  readonly #hooks: DrawingLayerHooks;
  readonly #newId: () => string;
  readonly #onHover: HoverListener;
  /** What stands on the chart, as it was put there. */
  readonly #shown = new Map<string, Drawing>();
  readonly #disposers: readonly Disposer[];
  /** The drawing that waits for points, and what is seen of it. */
  #hand: DrawingHand | null = null;
  #draftId: string | null = null;

  constructor(
    chart: Chart,
    store: ChartStore,
    context: Pick<ChartContext, 'bars' | 'toolOf'>,
    hooks: DrawingLayerHooks,
    newId: () => string,
    onHover: HoverListener,
  ) {
    this.#chart = chart;
    this.#store = store;
    this.#context = context;
    this.#hooks = hooks;
    this.#newId = newId;
    this.#onHover = onHover;
    this.#disposers = [
      reaction(
        () => [store.document.drawings, store.drawingsHidden, store.drawingsLocked, store.selectedId] as const,
        () => this.#synchronise(),
        { fireImmediately: true },
      ),
      reaction(
        () => store.tool,
        (tool) => this.#begin(tool),
        { fireImmediately: true },
      ),
    ];
  }

  /** The drawing that waits for points; null: none. */
  get hand(): DrawingHand | null {
    return this.#hand;
  }

  close(): void {
    for (const dispose of this.#disposers) void dispose();
  }

  #synchronise(): void {
    const { document, drawingsHidden, drawingsLocked, selectedId } = this.#store;
    const wanted = new Map(document.drawings.map((drawing) => [drawing.id, drawing]));
    for (const id of [...this.#shown.keys()]) {
      if (wanted.has(id)) continue;
      this.#shown.delete(id);
      this.#chart.removeOverlay({ id });
    }
    for (const drawing of wanted.values()) {
      const { id } = drawing;
      const lock = drawing.locked || drawingsLocked;
      const overlay = { ...this.#overlayOf(drawing, id === selectedId && !lock), visible: !drawingsHidden, lock };
      if (this.#shown.has(id)) this.#chart.overrideOverlay(overlay);
      else this.#chart.createOverlay(overlay);
      this.#shown.set(id, drawing);
    }
  }

  /** Takes the store's tool in hand, or puts it away. */
  #begin(tool: string | null): void {
    this.#hand = null;
    this.#removeDraft();
    const clicks = tool === null ? undefined : this.#context.toolOf(tool)?.clicks;
    if (tool === null || clicks === undefined) return;
    this.#hand = new DrawingHand({
      clicks,
      pointAt: (at) => this.#pointAt(at, clicks),
      onPreview: (points) => this.#preview(tool, points),
      onComplete: (points) => this.#complete(tool, points),
    });
  }

  #pointAt(at: Pixel, clicks: DrawingTool['clicks']): ChartPoint | null {
    const point = pointAt(this.#chart, at.x, at.y);
    if (point === null) return null;
    // A brush would be a staircase on the bars' times.
    if (clicks === 'freehand') return { ...point, timeMs: preciseTimeAt(this.#chart, at.x) ?? point.timeMs };
    const bar = this.#store.magnet ? barAt(this.#context.bars(), point.timeMs) : null;
    return bar === null ? point : { ...point, price: magnetised(point.price, bar) };
  }

  #preview(tool: string, points: readonly ChartPoint[]): void {
    if (points.length === 0) {
      this.#removeDraft();
      return;
    }
    const extendData: DrawingData = { tool, text: '…', ...this.#store.nextStyle, handles: true };
    const overlay = { name: overlayNameOf(tool), points: points.map(libraryPoint), extendData };
    if (this.#draftId !== null) this.#chart.overrideOverlay({ id: this.#draftId, ...overlay });
    else {
      this.#draftId = this.#newId();
      this.#chart.createOverlay({ id: this.#draftId, groupId: group, lock: true, ...overlay });
    }
  }

  #removeDraft(): void {
    if (this.#draftId !== null) this.#chart.removeOverlay({ id: this.#draftId });
    this.#draftId = null;
  }

  #complete(tool: string, points: readonly ChartPoint[]): void {
    const kept = thinned(points);
    if (kept.length === 0 || !this.#hooks.accepts(tool, kept)) this.#store.pickTool(null);
    else this.#hooks.onEditText(this.#store.addDrawing({ tool, points: kept }));
  }

  #overlayOf(drawing: Drawing, handles: boolean): OverlayCreate {
    const { id, tool, points, text, colour, width, dashed } = drawing;
    const data: DrawingData = { tool, text: text === '' ? '…' : text.slice(0, maxTextLength), colour, width, dashed, handles };
    return {
      name: overlayNameOf(tool),
      id,
      groupId: group,
      mode: 'normal',
      points: points.map(libraryPoint),
      extendData: data,
      onSelected: () => this.#store.select(id),
      onDeselected: () => {
        if (this.#store.selectedId === id) this.#store.select(null);
      },
      onPressedMoveEnd: ({ overlay }) => this.#moved(id, overlay),
      onMouseEnter: () => this.#onHover(id, true),
      onMouseLeave: () => this.#onHover(id, false),
      onDoubleClick: () => this.#hooks.onEditText(id),
      // The library would remove it.
      onRightClick: (event) => {
        event.preventDefault?.();
        this.#store.select(id);
      },
    };
  }

  #moved(id: string, overlay: Overlay): void {
    const points = pointsOf(overlay);
    const before = this.#shown.get(id);
    if (before === undefined || points.length === 0 || JSON.stringify(points) === JSON.stringify(before.points)) return;
    this.#store.changeDrawing(id, { points });
  }
}

const libraryPoint = ({ timeMs, price }: ChartPoint) => ({ timestamp: timeMs, value: price });

/** Empty while there are no bars to take times from. */
function pointsOf({ points }: { readonly points: readonly Partial<Point>[] }): readonly ChartPoint[] {
  return thinned(
    points.flatMap(({ timestamp, value }) => (timestamp === undefined || value === undefined ? [] : [{ timeMs: timestamp, price: value }])),
  );
}

/** As many points of a freehand line as are kept; none twice in a row. */
function thinned(points: readonly ChartPoint[]): readonly ChartPoint[] {
  const every = Math.ceil(points.length / maxFreehandPoints);
  const rounded = points.map(({ timeMs, price }) => ({ timeMs: Math.round(timeMs), price }));
  return rounded.filter((point, i) => {
    const before = rounded[i - 1];
    const repeats = before !== undefined && before.timeMs === point.timeMs && before.price === point.price;
    return !repeats && (i % every === 0 || i === rounded.length - 1);
  });
}
