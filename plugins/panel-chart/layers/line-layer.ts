import type { Chart, OverlayCreate } from 'klinecharts';
import type { ChartPriceLine } from '../../../core/contract/chart.ts';
import { changePercent } from '../../../core/domain/numbers/number-text.ts';
import { type LabelledLine, type LinePlace, placeLabels } from '../drawing/line-labels.ts';
import { type LinePane, type PriceLineData, priceLineName, removeFigure, severalFigure, signWidth } from '../drawing/price-line-data.ts';
import { snapToTick } from '../snap.ts';
import type { HoverListener } from './drawing-layer.ts';

interface Shown {
  readonly owner: string;
  readonly line: ChartPriceLine;
}

/** What has the keyboard: a line, and the price that it would get. */
interface HeldLine {
  readonly label: string;
  readonly price: string;
}

const group = 'price-lines';

/** The price lines of all overlays: dragged with the pointer or moved tick by tick with keys, and told to their owners when let go. */
export class LineLayer {
  readonly #chart: Chart;
  readonly #tick: string;
  readonly #onHover: HoverListener;
  readonly #shown = new Map<string, Shown>();
  /** A line in the hand: dragged, or chosen by key. `price` is where it would go. */
  #held: { readonly id: string; price: string; readonly byKey: boolean; dropped: boolean } | null = null;
  /** The line under the pointer. */
  #hovered: string | null = null;
  /** Lowest and highest price: where they stand says where all do. */
  #ends: readonly [low: number, high: number] = [0, 0];
  /** Counts what moves labels besides. */
  #changes = 0;
  /** Where labels stand as long as nothing moves them: every line asks, at every frame. */
  #places: { readonly key: string; readonly of: ReadonlyMap<string, LinePlace> } | null = null;

  constructor(chart: Chart, tick: string, onHover: HoverListener) {
    this.#onHover = onHover;
    this.#chart = chart;
    this.#tick = tick;
  }

  /** Where the labels of all lines stand, none over another. */
  places(pane: LinePane): ReadonlyMap<string, LinePlace> {
    const { width, height, top, lastY, yOf } = pane;
    const [low, high] = this.#ends;
    const key = [this.#changes, width, height, top, lastY, yOf(low), yOf(high)].join(' ');
    if (this.#places?.key !== key) {
      const lines = [...this.#shown].map(([id, shown]) => this.#labelled(id, shown, pane));
      this.#places = { key, of: placeLabels(lines, pane) };
    }
    return this.#places.of;
  }

  /** Where prices of lines stood on the axis when they were drawn last. */
  get axisYs(): readonly (number | null)[] {
    return [...(this.#places?.of.values() ?? [])].map(({ axisY }) => axisY);
  }

  #labelled(id: string, { owner, line }: Shown, pane: LinePane): LabelledLine {
    const held = this.#held?.id === id && !this.#held.dropped ? this.#held : null;
    const { several } = line;
    const front = held !== null || this.#hovered === id;
    return {
      id,
      owner,
      label: held !== null ? this.#heldLabel(line, held.price) : front ? line.label : (line.short ?? line.label),
      tone: line.tone,
      removable: line.onRemove !== undefined,
      y: pane.yOf(Number(held?.price ?? line.price)),
      front,
      heldPrice: held?.price ?? null,
      sign: line.sign === undefined ? 0 : signWidth,
      ...(several === undefined ? {} : { several: (ids) => several(ids.map((one) => one.slice(owner.length + 1))) }),
    };
  }

  /** What it is, how far from the last price it would go, and what that would come to. */
  #heldLabel(line: ChartPriceLine, price: string): string {
    const last = this.#chart.getDataList().at(-1)?.close;
    const away = last === undefined ? null : changePercent(snapToTick(last, this.#tick), price);
    return [line.label, away?.text ?? '', line.outcomeAt?.(price) ?? ''].filter((part) => part !== '').join(' · ');
  }

  /** Replaces what this owner set before. */
  set(owner: string, lines: readonly ChartPriceLine[]): void {
    this.#changes += 1;
    const before = new Set([...this.#shown].filter(([, shown]) => shown.owner === owner).map(([id]) => id));
    const ids = lines.map((line) => `${owner} ${line.id}`);
    for (const [at, line] of lines.entries()) this.#shown.set(ids[at] as string, { owner, line });
    for (const [at, line] of lines.entries()) {
      const id = ids[at] as string;
      // A line in the hand stays there until it is let go.
      if (this.#held?.id === id && before.delete(id)) continue;
      if (before.delete(id)) this.#chart.overrideOverlay(this.#overlayOf(id, line));
      else this.#chart.createOverlay(this.#overlayOf(id, line));
    }
    for (const id of before) {
      this.#shown.delete(id);
      this.#chart.removeOverlay({ id });
      if (this.#held?.id === id) this.#held = null;
      if (this.#hovered === id) this.#hovered = null;
    }
    const prices = [...this.#shown.values()].map(({ line }) => line.price);
    this.#ends = [Math.min(...prices), Math.max(...prices)];
  }

  /** Takes the next line that can be moved or removed, from the top, or puts the last one away; null: there is none. */
  hold(step: 1 | -1): HeldLine | null {
    const ids = [...this.#shown]
      .filter(([, { line }]) => line.onMove !== undefined || line.onRemove !== undefined)
      .sort(([, a], [, b]) => b.line.price - a.line.price)
      .map(([id]) => id);
    const at = this.#held === null ? -1 : ids.indexOf(this.#held.id);
    const next = ids[at < 0 && step < 0 ? ids.length - 1 : at + step];
    this.release();
    if (next === undefined) return null;
    const line = this.#shown.get(next)?.line as ChartPriceLine;
    this.#held = { id: next, price: snapToTick(line.price, this.#tick), byKey: true, dropped: false };
    this.#draw(next);
    return this.held;
  }

  get held(): HeldLine | null {
    const held = this.#held;
    const line = held === null ? undefined : this.#shown.get(held.id)?.line;
    return held === null || line === undefined ? null : { label: line.label, price: held.price };
  }

  /** Moves the held line by so many ticks; nothing is told yet. */
  nudge(ticks: number): void {
    const held = this.#held;
    const line = held === null ? undefined : this.#shown.get(held.id)?.line;
    if (held === null || line?.onMove === undefined) return;
    held.price = snapToTick(Number(held.price) + ticks * Number(this.#tick), this.#tick);
    line.onMove(held.price, false);
    this.#draw(held.id);
  }

  /** Lets the held line go where it is, and tells its owner. */
  commit(): void {
    const held = this.#held;
    const line = held === null ? undefined : this.#shown.get(held.id)?.line;
    this.#held = null;
    if (held === null || line === undefined) return;
    if (Number(held.price) !== line.price) {
      line.onMove?.(held.price, true);
      this.#draw(held.id, held.price);
    } else this.#draw(held.id);
  }

  /** Puts the held line back; false when nothing is held. */
  release(): boolean {
    const held = this.#held;
    if (held === null) return false;
    // A drag goes on until the button is up: it is only remembered that it counts no longer.
    if (held.byKey) this.#held = null;
    else held.dropped = true;
    this.#draw(held.id);
    return true;
  }

  /** Asks the owner of the held line to take it away. */
  remove(): boolean {
    const line = this.#held === null ? undefined : this.#shown.get(this.#held.id)?.line;
    if (line?.onRemove === undefined) return false;
    this.release();
    line.onRemove();
    return true;
  }

  #draw(id: string, price?: string): void {
    this.#changes += 1;
    const line = this.#shown.get(id)?.line;
    if (line !== undefined) this.#chart.overrideOverlay(this.#overlayOf(id, line, price));
  }

  #overlayOf(id: string, line: ChartPriceLine, at?: string): OverlayCreate {
    const held = this.#held?.id === id && !this.#held.dropped ? this.#held : null;
    const owner = this.#shown.get(id)?.owner ?? '';
    const joined = line.joins === undefined ? undefined : this.#shown.get(`${owner} ${line.joins}`)?.line.price;
    const data: PriceLineData = {
      label: line.label,
      tone: line.tone,
      dashed: line.dashed ?? false,
      sign: line.sign ?? null,
      held: held?.byKey === true,
      removable: line.onRemove !== undefined,
      joined: joined ?? null,
    };
    const priceOf = (points: readonly { readonly value?: number }[]): string => snapToTick(points[0]?.value ?? line.price, this.#tick);
    return {
      name: priceLineName,
      id,
      groupId: group,
      points: [{ value: Number(at ?? held?.price ?? line.price) }],
      extendData: data,
      lock: line.onMove === undefined,
      onMouseEnter: () => this.#hover(id, true),
      onMouseLeave: () => this.#hover(id, false),
      onClick: ({ figure }) => {
        const shown = this.#shown.get(id)?.line;
        if (figure?.key === removeFigure) shown?.onRemove?.();
        if (figure?.key === severalFigure) shown?.onSeveral?.();
      },
      onPressedMoveStart: () => {
        if (line.onMove === undefined) return;
        this.#held = { id, price: snapToTick(line.price, this.#tick), byKey: false, dropped: false };
        this.#showPointer(false);
      },
      onPressedMoving: ({ overlay }) => {
        if (this.#held?.id !== id || this.#held.dropped) return;
        this.#held.price = priceOf(overlay.points);
        this.#changes += 1;
        line.onMove?.(this.#held.price, false);
      },
      onPressedMoveEnd: () => this.#letGo(id),
      onRightClick: (event) => event.preventDefault?.(),
    };
  }

  /** The library draws anew by itself. */
  #hover(id: string, inside: boolean): void {
    this.#changes += 1;
    if (inside) this.#hovered = id;
    else if (this.#hovered === id) this.#hovered = null;
    this.#onHover(id, inside);
  }

  /** While a line is dragged the axis says its price alone, which is the one that will be sent, and nothing strikes through its label. */
  #showPointer(show: boolean): void {
    this.#chart.setStyles({ crosshair: { horizontal: { text: { show }, line: { show } } } });
  }

  #letGo(id: string): void {
    this.#showPointer(true);
    const held = this.#held;
    if (held?.id !== id) return;
    const line = this.#shown.get(id)?.line;
    // klinecharts is still busy with the pointer.
    queueMicrotask(() => {
      if (!held.dropped) return this.commit();
      this.#held = null;
      if (line !== undefined) this.#draw(id);
    });
  }
}
