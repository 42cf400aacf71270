import type { OpenOrder } from './open-order.ts';

/**
 * A take-profit and a stop-loss leg that cancel each other (trading rules §7), alone or armed by an entry.
 * While open, the pair holds the funds once, for the larger need of the two; the winner then holds its own.
 */
export class OrderPair {
  readonly takeProfit: OpenOrder;
  readonly stopLoss: OpenOrder;
  readonly entry: OpenOrder | null;
  /** Minor units held for the pair as a whole. */
  held = 0n;
  /** Lots that the legs are armed for; 0 before an entry's first fill. */
  armedQty = 0;
  /** False once a leg fired, filled or ended; then nothing links here any more. */
  open = true;
  /** True when it was a fire or a fill that closed the pair. */
  executed = false;
  /** True while the pair waits in the list of entries to look at after the step. */
  queued = false;

  constructor(takeProfit: OpenOrder, stopLoss: OpenOrder, entry: OpenOrder | null) {
    this.takeProfit = takeProfit;
    this.stopLoss = stopLoss;
    this.entry = entry;
    takeProfit.legOf = this;
    stopLoss.legOf = this;
    takeProfit.pair = stopLoss.orderId;
    stopLoss.pair = takeProfit.orderId;
    if (entry === null) return;
    entry.entryOf = this;
    takeProfit.parent = entry.orderId;
    stopLoss.parent = entry.orderId;
  }

  other(leg: OpenOrder): OpenOrder {
    return leg === this.takeProfit ? this.stopLoss : this.takeProfit;
  }
}
