import { type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { WorldEffect } from '../driver/effect.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';

export type OrderEffect = Extract<WorldEffect, { readonly type: 'place' | 'cancel' | 'amend' }>;
type MoneyEffect = Exclude<WorldEffect, OrderEffect>;

export const isMoney = (effect: WorldEffect): effect is MoneyEffect =>
  effect.type === 'transfer' || effect.type === 'borrow' || effect.type === 'repay';

/** A simulated exchange has a purse for each account, no way between them, and lends nothing. */
export const notMoved = ({ type, reference }: MoneyEffect): OrderReport => ({
  type: 'moved',
  clientOrderId: reference,
  denial: { code: type === 'transfer' ? 'TRANSFER_NOT_OFFERED' : 'LOAN_NOT_OFFERED', params: { exchange: '' } },
});

/** It hears the market and may not trade yet. */
export const closedTo = (effect: OrderEffect): Outcome<readonly VenueEvent[]> =>
  refused('ORDER_INSTRUMENT_CLOSED', { instrument: effect.type === 'place' ? effect.intent.instrumentId : effect.instrumentId });
