import type { ChartPoint } from '../../../core/contract/chart.ts';
import type { DrawingTool, Pixel } from './tool.ts';

interface DrawingHandParts {
  readonly clicks: DrawingTool['clicks'];
  /** The place on the chart under a pixel; null outside of it. */
  readonly pointAt: (at: Pixel) => ChartPoint | null;
  /** The points that are set, and the one under the hand. */
  readonly onPreview: (points: readonly ChartPoint[]) => void;
  readonly onComplete: (points: readonly ChartPoint[]) => void;
}

/** How far the hand may slip within one click. */
const slipPx = 4;

/**
 * Sets the points of one drawing, by click, by dragging from the first point to the second, or by key. The chart's library would do it
 * too, but takes two clicks within half a second for one, wherever they are, and knows no keys.
 */
export class DrawingHand {
  readonly #parts: DrawingHandParts;
  readonly #points: ChartPoint[] = [];
  #lastSet: Pixel | null = null;
  #pressed: Pixel | null = null;
  #dragging = false;
  #done = false;

  constructor(parts: DrawingHandParts) {
    this.#parts = parts;
  }

  /** How many points are set. */
  get count(): number {
    return this.#points.length;
  }

  press(at: Pixel): void {
    this.#pressed = at;
    if (this.#parts.clicks === 'freehand') this.#add(at);
  }

  move(at: Pixel): void {
    if (this.#done) return;
    const { clicks, onPreview, pointAt } = this.#parts;
    if (clicks === 'freehand') {
      if (this.#pressed !== null && this.#add(at)) onPreview([...this.#points]);
      return;
    }
    if (this.#pressed !== null && !this.#dragging && clicks !== 1 && !isNear(this.#pressed, at)) {
      this.#dragging = true;
      this.set(this.#pressed);
      if (this.#done) return;
    }
    const point = pointAt(at);
    onPreview(point === null ? [...this.#points] : [...this.#points, point]);
  }

  release(at: Pixel): void {
    if (this.#pressed === null) return;
    this.#pressed = null;
    this.#dragging = false;
    if (this.#parts.clicks === 'freehand') this.#complete();
    else this.set(at);
  }

  /** Sets a point. One on top of the last ends a drawing of any number of points, and is nothing to the others: a double click is one. */
  set(at: Pixel): void {
    if (this.#done) return;
    const { clicks, onPreview } = this.#parts;
    if (this.#lastSet !== null && isNear(this.#lastSet, at)) {
      if (clicks === 'many' && this.#points.length > 1) this.#complete();
      return;
    }
    if (!this.#add(at)) return;
    this.#lastSet = at;
    if (this.#points.length === clicks) this.#complete();
    else onPreview([...this.#points]);
  }

  #add(at: Pixel): boolean {
    const point = this.#parts.pointAt(at);
    if (point !== null) this.#points.push(point);
    return point !== null;
  }

  #complete(): void {
    this.#done = true;
    this.#parts.onComplete([...this.#points]);
  }
}

const isNear = (a: Pixel, b: Pixel): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= slipPx;
