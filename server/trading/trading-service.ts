import type { Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
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
import type { OrderMemory, Venue } from '../../core/contract/venue.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import { type AccountKey, accountOfMarket } from '../../core/domain/accounts/account-key.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { wholeUnits } from '../../core/domain/numbers/decimal.ts';
import type { WatchedPrice } from '../../core/domain/orders/order.ts';
import { type AccountAccess, checkPermission } from './accounts/account-access.ts';
import type { AccountBook } from './accounts/account-book.ts';
import type { Accounts } from './accounts/accounts.ts';
import { fundsNeeded } from './checks/grid-rules.ts';
import { hoursProblem } from './checks/market-hours.ts';
import { checkChange, checkIntent } from './checks/order-checks.ts';
import type { RefusalLog } from './checks/refusal-log.ts';
import { isSameOrder } from './checks/same-order.ts';
import type { ClientOrderIds } from './client-order-ids.ts';
import { findOrder, type OrderSources } from './find-order.ts';
import type { Market } from './market-directory.ts';
import { formatUnits } from './scaled-number.ts';
import type { ReferencePrices } from './venues/reference-prices.ts';

/** What the service asks of the venue registry. */
interface MarketLookup {
  market(id: InstrumentId): Market | null;
  venue(exchange: string): Venue | null;
  isDown(exchange: string): boolean;
}

export interface TradingServiceParts extends Omit<OrderSources, 'venue' | 'isDown'> {
  readonly accounts: Pick<Accounts, 'get'>;
  readonly access: Pick<AccountAccess, 'may'>;
  /** Moves money between accounts at their exchange. */
  readonly move: Accounts['transfer'];
  readonly markets: MarketLookup;
  readonly book: Pick<AccountBook, 'openOrder' | 'openOrders' | 'balances'>;
  readonly ids: ClientOrderIds;
  /** False while the disk is full: nothing that needs room is taken, not even into the histories. */
  readonly hasRoom: () => boolean;
  /** True while the projections of an exchange lag so far behind that it should take no new orders. */
  readonly isBehind: (exchange: string) => boolean;
  /** Prices from outside, as venues must know them before orders that watch them wait. */
  readonly references: Pick<ReferencePrices, 'tell'>;
  /** Remembers what is refused. */
  readonly refusals: Pick<RefusalLog, 'placing' | 'amending'>;
  /** What o'clock it is, for the hours of markets. */
  readonly nowMs: () => number;
  readonly logger: Logger;
}

/**
 * The one path every order takes. A refusal found here is a denial: nothing has left the house. The venue decides last;
 * when it does not answer, the order is unresolved, never failed.
 */
export class TradingService implements Trading {
  readonly #parts: TradingServiceParts;

  constructor(parts: TradingServiceParts) {
    this.#parts = parts;
  }

  async submit(principal: Principal, intent: OrderIntent, timing?: OrderTiming): Promise<Outcome<readonly Order[]>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const market = this.#admit(principal, 'trade', intent);
    if (market instanceof AppError) return this.#isOwn(principal, intent) ? this.#deny(intent, market) : denied(market);
    const problem = this.#checkIntent(intent, market);
    if (problem !== null) return this.#deny(intent, problem);
    const earlier = intent.clientOrderId === undefined ? null : await this.#earlier(intent, intent.clientOrderId, market);
    if (earlier !== null) return earlier.ok ? earlier : this.#deny(intent, earlier.error);
    // A repeat may have used up the money itself; whether it is one, the venue says.
    const short = isKnown(recall(intent, market)) ? null : checkFunds(intent, market);
    if (short !== null) return this.#deny(intent, short);
    const { watchedPrice = 'LAST' } = intent;
    const unknown = watchedPrice === 'LAST' ? null : await this.#watched(watchedPrice, market);
    if (unknown !== null) return this.#deny(intent, unknown);
    const clientOrderId = intent.clientOrderId ?? this.#parts.ids.next();
    // The id first: behind the spread it would give every order a hidden class of its own, which slows down all who read it.
    const named = intent.clientOrderId === undefined ? { clientOrderId, ...intent } : intent;
    const late = this.#lateness(timing);
    if (late !== null) return this.#deny(intent, late);
    try {
      const outcome = await market.venue.submit(named);
      if (!outcome.ok) this.#parts.refusals.placing(named, 'VENUE', outcome.error);
      if (!outcome.ok || outcome.value.length > 0) return outcome;
      return await this.#repeated(named, clientOrderId);
    } catch (error) {
      return this.#unresolved(error, clientOrderId);
    }
  }

  async amend(principal: Principal, change: OrderChange, timing?: OrderTiming): Promise<Outcome<Order>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const market = this.#admit(principal, 'trade', change);
    const order = this.#parts.book.openOrder(change.apiId, change.orderId);
    const { watchedPrice = 'LAST' } = order ?? {};
    const unknown =
      market instanceof AppError || watchedPrice === 'LAST' || change.triggerPrice === undefined
        ? null
        : await this.#watched(watchedPrice, market);
    const problem = market instanceof AppError ? market : (this.#checkChange(change, order, market) ?? unknown ?? this.#lateness(timing));
    if (problem !== null) {
      if (order !== null && this.#isOwn(principal, change)) this.#parts.refusals.amending(change, 'HOUSE', problem);
      return denied(problem);
    }
    if (market instanceof AppError) return denied(market);
    try {
      const outcome = await market.venue.amend(change);
      if (!outcome.ok && order !== null) this.#parts.refusals.amending(change, 'VENUE', outcome.error);
      return outcome;
    } catch (error) {
      return this.#unresolved(error, order?.clientOrderId ?? change.orderId);
    }
  }

  async cancel(
    principal: Principal,
    target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string },
  ): Promise<Outcome<Order>> {
    const market = this.#admit(principal, 'reduce', target);
    if (market instanceof AppError) return denied(market);
    try {
      return await market.venue.cancel(target);
    } catch (error) {
      return this.#unresolved(error, this.#parts.book.openOrder(target.apiId, target.orderId)?.clientOrderId ?? target.orderId);
    }
  }

  async cancelAll(
    principal: Principal,
    scope: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId },
  ): Promise<Outcome<readonly Order[]>> {
    const venue = this.#venueFor(principal, scope);
    if (venue instanceof AppError) return denied(venue);
    try {
      return await cancelAllOf(venue, scope);
    } catch (error) {
      return this.#unresolved(error, '');
    }
  }

  async find(principal: Principal, account: AccountKey, clientOrderId: string): Promise<Outcome<OrderFate>> {
    const { access, accounts, markets } = this.#parts;
    const { apiId } = account;
    const found = accounts.get(apiId);
    const barred = access.may(principal, apiId, 'see');
    if (barred !== null || found === null) return denied(barred ?? new AppError('ACCESS_ACCOUNT', { apiId }));
    const { exchange } = found;
    const sources: OrderSources = { ...this.#parts, venue: (id) => markets.venue(id), isDown: (id) => markets.isDown(id) };
    return accepted(await findOrder(sources, exchange, account, clientOrderId));
  }

  async transfer(principal: Principal, move: Transfer): Promise<Outcome<void>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const { from, to, reference } = move;
    const account = this.#parts.accounts.get(from.apiId);
    const barred = this.#parts.access.may(principal, from.apiId, 'move');
    if (barred !== null || account === null) return denied(barred ?? new AppError('ACCESS_ACCOUNT', { apiId: from.apiId }));
    const { exchange } = account;
    const missing = checkPermission(account, exchange, from.accountType) ?? checkPermission(account, exchange, to.accountType);
    if (missing !== null) return denied(missing);
    if (this.#parts.markets.isDown(exchange)) return denied(new AppError('VENUE_UNAVAILABLE', { exchange }));
    try {
      return await this.#parts.move(move);
    } catch (error) {
      return this.#unresolved(error, reference);
    }
  }

  borrow(principal: Principal, loan: Loan): Promise<Outcome<void>> {
    return this.#lend(principal, 'trade', loan, (venue) => venue.borrow?.(loan));
  }

  /** Whoever lost the right to trade may still pay back. */
  repay(principal: Principal, loan: Loan): Promise<Outcome<void>> {
    return this.#lend(principal, 'reduce', loan, (venue) => venue.repay?.(loan));
  }

  async #lend(
    principal: Principal,
    act: AccountAct,
    { account: key, reference }: Loan,
    ask: (venue: Venue) => Promise<Outcome<void>> | undefined,
  ): Promise<Outcome<void>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const account = this.#parts.accounts.get(key.apiId);
    const barred = this.#parts.access.may(principal, key.apiId, act);
    if (barred !== null || account === null) return denied(barred ?? new AppError('ACCESS_ACCOUNT', { apiId: key.apiId }));
    const { exchange } = account;
    const missing = checkPermission(account, exchange, key.accountType);
    if (missing !== null) return denied(missing);
    const venue = this.#parts.markets.isDown(exchange) ? null : this.#parts.markets.venue(exchange);
    if (venue === null) return denied(new AppError('VENUE_UNAVAILABLE', { exchange }));
    if (venue.capabilities.lending !== true) return denied(new AppError('LOAN_NOT_OFFERED', { exchange }));
    try {
      return (await ask(venue)) ?? denied(new AppError('LOAN_NOT_OFFERED', { exchange }));
    } catch (error) {
      return this.#unresolved(error, reference);
    }
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

  #isOwn(principal: Principal, { apiId, instrumentId }: Pick<OrderIntent, 'apiId' | 'instrumentId'>): boolean {
    const { access, markets } = this.#parts;
    return access.may(principal, apiId, 'reduce') === null && markets.market(instrumentId) !== null;
  }

  #admit(
    principal: Principal,
    act: 'trade' | 'reduce',
    { apiId, instrumentId }: Pick<OrderIntent, 'apiId' | 'instrumentId'>,
  ): Market | AppError {
    const { access, accounts, markets } = this.#parts;
    const account = accounts.get(apiId);
    const barred = access.may(principal, apiId, act);
    if (barred !== null || account === null) return barred ?? new AppError('ACCESS_ACCOUNT', { apiId });
    const market = markets.market(instrumentId);
    if (market === null) return new AppError('MARKET_UNKNOWN_INSTRUMENT', { instrument: instrumentId });
    const { exchange, accountType } = market.instrument;
    const missing = checkPermission(account, exchange, accountType);
    if (missing !== null) return missing;
    return markets.isDown(exchange) ? new AppError('VENUE_UNAVAILABLE', { exchange }) : market;
  }

  #venueFor(
    principal: Principal,
    { apiId, instrumentId }: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId },
  ): Venue | AppError {
    if (instrumentId !== undefined) {
      const market = this.#admit(principal, 'reduce', { apiId, instrumentId });
      return market instanceof AppError ? market : market.venue;
    }
    const account = this.#parts.accounts.get(apiId);
    const barred = this.#parts.access.may(principal, apiId, 'reduce');
    if (barred !== null || account === null) return barred ?? new AppError('ACCESS_ACCOUNT', { apiId });
    const venue = this.#parts.markets.venue(account.exchange);
    return venue === null || this.#parts.markets.isDown(account.exchange)
      ? new AppError('VENUE_UNAVAILABLE', { exchange: account.exchange })
      : venue;
  }

  #checkIntent(intent: OrderIntent, market: Market): AppError | null {
    const { instrument } = market;
    if (instrument.state !== 'TRADING') return new AppError('ORDER_INSTRUMENT_CLOSED', { instrument: instrument.id });
    if (this.#parts.isBehind(instrument.exchange)) return new AppError('VENUE_UNAVAILABLE', { exchange: instrument.exchange });
    return hoursProblem(instrument, this.#parts.nowMs()) ?? checkIntent(intent, market);
  }

  #checkChange(change: OrderChange, order: Order | null, market: Market): AppError | null {
    return hoursProblem(market.instrument, this.#parts.nowMs()) ?? checkChange(change, order, market);
  }

  /** What an id of the sender's own stands for, when the venue has forgotten it; null when the venue can tell by itself. */
  async #earlier(intent: OrderIntent, clientOrderId: string, market: Market): Promise<Outcome<readonly Order[]> | null> {
    if (recall(intent, market) !== 'UNSURE') return null;
    const { isUnstored, findEnded } = this.#parts;
    const { exchange } = market.instrument;
    const account = accountOfMarket(intent.apiId, intent.instrumentId);
    const isRecent = (): boolean => isUnstored(exchange, account, clientOrderId);
    // Asked before the store, so that no id falls between the two, and after it, for what became durable meanwhile.
    const wasRecent = isRecent();
    const order = await findEnded(exchange, account, clientOrderId);
    if (order !== null && isSameOrder(order, intent)) return accepted([order]);
    return order === null && !wasRecent && !isRecent()
      ? null
      : denied(new AppError('ORDER_DUPLICATE_CLIENT_ID', { field: 'clientOrderId' }));
  }

  /** The venue knows the id and the content, but the order is no longer in its memory. */
  async #repeated(intent: OrderIntent, clientOrderId: string): Promise<Outcome<readonly Order[]>> {
    const exchange = intent.instrumentId.slice(0, intent.instrumentId.indexOf('/'));
    const account = accountOfMarket(intent.apiId, intent.instrumentId);
    const order = await this.#parts.findEnded(exchange, account, clientOrderId);
    return order === null ? denied(new AppError('ORDER_DUPLICATE_CLIENT_ID', { field: 'clientOrderId' })) : accepted([order]);
  }

  /** Asked in the turn in which a venue of the house stamps the command: nothing comes between. */
  #lateness({ notAfterMs }: OrderTiming = {}): AppError | null {
    return notAfterMs !== undefined && this.#parts.steadyMs() > notAfterMs ? new AppError('ORDER_TOO_LATE') : null;
  }

  #unresolved(error: unknown, clientOrderId: string): Outcome<never> {
    this.#parts.logger.error({ err: error, clientOrderId }, 'the venue did not answer; the outcome is open until it does');
    return denied(new AppError('ORDER_UNRESOLVED', { clientOrderId }, error));
  }
}

/** Ids that the house makes are always fresh. */
const recall = ({ apiId, instrumentId, clientOrderId }: OrderIntent, { venue }: Market): OrderMemory =>
  clientOrderId === undefined ? 'FRESH' : (venue.recall?.(accountOfMarket(apiId, instrumentId), clientOrderId) ?? 'UNSURE');

const isKnown = (memory: OrderMemory): boolean => memory !== 'FRESH' && memory !== 'UNSURE';

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

function checkFunds(intent: OrderIntent, { venue, grid }: Market): AppError | null {
  const need = fundsNeeded(intent, grid);
  if (need === null) return null;
  const limit = venue.available(accountOfMarket(intent.apiId, intent.instrumentId), need.asset);
  // A simulated exchange counts finer than the asset is traded.
  const available = wholeUnits(limit, need.scale) ?? 0n;
  if (need.units <= available) return null;
  const { field, asset, fitsAsset, fits } = need;
  return new AppError('ORDER_INSUFFICIENT_BALANCE', {
    field,
    limit,
    asset,
    fitsAsset,
    need: formatUnits(need.units, need.scale),
    fits: fits(available),
  });
}
