import type { Principal } from '../../../core/contract/access.ts';
import type { AppError, Outcome } from '../../../core/contract/app-error.ts';
import type { Order, OrderIntent, Trading } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { accountKeyOf } from '../../../core/domain/account-key.ts';
import { changeOf } from '../driver/working-orders.ts';
import type { Denial, DeskAnswer, EffectOf, KnownOrder, OrderDesk } from './order-desk.ts';

export type IdMemory = ReturnType<NonNullable<Venue['recall']>>;

export interface TradingDeskParts {
  readonly trading: Trading;
  readonly principal: Principal;
  /** What is known of an order that is not found: the exchange has taken it, never has, or cannot tell. */
  readonly recall: (intent: OrderIntent) => IdMemory;
  readonly find: OrderDesk['find'];
}

/** Sends an instance's orders through the one path that every order takes, in its owner's name. */
export class TradingOrderDesk implements OrderDesk {
  readonly #parts: TradingDeskParts;

  constructor(parts: TradingDeskParts) {
    this.#parts = parts;
  }

  async place({ intent }: EffectOf<'place'>, isRepeat: boolean): Promise<DeskAnswer> {
    if (isRepeat) {
      const known = await this.find(intent);
      if (known !== null) return { outcome: 'done', orders: [known.order] };
    }
    const answer = answerOf(await this.#parts.trading.submit(this.#parts.principal, intent));
    if (!isRepeat || answer.outcome !== 'denied') return answer;
    return isUnclear(answer.code) || this.#parts.recall(intent) === 'USED' ? { outcome: 'open' } : answer;
  }

  async withhold({ intent }: EffectOf<'place'>, denial: Denial): Promise<DeskAnswer> {
    // Asked before the order is looked for and after: none that is being stored meanwhile falls between the two.
    const before = this.#parts.recall(intent);
    const known = await this.find(intent);
    if (known !== null) return { outcome: 'done', orders: [known.order] };
    const isFresh = before === 'FRESH' && this.#parts.recall(intent) === 'FRESH';
    return isFresh ? { outcome: 'denied', ...denial } : { outcome: 'open' };
  }

  async amend(effect: EffectOf<'amend'>, orderId: string): Promise<DeskAnswer> {
    const { trading, principal } = this.#parts;
    const { apiId, instrumentId } = effect;
    return oneAnswer(await trading.amend(principal, { apiId, instrumentId, orderId, ...changeOf(effect) }));
  }

  async cancel({ apiId, instrumentId }: EffectOf<'cancel'>, orderId: string): Promise<DeskAnswer> {
    const { trading, principal } = this.#parts;
    const answer = oneAnswer(await trading.cancel(principal, { apiId, instrumentId, orderId }));
    return answer.outcome === 'denied' && answer.code === 'VENUE_UNAVAILABLE' ? { outcome: 'open' } : answer;
  }

  async transfer({ apiId, from: source, to: target, ...what }: EffectOf<'transfer'>): Promise<DeskAnswer> {
    const { trading, principal } = this.#parts;
    const [from, to] = [accountKeyOf(apiId, source), accountKeyOf(apiId, target)];
    // An isolated account has a market, which the action does not name.
    if (from === null || to === null)
      return { outcome: 'denied', code: 'ORDER_NOT_SUPPORTED', params: { field: from === null ? 'from' : 'to', value: 'isolated_margin' } };
    const { asset, amount, reference } = what;
    const outcome = await trading.transfer(principal, { from, to, asset, amount, reference });
    if (outcome.ok) return { outcome: 'done', orders: [] };
    // Nothing is known of the exchange: asked again under its reference, it happens once.
    return isAway(outcome.error.code) ? { outcome: 'open' } : refusalOf(outcome.error);
  }

  find(order: Parameters<OrderDesk['find']>[0]): Promise<KnownOrder | null> {
    return this.#parts.find(order);
  }
}

const isAway = (code: string): boolean => code === 'VENUE_UNAVAILABLE' || code === 'DISK_FULL';

/** The venue is away or takes nothing, or knows the id though the store does not have it yet: what became of the first time is not known. */
const isUnclear = (code: string): boolean => ['VENUE_UNAVAILABLE', 'DISK_FULL', 'ORDER_DUPLICATE_CLIENT_ID'].includes(code);

function answerOf(outcome: Outcome<readonly Order[]>): DeskAnswer {
  if (outcome.ok) return { outcome: 'done', orders: outcome.value };
  return refusalOf(outcome.error);
}

const oneAnswer = (outcome: Outcome<Order>): DeskAnswer =>
  outcome.ok ? { outcome: 'done', orders: [outcome.value] } : refusalOf(outcome.error);

const refusalOf = ({ code, params }: AppError): DeskAnswer =>
  code === 'ORDER_UNRESOLVED' ? { outcome: 'open' } : { outcome: 'denied', code, params };
