import type { Principal } from '../../../core/contract/access.ts';
import type { AppError, Outcome } from '../../../core/contract/app-error.ts';
import type { ApiId, Fill, Order, OrderIntent, Trading } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { type InstrumentId, instrumentId } from '../../../core/domain/instrument.ts';
import type { FillRecord, OrderRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { DeskAnswer, EffectOf, KnownOrder, OrderDesk } from './order-desk.ts';

export interface LiveDeskParts {
  readonly trading: Trading;
  readonly principal: Principal;
  readonly venue: (exchange: string) => Venue | null;
  readonly store: { readonly orders: Pick<Store['orders'], 'byClientOrderId'>; readonly fills: Pick<Store['fills'], 'ofOrder'> };
}

/** Sends an instance's orders where its owner's orders go: through the one path that every order takes. */
export class LiveOrderDesk implements OrderDesk {
  readonly #parts: LiveDeskParts;

  constructor(parts: LiveDeskParts) {
    this.#parts = parts;
  }

  async place({ intent }: EffectOf<'place'>, isRepeat: boolean): Promise<DeskAnswer> {
    if (isRepeat) {
      const known = await this.find(intent);
      if (known !== null) return { outcome: 'done', orders: [known.order] };
    }
    const answer = answerOf(await this.#parts.trading.submit(this.#parts.principal, intent));
    if (!isRepeat || answer.outcome !== 'denied') return answer;
    // The venue is away, or knows the id though the store does not have it yet: what became of the first time is not known.
    const isUnclear = answer.code === 'VENUE_UNAVAILABLE' || answer.code === 'ORDER_DUPLICATE_CLIENT_ID';
    return isUnclear || this.#recalls(intent) ? { outcome: 'open' } : answer;
  }

  async amend({ apiId, instrumentId, price, qty }: EffectOf<'amend'>, orderId: string): Promise<DeskAnswer> {
    const change = { ...(price === undefined ? {} : { price }), ...(qty === undefined ? {} : { qty }) };
    const { trading, principal } = this.#parts;
    return oneAnswer(await trading.amend(principal, { apiId, instrumentId, orderId, ...change }));
  }

  async cancel({ apiId, instrumentId }: EffectOf<'cancel'>, orderId: string): Promise<DeskAnswer> {
    const { trading, principal } = this.#parts;
    const answer = oneAnswer(await trading.cancel(principal, { apiId, instrumentId, orderId }));
    return answer.outcome === 'denied' && answer.code === 'VENUE_UNAVAILABLE' ? { outcome: 'open' } : answer;
  }

  async transfer(): Promise<DeskAnswer> {
    return { outcome: 'denied', code: 'ORDER_NOT_SUPPORTED', params: { field: 'action', value: 'transfer' } };
  }

  async find({ apiId, instrumentId, clientOrderId }: Parameters<OrderDesk['find']>[0]): Promise<KnownOrder | null> {
    const exchange = exchangeOf(instrumentId);
    const { venue, store } = this.#parts;
    const isAsked = (order: Order): boolean => order.clientOrderId === clientOrderId;
    const open = venue(exchange)?.openOrders(apiId).find(isAsked);
    const order = open ?? orderOf(await store.orders.byClientOrderId(exchange, apiId, clientOrderId));
    if (order === null) return null;
    return { order, fills: (await store.fills.ofOrder(exchange, order.orderId)).filter((fill) => fill.apiId === apiId).map(fillOf) };
  }

  #recalls({ apiId, instrumentId, clientOrderId }: OrderIntent): boolean {
    return this.#parts.venue(exchangeOf(instrumentId))?.recall?.(apiId, clientOrderId ?? '') === 'USED';
  }
}

const exchangeOf = (id: InstrumentId): string => id.slice(0, id.indexOf('/'));

function answerOf(outcome: Outcome<readonly Order[]>): DeskAnswer {
  if (outcome.ok) return { outcome: 'done', orders: outcome.value };
  return refusalOf(outcome.error);
}

const oneAnswer = (outcome: Outcome<Order>): DeskAnswer =>
  outcome.ok ? { outcome: 'done', orders: [outcome.value] } : refusalOf(outcome.error);

const refusalOf = ({ code, params }: AppError): DeskAnswer =>
  code === 'ORDER_UNRESOLVED' ? { outcome: 'open' } : { outcome: 'denied', code, params };

function orderOf(record: OrderRecord | null): Order | null {
  if (record === null) return null;
  const { venue, symbol, accountType, clientOrderId, ...rest } = record;
  return {
    ...rest,
    exchange: venue,
    instrumentId: instrumentId({ exchange: venue, symbol, accountType }),
    clientOrderId: clientOrderId ?? '',
  };
}

function fillOf(record: FillRecord): Fill & { readonly apiId: ApiId } {
  const { venue, symbol, accountType, ...rest } = record;
  return { ...rest, exchange: venue, instrumentId: instrumentId({ exchange: venue, symbol, accountType }) };
}
