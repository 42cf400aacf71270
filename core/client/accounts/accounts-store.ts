import { makeAutoObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import { type AccessDecision, absent, granted } from '../../contract/access.ts';
import type { AppError, Outcome } from '../../contract/app-error.ts';
import type {
  AccountBalance,
  Accounts,
  Api,
  ApiAccount,
  Fill,
  Order,
  OrderAmendment,
  OrderIntent,
  Session,
  Stream,
} from '../../contract/client-services.ts';
import { itemsOf, type TopicMessage } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';
import type { AccountAct } from '../../domain/accounts/account-act.ts';
import { accountOfMarket } from '../../domain/accounts/account-key.ts';
import type { Role } from '../../domain/accounts/role.ts';
import type { RoleBook } from '../../domain/accounts/role-book.ts';
import type { AccountType } from '../../domain/markets/instrument.ts';
import type { UserConfigStore } from '../settings/user-config-store.ts';
import type { Timers } from '../timers.ts';
import { accessTo, tradesAt } from './account-access.ts';
import { amendmentFate } from './lost-amendment.ts';
import { OrderList } from './order-list.ts';

const selectedSection = 'api_select_list';
const fillsAskedFor = 200;

/**
 * The user's accounts and what happens in them. The stream carries changes; after every (re)connection its snapshot
 * replaces the state, and what ended or filled meanwhile is fetched, so that nothing is lost or counted twice.
 */
export class AccountsStore implements Accounts {
  readonly #api: Api;
  readonly #stream: Stream;
  readonly #config: UserConfigStore;
  readonly #session: Pick<Session, 'user'>;
  readonly #roles: Pick<RoleBook, 'may'>;
  /** `nowMs` by the server's clock, as the times of orders are; zero before it is known. */
  readonly #timers: Pick<Timers, 'nowMs' | 'steadyMs' | 'after'>;
  readonly #orders = new OrderList();
  readonly #balances = observable.map<string, AccountBalance>(undefined, { deep: false });
  apiAccounts: readonly ApiAccount[] = [];
  refusedAmendment: Accounts['refusedAmendment'] = null;
  loading = true;
  /** When the accounts were asked for last, by the steady clock; null before. */
  askedMs: number | null = null;
  /** When the ones that are known were asked for. */
  #takenMs = Number.NEGATIVE_INFINITY;

  constructor(
    api: Api,
    stream: Stream,
    config: UserConfigStore,
    session: Pick<Session, 'user'>,
    roles: Pick<RoleBook, 'may'>,
    timers: Pick<Timers, 'nowMs' | 'steadyMs' | 'after'>,
  ) {
    this.#api = api;
    this.#stream = stream;
    this.#config = config;
    this.#session = session;
    this.#roles = roles;
    this.#timers = timers;
    makeAutoObservable(
      this,
      {
        apiAccounts: observableRef,
        refusedAmendment: observableRef,
        askedMs: false,
        accountFor: false,
        may: false,
        place: false,
        amend: false,
        cancel: false,
      },
      { autoBind: true },
    );
  }

  get selectedIds(): readonly number[] {
    const saved = this.#config.section(selectedSection);
    const known = new Set(this.apiAccounts.map((account) => account.apiId));
    const ids = Array.isArray(saved) ? saved.filter((id): id is number => typeof id === 'number' && known.has(id)) : [];
    return ids.length > 0 ? ids : [...known];
  }

  select(ids: readonly number[]): void {
    this.#config.set(selectedSection, [...ids]);
  }

  accountFor(exchange: string, accountType: AccountType = 'spot'): ApiAccount | null {
    const there = this.apiAccounts.filter((account) => tradesAt(account, exchange, accountType));
    const selected = there.filter((account) => this.selectedIds.includes(account.apiId));
    const among = selected.length > 0 ? selected : there;
    // Accounts of others that are only looked at stand among the own ones.
    return among.find((account) => accessTo(account, 'trade').outcome === 'granted') ?? among[0] ?? null;
  }

  may(act: AccountAct, apiId?: number): AccessDecision {
    if (!this.#roles.may(this.#session.user?.role ?? null, act)) return absent;
    const account = this.apiAccounts.find((one) => one.apiId === apiId);
    return account === undefined ? granted : accessTo(account, act);
  }

  get openOrders(): readonly Order[] {
    return this.#orders.open;
  }

  get endedOrders(): readonly Order[] {
    return this.#orders.ended;
  }

  get fills(): readonly Fill[] {
    return this.#orders.fills;
  }

  get balances(): readonly AccountBalance[] {
    return [...this.#balances.values()];
  }

  /** Who does not trade looks after the accounts of others, those among them of which he may only know. Again whenever the server says that rights have changed. */
  async loadAccounts(role: Role): Promise<void> {
    const askedMs = this.#timers.steadyMs();
    this.askedMs = askedMs;
    const reply = await this.#api.call(this.#roles.may(role, 'trade') ? 'apiList' : 'apiAll', {});
    if (!reply.ok) {
      // Whatever begins next asks again.
      this.askedMs = Number.NEGATIVE_INFINITY;
      return;
    }
    // Of two that are on their way the later one counts, whichever answer comes first.
    if (askedMs < this.#takenMs) return;
    this.#takenMs = askedMs;
    runInAction(() => {
      this.apiAccounts = reply.value;
      // What was told of accounts that may no longer be looked at is not kept on the screen.
      const seen = reply.value.filter((one) =>
        [accessTo(one, 'see'), accessTo(one, 'report')].some(({ outcome }) => outcome === 'granted'),
      );
      this.#orders.keepOf(new Set(seen.map(({ apiId }) => apiId)));
    });
  }

  /** Opens the account-state topics. The returned function closes them and forgets what they brought. */
  start(): Disposer {
    const stops = [
      this.#stream.subscribe('orders', (message) => this.#onOrders(message)),
      this.#stream.subscribe('fills', (message) => this.#onFills(message)),
      this.#stream.subscribe('balances', (message) => this.#onBalances(message)),
      // The topics' snapshots may be shorter than what a long silence missed: the lists come by HTTP after each connection.
      reaction(
        () => this.#stream.state,
        (state) => {
          if (state === 'open') void this.#loadState();
        },
        { fireImmediately: true },
      ),
    ];
    return () => {
      for (const stop of stops) void stop();
      this.#clear();
    };
  }

  async place(order: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const reply = await this.#api.call('doOrder', { body: order });
    if (reply.ok) {
      runInAction(() => {
        for (const placed of reply.value) this.#orders.put(placed);
      });
    }
    return reply;
  }

  async amend(order: Order, change: OrderAmendment): Promise<Outcome<Order>> {
    const answer = await this.#api.call('amendOrder', { body: { ...target(order), ...change } });
    const isOpen = !answer.ok && answer.error.isOutcomeOpen && order.clientOrderId !== '';
    const reply = this.#remember(isOpen ? await this.#fateOf(order, change, answer.error) : answer);
    const { instrumentId, apiId, orderId } = order;
    if (!reply.ok && !reply.error.isOutcomeOpen) runInAction(() => (this.refusedAmendment = { instrumentId, apiId, orderId }));
    return reply;
  }

  /** What became of an amendment without an answer. */
  #fateOf(order: Order, terms: OrderAmendment, error: AppError): Promise<Outcome<Order>> {
    const query = { ...accountOfMarket(order.apiId, order.instrumentId), clientOrderId: order.clientOrderId };
    return amendmentFate({ terms, error, ask: () => this.#api.call('findOrder', { query }), timers: this.#timers });
  }

  async cancel(order: Order): Promise<Outcome<Order>> {
    return this.#remember(await this.#api.call('cancelOrder', { body: target(order) }));
  }

  #remember(reply: Outcome<Order>): Outcome<Order> {
    if (reply.ok) runInAction(() => this.#orders.put(reply.value));
    return reply;
  }

  async #loadState(): Promise<void> {
    const askedMs = this.#timers.nowMs();
    const [orders, fills, balances] = await Promise.all([
      this.#api.call('openOrders', { query: {} }),
      this.#api.call('fills', { query: { limit: fillsAskedFor } }),
      this.#api.call('balances', { query: {} }),
    ]);
    runInAction(() => {
      if (orders.ok) this.#takeOpenOrders(orders.value, askedMs);
      if (fills.ok) this.#orders.addFills(fills.value.results);
      if (balances.ok && this.loading) this.#takeBalances(balances.value);
      this.loading = false;
    });
  }

  #onOrders(message: TopicMessage): void {
    const orders = itemsOf<Order>(message);
    if (message.k === 's') this.#takeOpenOrders(orders, Number.POSITIVE_INFINITY);
    else for (const order of orders) this.#orders.put(order);
    if (message.k === 's') this.loading = false;
  }

  #onFills(message: TopicMessage): void {
    this.#orders.addFills(itemsOf<Fill>(message));
  }

  #onBalances(message: TopicMessage): void {
    if (message.k === 's') this.#balances.clear();
    this.#takeBalances(itemsOf<AccountBalance>(message));
  }

  #takeBalances(balances: readonly AccountBalance[]): void {
    for (const balance of balances) {
      const { apiId, accountType, symbol = '', asset } = balance;
      this.#balances.set(`${apiId}/${accountType}/${symbol}/${asset}`, balance);
    }
  }

  /** Orders that are gone from the list ended while nobody listened: their end is looked up. */
  #takeOpenOrders(orders: readonly Order[], askedMs: number): void {
    const gone = this.#orders.replaceOpen(orders, askedMs);
    if (gone.length > 0) void this.#findEnds(gone);
  }

  async #findEnds(gone: readonly Order[]): Promise<void> {
    const wanted = new Set(gone.map((order) => order.orderId));
    const from = Math.min(...gone.map((order) => order.createdMs));
    const reply = await this.#api.call('orderHistory', { query: { from, limit: 500 } });
    if (!reply.ok) return;
    runInAction(() => {
      for (const order of reply.value.results) if (wanted.has(order.orderId)) this.#orders.put(order);
    });
  }

  #clear(): void {
    this.#orders.clear();
    this.#balances.clear();
    this.apiAccounts = [];
    this.loading = true;
  }
}

const target = ({ apiId, instrumentId, orderId }: Order) => ({ apiId, instrumentId, orderId });
