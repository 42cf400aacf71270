import type { Principal } from '../../../core/contract/access.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import type { ExchangeAccounts } from '../../../core/contract/exchange-accounts.ts';
import type { OrderListener, OrderNews } from '../../../core/contract/order-news.ts';
import type { HousePeople, Person } from '../../../core/contract/people.ts';
import type { Clock, Logger, ServerMarkets } from '../../../core/contract/server-services.ts';
import type { ApiId, Order, Trading } from '../../../core/contract/trading.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import { grouped } from '../../../core/domain/grouped.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { copiedOrder, copyId } from '../../../core/domain/orders/order-origin.ts';
import { copyChange, copyIntent, type MainOrder } from './copy-order.ts';
import { type CopyProblem, type CopyRecord, placedCopy } from './copy-record.ts';
import type { CopyPlan, Follower } from './copy-rules.ts';
import type { CopyTables } from './copy-tables.ts';
import type { CopyWriter } from './copy-writer.ts';
import { hasEnded, LiveOrder } from './live-order.ts';
import { asSent } from './new-orders.ts';

interface CopierParts {
  readonly trading: Pick<Trading, 'submit' | 'amend' | 'cancel' | 'find' | 'openOrders'>;
  readonly news: OrderNews;
  readonly people: Pick<HousePeople, 'get'>;
  readonly accounts: Pick<ExchangeAccounts, 'get'>;
  readonly markets: Pick<ServerMarkets, 'instrument' | 'ticker'>;
  readonly tables: Pick<CopyTables, 'live' | 'newestMs' | 'known'>;
  readonly writer: Pick<CopyWriter, 'write' | 'flush'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Orders may reach the store this much later than another that came after them. */
const overlapMs = 60_000;
/** As many orders of one account are looked at after a time in which nobody listened. */
const mostMissed = 1_000;

/**
 * Repeats what becomes of main accounts' orders on the accounts that follow them, through the one path of orders and with all its checks. Nothing is written
 * before it is sent: the id of a copy follows from the order that it repeats, so that after a crash its exchange says whether there is one.
 */
export class Copier implements OrderListener {
  readonly #parts: CopierParts;
  readonly #plans = new Map<ApiId, CopyPlan>();
  /** Main accounts by the accounts that follow them. */
  readonly #mainOf = new Map<ApiId, ApiId>();
  /** Every account that was ever part of it: what is under way there ends, whoever follows it by then. */
  readonly #heard = new Set<ApiId>();
  /** By `<main api id>-<order id>`. */
  readonly #live = new Map<string, LiveOrder>();
  /** The same of every leg. */
  readonly #legs = new Map<string, LiveOrder>();

  constructor(parts: CopierParts) {
    this.#parts = parts;
  }

  /** Takes up what was live before, and listens; resolves to what ends it. */
  async start(plans: readonly CopyPlan[]): Promise<() => void> {
    for (const stored of await this.#parts.tables.live()) this.#enter(LiveOrder.stored(stored));
    for (const plan of plans) this.take(plan);
    return this.#parts.news.follow(this);
  }

  plan(mainApiId: ApiId): CopyPlan | null {
    return this.#plans.get(mainApiId) ?? null;
  }

  plans(): readonly CopyPlan[] {
    return [...this.#plans.values()];
  }

  /** The main account that this one follows; null: none. */
  mainOf(apiId: ApiId): ApiId | null {
    return this.#mainOf.get(apiId) ?? null;
  }

  /** From now on this is how the account is followed. */
  take(plan: CopyPlan): void {
    this.leave(plan.mainApiId);
    this.#plans.set(plan.mainApiId, plan);
    this.#heard.add(plan.mainApiId);
    for (const { apiId } of plan.followers) {
      this.#mainOf.set(apiId, plan.mainApiId);
      this.#heard.add(apiId);
    }
  }

  /** Nobody follows the account any more; copies stay as they are. */
  leave(mainApiId: ApiId): void {
    this.#plans.delete(mainApiId);
    for (const [apiId, main] of this.#mainOf) if (main === mainApiId) this.#mainOf.delete(apiId);
  }

  hears(apiId: ApiId): boolean {
    return this.#heard.has(apiId);
  }

  orders(_exchange: string, orders: readonly Order[]): void {
    for (const [apiId, own] of grouped(orders, (order) => order.apiId)) this.#told(apiId, own, null);
    for (const order of orders) this.#copyTold(order);
  }

  opened(exchange: string): void {
    const live = grouped(this.#live.values(), ({ main }) => main.mainApiId);
    const on = [...this.#plans.values()].filter(({ isOn }) => isOn).map(({ mainApiId }) => mainApiId);
    for (const mainApiId of new Set([...on, ...live.keys()])) {
      const followers = this.#plans.get(mainApiId)?.followers.map(({ apiId }) => apiId) ?? [];
      const copies = live.get(mainApiId)?.flatMap((copied) => [...copied.copies.keys()]) ?? [];
      const isThere = [mainApiId, ...followers, ...copies].some((apiId) => this.#parts.accounts.get(apiId)?.exchange === exchange);
      if (isThere) this.#guarded(mainApiId, () => this.#catchUp(mainApiId));
    }
  }

  /** Asks what became of copies of which nobody knows it. */
  async resolve(): Promise<void> {
    for (const copied of [...this.#live.values()]) {
      const open = [...copied.copies.values()].some(({ state }) => state === 'SENT');
      if (open) await copied.turns.take(() => this.#resolve(copied));
    }
  }

  /** Resolves when everything that was heard up to now is done. */
  async idle(): Promise<void> {
    await Promise.all([...this.#live.values()].map(({ turns }) => turns.take(async () => undefined)));
  }

  /** What happened while nobody listened, or an exchange was away. */
  async #catchUp(mainApiId: ApiId): Promise<void> {
    const { news, tables, writer } = this.#parts;
    await writer.flush();
    const live = [...this.#live.values()].filter(({ main }) => main.mainApiId === mainApiId);
    const plan = this.#plans.get(mainApiId);
    const newest = await tables.newestMs(mainApiId);
    // However long ago it was sent: what is live is asked for by its ids.
    const ids = new Set(live.flatMap(({ main }) => Object.keys(main.terms)));
    const [exchange = ''] = live[0]?.main.instrumentId.split('/') ?? [];
    this.#told(mainApiId, await news.named(exchange, [...ids]), ids);
    // Whoever copies no more hears how what he has copied ends, and of nothing else.
    if (plan?.isOn === true) {
      const sinceMs = Math.max(plan.sinceMs, (newest ?? plan.sinceMs) - overlapMs);
      const orders = (await news.since(mainApiId, sinceMs, mostMissed)).filter(({ orderId }) => !ids.has(orderId));
      const known = await tables.known(
        mainApiId,
        orders.map(({ orderId }) => orderId),
      );
      this.#told(mainApiId, orders, known);
    }
    await this.resolve();
  }

  /** Orders of one account. `known`: those that were copied before, of orders that are told late; null: they are told as they happen. */
  #told(apiId: ApiId, orders: readonly Order[], known: ReadonlySet<string> | null): void {
    const plan = this.#plans.get(apiId) ?? null;
    const unknown: Order[] = [];
    for (const [copied, told] of grouped(orders, ({ orderId }) => this.#find(apiId, orderId))) {
      if (copied === null) unknown.push(...told);
      else this.#mainTold(plan, copied, told);
    }
    // Of what was told late nobody could ever say whether an account that is gone has a copy.
    const isThere = (apiId: ApiId): boolean => known === null || this.#parts.accounts.get(apiId) !== null;
    const followers = plan?.followers.filter(({ apiId, isOn }) => isOn && isThere(apiId)) ?? [];
    if (plan?.isOn !== true || followers.length === 0) return;
    for (const sent of asSent(unknown)) {
      const { order } = sent;
      const cameToNothing = hasEnded(order) && compareDecimals(order.filledQty, '0') === 0;
      if (order.createdMs < plan.sinceMs || cameToNothing || known?.has(order.orderId) === true) continue;
      const accounts = followers.map((follower) => follower.apiId);
      const copied = LiveOrder.of(sent, plan.userId, accounts, this.#parts.clock.nowMs());
      this.#enter(copied);
      // Of one that was told late only the exchanges know whether it has copies.
      const place = () => (known === null ? this.#place(plan, followers, copied, sent) : this.#resolve(copied));
      this.#guarded(apiId, () => copied.turns.take(place));
    }
  }

  #mainTold(plan: CopyPlan | null, copied: LiveOrder, orders: readonly Order[]): void {
    const news = copied.hear(orders);
    if (news === null) return;
    this.#written(copied, []);
    // Whoever has switched copying off has the copies to himself.
    if (plan?.isOn !== true) return;
    for (const order of news.amended) this.#guarded(plan.mainApiId, () => copied.turns.take(() => this.#amend(plan, copied, order)));
    for (const order of news.canceled) this.#guarded(plan.mainApiId, () => copied.turns.take(() => this.#cancel(copied, order.orderId)));
  }

  /** News of an order in an account that follows. */
  #copyTold(order: Order): void {
    const main = copiedOrder(order.clientOrderId);
    const copied = main === null ? null : this.#find(main.mainApiId, main.orderId);
    if (main === null || copied === null) return;
    const { orderId } = main;
    const copy = copied.copies.get(order.apiId);
    if (copy !== undefined && orderId === copied.main.orderId) this.#written(copied, [placedCopy(copy, order)]);
    // It was taken back before its copy was known to be there.
    if (!hasEnded(order) && copied.isTakenBack(orderId) && this.#plans.get(copied.main.mainApiId)?.isOn === true)
      this.#guarded(copied.main.mainApiId, () => copied.turns.take(() => this.#cancel(copied, orderId)));
  }

  async #place(plan: CopyPlan, followers: readonly Follower[], copied: LiveOrder, sent: MainOrder): Promise<void> {
    const principal = await this.#principal(plan);
    // Whoever has switched it off meanwhile gets no copy any more.
    const missed = followers.filter(({ apiId }) => this.#follower(copied, apiId) === null).map(({ apiId }) => apiId);
    this.#written(
      copied,
      [...copied.copies.values()].filter(({ apiId }) => missed.includes(apiId)).map((copy) => this.#missedCopy(copy)),
    );
    const still = followers.filter(({ apiId }) => !missed.includes(apiId));
    this.#written(copied, await Promise.all(still.map((follower) => this.#send(plan, follower, copied, sent, principal))));
  }

  async #send(
    plan: CopyPlan,
    follower: Follower,
    copied: LiveOrder,
    sent: MainOrder,
    principal: Principal | AppError,
  ): Promise<CopyRecord> {
    const { trading, clock } = this.#parts;
    const copy = copied.copies.get(follower.apiId);
    if (copy === undefined) throw new Error('a copy is sent for an account that the order is not copied for');
    const market = this.#marketOf(follower.apiId, sent.order);
    const intent = market instanceof AppError ? market : copyIntent(sent, this.#terms(plan, follower, market));
    const named = market instanceof AppError ? copy : { ...copy, instrumentId: market.id };
    if (principal instanceof AppError) return refusedCopy(named, principal, clock.nowMs());
    if (intent instanceof AppError) return refusedCopy(named, intent, clock.nowMs());
    const asked = { ...named, qty: intent.qty ?? null, quoteAmount: intent.quoteAmount ?? null };
    const outcome = await trading.submit(principal, intent);
    // Told meanwhile, perhaps further than the answer knows.
    const told = copied.copies.get(follower.apiId);
    if (told?.state === 'PLACED') return told;
    if (!outcome.ok) return outcome.error.code === 'ORDER_UNRESOLVED' ? asked : refusedCopy(asked, outcome.error, clock.nowMs());
    const [order] = outcome.value;
    return order === undefined ? asked : placedCopy(asked, order);
  }

  async #resolve(copied: LiveOrder): Promise<void> {
    const plan = this.#plans.get(copied.main.mainApiId) ?? null;
    const principal = await this.#principal(copied.main);
    if (principal instanceof AppError) return;
    for (const copy of [...copied.copies.values()]) {
      if (copy.state !== 'SENT') continue;
      const next = await this.#resolved(plan, copied, copy, principal);
      if (copied.copies.get(copy.apiId)?.state === 'SENT') this.#written(copied, [next]);
      if (next.state !== 'PLACED' || plan?.isOn !== true) continue;
      // What became of its main order meanwhile found no copy to change.
      const order = copied.orders.get(copied.main.orderId);
      if (copied.isTakenBack(copied.main.orderId)) await this.#cancel(copied, copied.main.orderId);
      else if (order !== undefined && !hasEnded(order)) await this.#amend(plan, copied, order);
    }
  }

  async #resolved(plan: CopyPlan | null, copied: LiveOrder, copy: CopyRecord, principal: Principal): Promise<CopyRecord> {
    const { trading, people, accounts } = this.#parts;
    const { main, orders } = copied;
    const order = orders.get(main.orderId);
    const account = accounts.get(copy.apiId);
    // He who has sent it is told what became of it, whatever he may do with the account by now: its owner may always ask.
    const owner = account === null ? null : await people.get(account.userId);
    // Only its exchange can say that it was never there: whatever keeps it from being asked says nothing of the copy.
    if (order === undefined || account === null || owner === null) return copy;
    const key = accountOfMarket(copy.apiId, copy.instrumentId ?? marketAt(account.exchange, order));
    const fate = await trading.find(principalOf(owner), key, copyId(main.mainApiId, main.orderId));
    if (!fate.ok || fate.value.state === 'UNSURE') return copy;
    if (fate.value.state === 'PLACED') return placedCopy(copy, fate.value.order);
    const follower = plan?.followers.find(({ apiId, isOn }) => apiId === copy.apiId && isOn);
    if (hasEnded(order) || follower === undefined || plan?.isOn !== true) return this.#missedCopy(copy);
    const legs = [...orders.values()].filter(({ orderId }) => orderId !== main.orderId);
    return this.#send(plan, follower, copied, { order, legs }, principal);
  }

  async #amend(plan: CopyPlan, copied: LiveOrder, order: Order): Promise<void> {
    const principal = await this.#principal(plan);
    await Promise.all(
      [...copied.copies.values()].map(async (copy) => {
        const own = this.#openCopy(copied, copy.apiId, order.orderId);
        const follower = this.#follower(copied, copy.apiId);
        const market = this.#marketOf(copy.apiId, order);
        if (own === null || follower === null || market instanceof AppError || principal instanceof AppError) return;
        const change = copyChange(order, own, this.#terms(plan, follower, market));
        const outcome = change === null ? null : await this.#parts.trading.amend(principal, change);
        if (outcome !== null) this.#problem(copied, copy.apiId, outcome.ok ? null : outcome.error);
      }),
    );
    copied.followed(order);
    this.#written(copied, []);
  }

  async #cancel(copied: LiveOrder, orderId: string): Promise<void> {
    const principal = await this.#principal(copied.main);
    await Promise.all(
      [...copied.copies.values()].map(async (copy) => {
        const own = this.#openCopy(copied, copy.apiId, orderId);
        if (own === null || this.#follower(copied, copy.apiId) === null || principal instanceof AppError) return;
        const outcome = await this.#parts.trading.cancel(principal, own);
        // It has ended by itself meanwhile: there is nothing to take back.
        if (!outcome.ok && outcome.error.code !== 'ORDER_UNKNOWN') this.#problem(copied, copy.apiId, outcome.error);
      }),
    );
  }

  /** Who follows the order's account by now; null: he has been switched off or taken out, and keeps his copies to himself. */
  #follower({ main }: LiveOrder, apiId: ApiId): Follower | null {
    const plan = this.#plans.get(main.mainApiId);
    return plan?.isOn === true ? (plan.followers.find((one) => one.apiId === apiId && one.isOn) ?? null) : null;
  }

  #missedCopy(copy: CopyRecord): CopyRecord {
    return { ...copy, state: 'MISSED', problem: { code: 'COPY_MISSED', params: {} }, updatedMs: this.#parts.clock.nowMs() };
  }

  #problem(copied: LiveOrder, apiId: ApiId, error: AppError | null): void {
    const copy = copied.copies.get(apiId);
    const problem = error === null ? null : problemOf(error);
    if (copy !== undefined && (problem !== null || copy.problem !== null)) this.#written(copied, [{ ...copy, problem }]);
  }

  /** The open copy of the order or leg, as its account has it. */
  #openCopy({ main }: LiveOrder, apiId: ApiId, orderId: string): Order | null {
    const name = copyId(main.mainApiId, orderId);
    return this.#parts.trading.openOrders([apiId]).find(({ clientOrderId }) => clientOrderId === name) ?? null;
  }

  #terms(plan: CopyPlan, { apiId, ratio, maxAmount }: Follower, instrument: Instrument) {
    const lastPrice = this.#parts.markets.ticker(instrument.id)?.last ?? null;
    return { apiId, ratio, maxAmount, syncRatio: plan.syncRatio, instrument, lastPrice };
  }

  /** The market of the same name at the exchange of a follower. */
  #marketOf(apiId: ApiId, { instrumentId }: Pick<Order, 'instrumentId'>): Instrument | AppError {
    const { accounts, markets } = this.#parts;
    const exchange = accounts.get(apiId)?.exchange;
    if (exchange === undefined) return new AppError('ACCESS_ACCOUNT', { apiId });
    const id = marketAt(exchange, { instrumentId });
    return markets.instrument(id) ?? new AppError('MARKET_UNKNOWN_INSTRUMENT', { instrument: id });
  }

  /** Whose copies they are, as he is by now. */
  async #principal({ userId, mainApiId }: { readonly userId: string; readonly mainApiId: ApiId }): Promise<Principal | AppError> {
    const person = await this.#parts.people.get(userId);
    if (person === null || person.state !== 'ACTIVE') return new AppError('ACCOUNT_INACTIVE', { apiId: mainApiId });
    return { ...principalOf(person), copies: true };
  }

  #find(mainApiId: ApiId, orderId: string): LiveOrder | null {
    const key = `${mainApiId}-${orderId}`;
    return this.#live.get(key) ?? this.#legs.get(key) ?? null;
  }

  #enter(copied: LiveOrder): void {
    const { mainApiId, orderId, terms } = copied.main;
    for (const apiId of [mainApiId, ...copied.copies.keys()]) this.#heard.add(apiId);
    this.#live.set(`${mainApiId}-${orderId}`, copied);
    for (const leg of Object.keys(terms)) if (leg !== orderId) this.#legs.set(`${mainApiId}-${leg}`, copied);
  }

  /** Has it stored, and forgets it here once nothing more can become of it. */
  #written(copied: LiveOrder, copies: readonly CopyRecord[]): void {
    for (const copy of copies) copied.copies.set(copy.apiId, copy);
    const isOver = copied.isOver;
    copied.main = { ...copied.main, isLive: !isOver };
    this.#parts.writer.write(copied.main, copies);
    if (!isOver) return;
    const { mainApiId, terms } = copied.main;
    for (const orderId of Object.keys(terms)) {
      this.#live.delete(`${mainApiId}-${orderId}`);
      this.#legs.delete(`${mainApiId}-${orderId}`);
    }
  }

  #guarded(mainApiId: ApiId, work: () => Promise<void>): void {
    void work().catch((error: unknown) => this.#parts.logger.error({ err: error, mainApiId }, 'orders of a main account were not copied'));
  }
}

/** The market of the same name there. */
const marketAt = (exchange: string, { instrumentId }: Pick<Order, 'instrumentId'>): InstrumentId =>
  [exchange, ...instrumentId.split('/').slice(1)].join('/');

const principalOf = ({ id, username, role, vipLevel, productVersion }: Person): Principal => ({
  ...{ userId: id, username, role, vipLevel, productVersion },
});

const problemOf = ({ code, params }: AppError): CopyProblem => ({ code, params });

const refusedCopy = (copy: CopyRecord, error: AppError, nowMs: number): CopyRecord => ({
  ...copy,
  state: 'REFUSED',
  problem: problemOf(error),
  updatedMs: nowMs,
});
