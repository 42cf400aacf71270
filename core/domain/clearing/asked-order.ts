import type { OrderSide } from '../orders/order.ts';

/** An order that acts now, as something that has to be paid. */
export interface AskedOrder {
  readonly side: OrderSide;
  /** Lots; 0 where it is sized by an amount. */
  readonly qty: number;
  /** Minor units of quote to spend (buy) or to receive (sale); 0n where it is sized by lots. */
  readonly quoteAmount: bigint;
  readonly reduceOnly: boolean;
}
