import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';
import type { Fill, Order } from '../../../../core/contract/trading.ts';
import type { WorldEffect } from '../../driver/effect.ts';
import type { WorkingOrder } from '../../driver/orders/working-orders.ts';

export type EffectOf<T extends WorldEffect['type']> = Extract<WorldEffect, { readonly type: T }>;

export interface Denial {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

/** `open`: nobody knows yet what became of it; the same call again is safe. */
export type OrderAnswer =
  | { readonly outcome: 'done'; readonly orders: readonly Order[] }
  | ({ readonly outcome: 'denied' } & Denial)
  | { readonly outcome: 'open' };

export interface KnownOrder {
  readonly order: Order;
  readonly fills: readonly Fill[];
}

/** Where an instance's effects become orders: an exchange, or a simulation of one. */
export interface OrderPort {
  /** With `isRepeat` the same order may have been sent before a restart: it is sent at most once. */
  place(effect: EffectOf<'place'>, isRepeat: boolean): Promise<OrderAnswer>;
  /** Sends nothing: done when an order that may have been sent is known, denied with `denial` when it certainly was not, else open. */
  withhold(effect: EffectOf<'place'>, denial: Denial): Promise<OrderAnswer>;
  amend(effect: EffectOf<'amend'>, orderId: string): Promise<OrderAnswer>;
  cancel(effect: EffectOf<'cancel'>, orderId: string): Promise<OrderAnswer>;
  transfer(effect: EffectOf<'transfer'>): Promise<OrderAnswer>;
  /** Borrows, or pays back. */
  lend(effect: EffectOf<'borrow' | 'repay'>): Promise<OrderAnswer>;
  /** An order with all its fills as they are durable; null when it is not known (yet). */
  find(order: Pick<WorkingOrder, 'apiId' | 'instrumentId' | 'clientOrderId'>): Promise<KnownOrder | null>;
}
