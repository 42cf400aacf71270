import type { Principal } from '../../../../core/contract/access.ts';
import type { AppError, Outcome } from '../../../../core/contract/app-error.ts';
import type { Order, OrderFate, OrderIntent, Trading } from '../../../../core/contract/trading.ts';
import { accountKeyOf } from '../../../../core/domain/accounts/account-key.ts';
import { changeOf } from '../../driver/orders/working-orders.ts';
import type { Denial, EffectOf, KnownOrder, OrderAnswer, OrderPort } from './order-port.ts';

interface TradingOrderPortParts {
  readonly trading: Trading;
  /** The owner as he is now. */
  readonly principal: () => Principal;
  /** What became of an order that may have been sent. */
  readonly fateOf: (intent: OrderIntent) => Promise<OrderFate>;
  readonly find: OrderPort['find'];
}

/** Sends an instance's orders through the one path that every order takes, in its owner's name. */
export class TradingOrderPort implements OrderPort {
  readonly #parts: TradingOrderPortParts;

  constructor(parts: TradingOrderPortParts) {
    this.#parts = parts;
  }

  async place({ intent }: EffectOf<'place'>, isRepeat: boolean): Promise<OrderAnswer> {
    const { fateOf } = this.#parts;
    const earlier = isRepeat ? await fateOf(intent) : null;
    if (earlier?.state === 'PLACED') return { outcome: 'done', orders: [earlier.order] };
    const answer = answerOf(await this.#parts.trading.submit(this.#parts.principal(), intent));
    if (!isRepeat || answer.outcome !== 'denied') return answer;
    return isUnclear(answer.code) || (await fateOf(intent)).state !== 'ABSENT' ? { outcome: 'open' } : answer;
  }

  async withhold({ intent }: EffectOf<'place'>, denial: Denial): Promise<OrderAnswer> {
    const fate = await this.#parts.fateOf(intent);
    if (fate.state === 'PLACED') return { outcome: 'done', orders: [fate.order] };
    return fate.state === 'ABSENT' ? { outcome: 'denied', ...denial } : { outcome: 'open' };
  }

  async amend(effect: EffectOf<'amend'>, orderId: string): Promise<OrderAnswer> {
    const { trading, principal } = this.#parts;
    const { apiId, instrumentId } = effect;
    return oneAnswer(await trading.amend(principal(), { apiId, instrumentId, orderId, ...changeOf(effect) }));
  }

  async cancel({ apiId, instrumentId }: EffectOf<'cancel'>, orderId: string): Promise<OrderAnswer> {
    const { trading, principal } = this.#parts;
    const answer = oneAnswer(await trading.cancel(principal(), { apiId, instrumentId, orderId }));
    return answer.outcome === 'denied' && answer.code === 'VENUE_UNAVAILABLE' ? { outcome: 'open' } : answer;
  }

  async transfer({ apiId, from: source, to: target, ...what }: EffectOf<'transfer'>): Promise<OrderAnswer> {
    const { trading, principal } = this.#parts;
    const [from, to] = [accountKeyOf(apiId, source), accountKeyOf(apiId, target)];
    // An isolated account has a market, which the action does not name.
    if (from === null || to === null)
      return { outcome: 'denied', code: 'ORDER_NOT_SUPPORTED', params: { field: from === null ? 'from' : 'to', value: 'isolated_margin' } };
    const { asset, amount, reference } = what;
    return moneyAnswer(await trading.transfer(principal(), { from, to, asset, amount, reference }));
  }

  async lend({ type, apiId, accountType, ...what }: EffectOf<'borrow' | 'repay'>): Promise<OrderAnswer> {
    const { trading, principal } = this.#parts;
    const account = accountKeyOf(apiId, accountType);
    if (account === null)
      return { outcome: 'denied', code: 'ORDER_NOT_SUPPORTED', params: { field: 'accountType', value: 'isolated_margin' } };
    const { asset, amount, reference } = what;
    const loan = { account, asset, amount, reference };
    return moneyAnswer(await (type === 'borrow' ? trading.borrow(principal(), loan) : trading.repay(principal(), loan)));
  }

  find(order: Parameters<OrderPort['find']>[0]): Promise<KnownOrder | null> {
    return this.#parts.find(order);
  }
}

const isAway = (code: string): boolean => code === 'VENUE_UNAVAILABLE' || code === 'DISK_FULL';

/** The venue is away or takes nothing, or knows the id though the store does not have it yet: what became of the first time is not known. */
const isUnclear = (code: string): boolean => ['VENUE_UNAVAILABLE', 'DISK_FULL', 'ORDER_DUPLICATE_CLIENT_ID'].includes(code);

function answerOf(outcome: Outcome<readonly Order[]>): OrderAnswer {
  if (outcome.ok) return { outcome: 'done', orders: outcome.value };
  return refusalOf(outcome.error);
}

/** Nothing is known of an exchange that is away: asked again under its reference, it happens once. */
function moneyAnswer(outcome: Outcome<void>): OrderAnswer {
  if (outcome.ok) return { outcome: 'done', orders: [] };
  return isAway(outcome.error.code) ? { outcome: 'open' } : refusalOf(outcome.error);
}

const oneAnswer = (outcome: Outcome<Order>): OrderAnswer =>
  outcome.ok ? { outcome: 'done', orders: [outcome.value] } : refusalOf(outcome.error);

const refusalOf = ({ code, params }: AppError): OrderAnswer =>
  code === 'ORDER_UNRESOLVED' ? { outcome: 'open' } : { outcome: 'denied', code, params };
