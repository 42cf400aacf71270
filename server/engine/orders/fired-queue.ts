import type { OpenOrder } from './open-order.ts';

/**
 * Fired orders that have not run yet, lowest trigger sequence first: a binary heap, because thousands may fire at one price,
 * and each of them may fire more.
 */
export class FiredQueue {
  private readonly heap: OpenOrder[] = [];

  get isEmpty(): boolean {
    return this.heap.length === 0;
  }

  add(order: OpenOrder): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(order);
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = heap[above] as OpenOrder;
      if (parent.triggerSequence < order.triggerSequence) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = order;
  }

  /** The next one to run. The queue must not be empty. */
  take(): OpenOrder {
    const { heap } = this;
    const first = heap[0] as OpenOrder;
    const last = heap.pop() as OpenOrder;
    if (heap.length > 0) this.sink(last);
    return first;
  }

  /** Puts an order in at the top and moves it down to its place. */
  private sink(order: OpenOrder): void {
    const { heap } = this;
    let at = 0;
    for (let below = 1; below < heap.length; below = at * 2 + 1) {
      const right = heap[below + 1];
      if (right !== undefined && right.triggerSequence < (heap[below] as OpenOrder).triggerSequence) below++;
      const child = heap[below] as OpenOrder;
      if (child.triggerSequence > order.triggerSequence) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = order;
  }
}
