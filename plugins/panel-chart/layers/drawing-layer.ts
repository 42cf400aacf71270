import type { Chart, Overlay, OverlayCreate, Point } from 'klinecharts';
import { reaction } from 'mobx';
import type { ChartPoint } from '../../../core/contract/chart.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { type Drawing, maxTextLength } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import { type DrawingData, overlayNameOf } from '../drawing/register.ts';

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
  readonly #hooks: DrawingLayerHooks;
  readonly #newId: () => string;
  readonly #onHover: HoverListener;
  /** What stands on the chart, as it was put there. */
  readonly #shown = new Map<string, Drawing>();
  readonly #disposers: readonly Disposer[];
  /** The drawing that waits for clicks. */
  #progressId: string | null = null;

  constructor(chart: Chart, store: ChartStore, hooks: DrawingLayerHooks, newId: () => string, onHover: HoverListener) {
    this.#chart = chart;
    this.#store = store;
    this.#hooks = hooks;
    this.#newId = newId;
    this.#onHover = onHover;
    this.#disposers = [
      reaction(
        () => [store.document.drawings, store.drawingsHidden, store.drawingsLocked] as const,
        () => this.#synchronise(),
        { fireImmediately: true },
      ),
      reaction(
        () => [store.tool, store.magnet] as const,
        () => this.#begin(),
        { fireImmediately: true },
      ),
    ];
  }

  close(): void {
    for (const dispose of this.#disposers) void dispose();
  }

  #synchronise(): void {
    const { document, drawingsHidden, drawingsLocked } = this.#store;
    const wanted = new Map(document.drawings.map((drawing) => [drawing.id, drawing]));
    for (const id of [...this.#shown.keys()]) {
      if (wanted.has(id)) continue;
      this.#shown.delete(id);
      this.#chart.removeOverlay({ id });
    }
    for (const drawing of wanted.values()) {
      const flags = { visible: !drawingsHidden, lock: drawing.locked || drawingsLocked };
      const { id } = drawing;
      if (this.#shown.get(id) === drawing) this.#chart.overrideOverlay({ id, name: overlayNameOf(drawing.tool), ...flags });
      else if (this.#shown.has(id)) this.#chart.overrideOverlay({ ...this.#overlayOf(drawing), ...flags });
      else this.#chart.createOverlay({ ...this.#overlayOf(drawing), ...flags });
      this.#shown.set(id, drawing);
    }
  }

  /** Takes the store's tool in hand, or puts it away. */
  #begin(): void {
    const unfinished = this.#progressId;
    this.#progressId = null;
    if (unfinished !== null) this.#chart.removeOverlay({ id: unfinished });
    const { tool, nextStyle, magnet } = this.#store;
    if (tool === null) return;
    const id = this.#newId();
    this.#progressId = id;
    const data: DrawingData = { tool, text: '…', ...nextStyle };
    this.#chart.createOverlay({
      name: overlayNameOf(tool),
      id,
      groupId: group,
      mode: magnet ? 'strong_magnet' : 'normal',
      extendData: data,
      onDrawEnd: ({ overlay }) => this.#complete(overlay, tool),
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  #complete(overlay: Overlay, tool: string): void {
    this.#progressId = null;
    const points = pointsOf(overlay);
    // klinecharts is still busy with the click that ended the drawing.
    queueMicrotask(() => {
      this.#chart.removeOverlay({ id: overlay.id });
      if (points.length === 0 || !this.#hooks.accepts(tool, points)) return this.#store.pickTool(null);
      const id = this.#store.addDrawing({ tool, points });
      this.#hooks.onEditText(id);
    });
  }

  #overlayOf(drawing: Drawing): OverlayCreate {
    const { id, tool, points, text, colour, width, dashed } = drawing;
    const data: DrawingData = { tool, text: text === '' ? '…' : text.slice(0, maxTextLength), colour, width, dashed };
    return {
      name: overlayNameOf(tool),
      id,
      groupId: group,
      mode: 'normal',
      points: points.map(({ timeMs, price }) => ({ timestamp: timeMs, value: price })),
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

/** Empty while there are no bars to take times from. */
function pointsOf({ points }: { readonly points: readonly Partial<Point>[] }): readonly ChartPoint[] {
  const every = Math.ceil(points.length / maxFreehandPoints);
  const all = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timeMs: Math.round(timestamp), price: value }],
  );
  return all.filter((point, i) => {
    const before = all[i - 1];
    const repeats = before !== undefined && before.timeMs === point.timeMs && before.price === point.price;
    return !repeats && (i % every === 0 || i === all.length - 1);
  });
}
