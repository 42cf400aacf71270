import type { Order } from '../../core/contract/client-services.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { ClickKind } from '../../core/domain/orders/order-safety.ts';
import type { CanvasPointer } from '../../core/ui/index.ts';
import type { LadderHit } from './ladder-geometry.ts';
import type { LadderLine } from './ladder-model.ts';

interface LadderActions {
  /** Clicks send orders. */
  readonly armed: () => boolean;
  readonly hit: (x: number, y: number) => LadderHit | null;
  readonly pick: (line: LadderLine) => void;
  readonly place: (side: OrderSide, kind: ClickKind, line: LadderLine) => void;
  readonly cancel: (orders: readonly Order[]) => void;
  readonly amend: (orders: readonly Order[], line: LadderLine) => void;
  readonly hover: (line: LadderLine | null) => void;
  /** Line to which own orders are being dragged; null: none. */
  readonly target: (line: LadderLine | null) => void;
}

/** A press that moves less is a click, also when the book has moved under it. */
const dragFromPx = 4;
const leftButton = 0;
const middleButton = 1;

/**
 * What a pointer does on the ladder. Not armed: a click takes the price, nothing is ever sent. Armed: a click on a side places a
 * limit order there (Shift: post-only, middle button: market order), a click on own orders cancels, dragging them amends.
 */
export class LadderPointer {
  readonly #actions: LadderActions;
  #dragged: { readonly orders: readonly Order[]; readonly x: number; readonly y: number } | null = null;

  constructor(actions: LadderActions) {
    this.#actions = actions;
  }

  handle(pointer: CanvasPointer): void {
    const hit = pointer.kind === 'leave' || pointer.kind === 'cancel' ? null : this.#actions.hit(pointer.x, pointer.y);
    if (pointer.kind === 'press') this.#press(pointer, hit);
    else if (pointer.kind === 'release') this.#release(pointer, hit);
    else if (pointer.kind === 'cancel') this.abandon();
    if (this.#dragged !== null) this.#actions.target(this.#hasMoved(pointer) ? (hit?.line ?? null) : null);
    this.#actions.hover(hit?.line ?? null);
  }

  /** Ends a drag without doing anything. */
  abandon(): void {
    this.#dragged = null;
    this.#actions.target(null);
  }

  #press({ button, shift, x, y }: CanvasPointer, hit: LadderHit | null): void {
    if (hit === null) return;
    const { line, cell } = hit;
    if (!this.#actions.armed() || cell === 'price') {
      if (button === leftButton) this.#actions.pick(line);
      return;
    }
    if (cell === 'own') {
      if (button === leftButton && line.own !== null) this.#dragged = { orders: line.own.orders, x, y };
      return;
    }
    if (button === middleButton) this.#actions.place(cell, 'MARKET', line);
    else if (button === leftButton) this.#actions.place(cell, shift ? 'POST_ONLY' : 'LIMIT', line);
  }

  #release(pointer: CanvasPointer, hit: LadderHit | null): void {
    const dragged = this.#dragged;
    const hasMoved = this.#hasMoved(pointer);
    if (dragged === null) return;
    this.abandon();
    if (!this.#actions.armed()) return;
    if (!hasMoved) this.#actions.cancel(dragged.orders);
    else if (hit !== null) this.#actions.amend(dragged.orders, hit.line);
  }

  #hasMoved({ x, y }: CanvasPointer): boolean {
    const from = this.#dragged;
    return from !== null && Math.hypot(x - from.x, y - from.y) >= dragFromPx;
  }
}
