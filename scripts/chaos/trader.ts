import { itemsOf } from '../../core/contract/stream-items.ts';
import { multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import type { BalanceView, FillView, LedgerEntryView, OrderRequest, OrderView } from '../../schemas/wire/order.ts';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { HttpClient, RefusedCall } from '../../tests/kit/servers/http-client.ts';
import type { ServerProcess } from '../../tests/kit/servers/server-process.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { Witness } from './witness.ts';

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const depositedAsset = 'USDT';
const finalStates = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'FAILURE']);

/** One user who trades at random through the public API and remembers every answer. */
export class Trader {
  readonly witness = new Witness();
  readonly username: string;
  private readonly password: string;
  private readonly random: SeededRandom;
  private http = new HttpClient('');
  private server: ServerProcess | null = null;
  private stream: StreamProbe | null = null;
  private apiId = 0;
  private counter = 0;

  constructor(username: string, password: string, random: SeededRandom) {
    this.username = username;
    this.password = password;
    this.random = random;
  }

  /** `url`: of the server that is asked, by default the one that trades. */
  async connect(server: ServerProcess, url = server.url): Promise<void> {
    this.server = server;
    this.http = new HttpClient(url);
    await this.http.signIn(this.username, this.password);
    const account = (await this.http.call('apiList')).find(({ exchange }) => exchange === market.exchange);
    if (account === undefined) throw new Error(`${this.username} has no account at ${market.exchange}`);
    this.apiId = account.api_id;
    // As a client does that got no answer: the reference makes it harmless.
    for (const [reference, amount] of [...this.witness.unansweredDeposits]) await this.deposit(reference, amount);
    this.stream = await StreamProbe.open(url);
    await this.stream.request({ op: 'auth', token: this.http.token });
    await this.stream.request({ op: 'subscribe', topics: ['fills'] });
  }

  /** After a kill: whatever had reached the socket was told. */
  noteFills(): void {
    for (const message of this.stream?.ofTopic('fills') ?? []) for (const fill of itemsOf<FillView>(message)) this.witness.sawFill(fill);
    this.stream?.close();
    this.stream = null;
  }

  /** Sends orders, amendments, cancellations and deposits until the server goes away. */
  async tradeUntilCut(): Promise<void> {
    for (;;) {
      const clientOrderId = `${this.username}-${this.random.text(6)}-${this.counter++}`;
      try {
        await this.act(clientOrderId);
      } catch (error) {
        if (error instanceof RefusedCall) continue;
        return;
      }
    }
  }

  /** The same, but nothing puts this one off: where a call is refused or gets no answer the next one follows, as long as `goesOn` says. */
  async tradeWhile(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      try {
        await this.act(`${this.username}-${this.random.text(6)}-${this.counter++}`);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  private async act(clientOrderId: string): Promise<void> {
    const open = [...this.witness.orders.values()].filter(({ status }) => !finalStates.has(status));
    const dice = this.random.next();
    if (dice > 0.95) return this.deposit(`chaos-${clientOrderId}`, `0.0${1 + Math.floor(this.random.next() * 9)}`);
    const chosen = open[Math.floor(this.random.next() * open.length)];
    if (chosen !== undefined && dice < 0.2) {
      this.witness.sawOrder(await this.http.call('cancelOrder', { body: { api_id: this.apiId, ...market, order_id: chosen.order_id } }));
      return;
    }
    if (chosen?.qty && dice < 0.3) {
      const qty = multiplyDecimals(chosen.qty, '2');
      this.witness.sawOrder(
        await this.http.call('amendOrder', { body: { api_id: this.apiId, ...market, order_id: chosen.order_id, qty } }),
      );
      return;
    }
    this.witness.unanswered.add(clientOrderId);
    for (const order of await this.place(clientOrderId)) this.witness.sawOrder(order);
  }

  private async deposit(reference: string, amount: string): Promise<void> {
    this.witness.unansweredDeposits.set(reference, amount);
    const ok = await this.server?.deposit({ apiId: this.apiId, asset: depositedAsset, amount, reference });
    if (ok === false) throw new Error(`deposit ${reference} was refused`);
    if (ok !== true) return;
    this.witness.unansweredDeposits.delete(reference);
    this.witness.deposits.set(reference, amount);
  }

  private async place(clientOrderId: string): Promise<readonly OrderView[]> {
    const side = this.random.next() < 0.5 ? 'BUY' : 'SELL';
    const price = `${49_900 + Math.floor(this.random.next() * 200)}`;
    const qty = `0.00${1 + Math.floor(this.random.next() * 8)}`;
    const order: OrderRequest = {
      api_id: this.apiId,
      ...market,
      side,
      type: 'LIMIT',
      time_in_force: 'GTC',
      price,
      qty,
      client_order_id: clientOrderId,
    };
    try {
      return await this.http.call('doOrder', { body: order });
    } catch (error) {
      // A refusal is an answer: the order must not exist.
      if (error instanceof RefusedCall) this.witness.sawRefusal(clientOrderId);
      throw error;
    }
  }

  /** Everything that the server now says of this trader's orders: the newest open ones and all pages of the history. */
  async allOrders(): Promise<readonly OrderView[]> {
    const orders = [...(await this.http.call('openOrders', { query: {} })), ...(await this.pages<OrderView>('orderHistory'))];
    const known = new Set(orders.map(({ order_id }) => order_id));
    // Older open ones are in the history by their status; there some of the newest stand for a second time.
    for (const status of ['UNFILLED', 'PARTIALLY_FILLED'] as const) {
      for (const order of await this.pages<OrderView>('orderHistory', { status })) if (!known.has(order.order_id)) orders.push(order);
    }
    return orders;
  }

  async allFills(): Promise<readonly FillView[]> {
    return this.pages<FillView>('fills');
  }

  async balances(): Promise<readonly BalanceView[]> {
    return this.http.call('balances', { query: { api_ids: String(this.apiId) } });
  }

  /** Sum of the ledger lines by asset: must be the balance. */
  async ledgerLines(): Promise<readonly LedgerEntryView[]> {
    return this.pages('ledger');
  }

  private async pages<T>(name: 'orderHistory' | 'fills' | 'ledger', filter: { readonly status?: OrderView['status'] } = {}): Promise<T[]> {
    const all: T[] = [];
    let cursor: string | null = null;
    do {
      const query: { exchange: string; limit: number; cursor?: string; status?: OrderView['status'] } = {
        ...filter,
        exchange: market.exchange,
        limit: 500,
        ...(cursor === null ? {} : { cursor }),
      };
      const page: { readonly results: readonly unknown[]; readonly next: string | null } = await this.http.call(name, { query });
      all.push(...(page.results as T[]));
      cursor = page.next;
    } while (cursor !== null);
    return all;
  }
}
