import type { Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome } from '../../core/contract/app-error.ts';
import type {
  ApiId,
  Balance,
  Loan,
  Order,
  OrderChange,
  OrderFate,
  OrderIntent,
  OrderTiming,
  Trading,
  Transfer,
} from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { type AccountKey, accountOfMarket } from '../../core/domain/accounts/account-key.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { WatchedPrice } from '../../core/domain/orders/order.ts';
import type { AccountBook } from './accounts/account-book.ts';
import { Admission, type AdmissionParts, type MarketLookup } from './admission.ts';
import type { ExposureBars } from './checks/exposure-bars.ts';
import { checkFunds } from './checks/funds-rules.ts';
import { hoursProblem } from './checks/market-hours.ts';
import { checkChange, checkIntent } from './checks/order-checks.ts';
import type { RefusalLog } from './checks/refusal-log.ts';
import type { ClientOrderIds } from './client-order-ids.ts';
import { findOrder, type OrderSources } from './find-order.ts';
import type { Market } from './market-directory.ts';
import { MoneyService, type MoneyServiceParts } from './money-service.ts';
import { nameProblem, senderOf } from './order-origin.ts';
import { earlierOrder, isRemembered, repeatedOrder } from './repeated-orders.ts';
import type { SentOrders } from './sent-orders.ts';
import type { SwitchBook } from './switch-book.ts';
import { unresolved } from './unresolved.ts';
import type { ReferencePrices } from './venues/reference-prices.ts';

export interface TradingServiceParts extends Omit<OrderSources, 'venue' | 'isDown'>, AdmissionParts, MoneyServiceParts {
  readonly markets: MarketLookup;
  readonly book: Pick<AccountBook, 'openOrder' | 'openOrders' | 'balances'>;
  readonly ids: ClientOrderIds;
  /** False while the disk is full: nothing that needs room is taken, not even into the histories. */
  readonly hasRoom: () => boolean;
  /** True while the projections of an exchange lag so far behind that it should take no new orders. */
  readonly isBehind: (exchange: string) => boolean;
  /** Prices from outside, as venues must know them before orders that watch them wait. */
  readonly references: Pick<ReferencePrices, 'tell'>;
  /** What risk has switched off. */
  readonly switches: Pick<SwitchBook, 'refusal' | 'frozen'>;
  /** What limits of risk refuse. */
  readonly bars: Pick<ExposureBars, 'refusal' | 'changeRefusal'>;
  /** Remembers what is refused. */
  readonly refusals: Pick<RefusalLog, 'placing' | 'amending'>;
  /** Hears when an order goes to an exchange; what it gives is called once there is an answer. */
  readonly orderSent?: ((exchange: string) => () => void) | undefined;
  /** Remembers who has sent what with whose account; absent: nobody asks. */
  readonly sent?: Pick<SentOrders, 'sent' | 'changed'> | undefined;
  /** What o'clock it is, for the hours of markets. */
  readonly nowMs: () => number;
  /** What a caller has to be allowed to do with an account to place orders; `reduce`: they only close what is there. Absent: `trade`. */
  readonly placesTo?: 'trade' | 'reduce';
}

/**
 * The one path every order takes. A refusal found here is a denial: nothing has left the house. The venue decides last;
 * when it does not answer, the order is unresolved, never failed.
 */
export class TradingService implements Trading {
  readonly #parts: TradingServiceParts;
  readonly #admission: Admission;
  readonly #money: MoneyService;

  constructor(parts: TradingServiceParts) {
    this.#parts = parts;
    this.#admission = new Admission(parts);
    this.#money = new MoneyService(parts, this.#admission);
  }

  async submit(principal: Principal, intent: OrderIntent, timing?: OrderTiming): Promise<Outcome<readonly Order[]>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const market = this.#admission.market(principal, this.#parts.placesTo ?? 'trade', intent);
    if (market instanceof AppError) return this.#admission.isOwn(principal, intent) ? this.#deny(intent, market) : denied(market);
    const problem = this.#checkIntent(principal, intent, market);
    if (problem !== null) return this.#deny(intent, problem);
    const earlier = intent.clientOrderId === undefined ? null : await earlierOrder(this.#parts, intent, intent.clientOrderId, market);
    if (earlier !== null) return earlier.ok ? earlier : this.#deny(intent, earlier.error);
    // A repeat may have used up the money itself; whether it is one, the venue says.
    const isRepeat = isRemembered(intent, market);
    const short = isRepeat ? null : checkFunds(intent, market);
    if (short !== null) return this.#deny(intent, short);
    const { watchedPrice = 'LAST' } = intent;
    const unknown = watchedPrice === 'LAST' ? null : await this.#watched(watchedPrice, market);
    if (unknown !== null) return this.#deny(intent, unknown);
    const clientOrderId = intent.clientOrderId ?? this.#parts.ids.next();
    // The id first: behind the spread it would give every order a hidden class of its own, which slows down all who read it.
    const named = intent.clientOrderId === undefined ? { clientOrderId, ...intent } : intent;
    // What was placed before is told, whatever has been switched off since.
    const barred = isRepeat
      ? null
      : (this.#parts.switches.refusal(intent.apiId, intent.instrumentId) ??
        this.#parts.bars.refusal(intent, market.instrument, principal.strategy));
    const late = barred ?? this.#lateness(timing);
    if (late !== null) return this.#deny(intent, late);
    const answered = this.#parts.orderSent?.(market.venue.exchange);
    try {
      const outcome = await market.venue.submit(named).finally(answered);
      if (!outcome.ok) this.#parts.refusals.placing(named, 'VENUE', outcome.error);
      // Of what was refused the name is free again, for whoever takes it; a repeat was sent by whoever sent it first.
      else if (outcome.value.length > 0)
        this.#parts.sent?.sent(principal, accountOfMarket(intent.apiId, intent.instrumentId), clientOrderId);
      if (!outcome.ok || outcome.value.length > 0) return outcome;
      return await repeatedOrder(this.#parts, named, clientOrderId);
    } catch (error) {
      if (!isRepeat) this.#parts.sent?.sent(principal, accountOfMarket(intent.apiId, intent.instrumentId), clientOrderId);
      return unresolved(this.#parts.logger, error, clientOrderId);
    }
  }

  async amend(principal: Principal, change: OrderChange, timing?: OrderTiming): Promise<Outcome<Order>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const market = this.#admission.market(principal, 'trade', change);
    const order = this.#parts.book.openOrder(change.apiId, change.orderId);
    const { watchedPrice = 'LAST' } = order ?? {};
    const unknown =
      market instanceof AppError || watchedPrice === 'LAST' || change.triggerPrice === undefined
        ? null
        : await this.#watched(watchedPrice, market);
    const problem =
      market instanceof AppError
        ? market
        : (this.#parts.switches.refusal(change.apiId, change.instrumentId) ??
          this.#parts.bars.changeRefusal(change, order, market.instrument, principal.strategy) ??
          this.#checkChange(change, order, market) ??
          unknown ??
          this.#lateness(timing));
    if (problem !== null) {
      if (order !== null && this.#admission.isOwn(principal, change)) this.#parts.refusals.amending(change, 'HOUSE', problem);
      return denied(problem);
    }
    if (market instanceof AppError) return denied(market);
    // What is made of the owner's order is an order of whoever changes it.
    if (order !== null)
      this.#parts.sent?.changed(principal, accountOfMarket(change.apiId, change.instrumentId), order.clientOrderId ?? order.orderId);
    try {
      const outcome = await market.venue.amend(change);
      if (!outcome.ok && order !== null) this.#parts.refusals.amending(change, 'VENUE', outcome.error);
      return outcome;
    } catch (error) {
      return unresolved(this.#parts.logger, error, order?.clientOrderId ?? change.orderId);
    }
  }

  async cancel(
    principal: Principal,
    target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string },
  ): Promise<Outcome<Order>> {
    const market = this.#admission.market(principal, 'reduce', target);
    if (market instanceof AppError) return denied(market);
    try {
      return await market.venue.cancel(target);
    } catch (error) {
      return unresolved(
        this.#parts.logger,
        error,
        this.#parts.book.openOrder(target.apiId, target.orderId)?.clientOrderId ?? target.orderId,
      );
    }
  }

  async cancelAll(
    principal: Principal,
    scope: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId },
  ): Promise<Outcome<readonly Order[]>> {
    const venue = this.#admission.venue(principal, scope);
    if (venue instanceof AppError) return denied(venue);
    try {
      return await cancelAllOf(venue, scope);
    } catch (error) {
      return unresolved(this.#parts.logger, error, '');
    }
  }

  async find(principal: Principal, account: AccountKey, clientOrderId: string): Promise<Outcome<OrderFate>> {
    const { markets } = this.#parts;
    const found = this.#admission.account(principal, 'see', account.apiId);
    if (found instanceof AppError) return denied(found);
    const sources: OrderSources = { ...this.#parts, venue: (id) => markets.venue(id), isDown: (id) => markets.isDown(id) };
    return accepted(await findOrder(sources, found.exchange, account, clientOrderId));
  }

  transfer(principal: Principal, move: Transfer): Promise<Outcome<void>> {
    return this.#money.transfer(principal, move);
  }

  borrow(principal: Principal, loan: Loan): Promise<Outcome<void>> {
    return this.#money.borrow(principal, loan);
  }

  repay(principal: Principal, loan: Loan): Promise<Outcome<void>> {
    return this.#money.repay(principal, loan);
  }

  openOrders(apiIds: readonly ApiId[]): readonly Order[] {
    return this.#parts.book.openOrders(apiIds);
  }

  balances(apiIds: readonly ApiId[]): readonly Balance[] {
    return this.#parts.book.balances(apiIds);
  }

  /** Null when the venue knows the price of now that an order is to watch. */
  async #watched(watched: WatchedPrice, { venue, instrument }: Market): Promise<AppError | null> {
    try {
      return await this.#parts.references.tell(venue, instrument.id, watched);
    } catch (error) {
      this.#parts.logger.error({ err: error, instrument: instrument.id }, 'the venue did not take a price that an order is to watch');
      return new AppError('VENUE_UNAVAILABLE', { exchange: instrument.exchange });
    }
  }

  /** An order that was denied is its owner's to know of; a stranger, or somebody who only looks on, leaves no trace in his history. */
  #deny(intent: OrderIntent, error: AppError): Outcome<never> {
    this.#parts.refusals.placing(intent, 'HOUSE', error);
    return denied(error);
  }

  #checkIntent(principal: Principal, intent: OrderIntent, market: Market): AppError | null {
    const { instrument } = market;
    if (instrument.state !== 'TRADING') return new AppError('ORDER_INSTRUMENT_CLOSED', { instrument: instrument.id });
    if (this.#parts.isBehind(instrument.exchange)) return new AppError('VENUE_UNAVAILABLE', { exchange: instrument.exchange });
    const named = nameProblem(intent, this.#parts.placesTo === 'reduce' ? 'risk' : senderOf(principal));
    return named ?? hoursProblem(instrument, this.#parts.nowMs()) ?? checkIntent(intent, market);
  }

  #checkChange(change: OrderChange, order: Order | null, market: Market): AppError | null {
    return hoursProblem(market.instrument, this.#parts.nowMs()) ?? checkChange(change, order, market);
  }

  /** Asked in the turn in which a venue of the house stamps the command: nothing comes between. */
  #lateness({ notAfterMs }: OrderTiming = {}): AppError | null {
    return notAfterMs !== undefined && this.#parts.steadyMs() > notAfterMs ? new AppError('ORDER_TOO_LATE') : null;
  }
}

/** Of one market in its account, without one in every account of the api account; what was canceled before one failed stays so. */
async function cancelAllOf(
  venue: Venue,
  { apiId, instrumentId }: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId },
): Promise<Outcome<readonly Order[]>> {
  if (instrumentId !== undefined) return venue.cancelAll({ account: accountOfMarket(apiId, instrumentId), instrumentId });
  const canceled: Order[] = [];
  for (const account of venue.accounts(apiId)) {
    const outcome = await venue.cancelAll({ account });
    if (!outcome.ok) return outcome;
    canceled.push(...outcome.value);
  }
  return accepted(canceled);
}
