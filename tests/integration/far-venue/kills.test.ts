import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { testInstrument } from '../../kit/market-fixtures.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { type HttpClient, RefusedCall } from '../../kit/servers/http-client.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';
import { farHost } from '../../kit/venues/far-plugin.ts';
import { FarServer } from '../../kit/venues/far-server.ts';
import { startFarExchange } from '../../kit/venues/open-far-venue.ts';

/**
 * A server that is killed again and again while it trades at an exchange elsewhere, over a line that loses requests, answers and reports, and
 * an exchange that soon forgets what it has reported.
 */

type Word = 'accepted' | 'refused' | 'open';

let far: Awaited<ReturnType<typeof startFarExchange>>;
let exchange: FarServer;
let dataFolder: string;
let server: ServerProcess;

beforeAll(async () => {
  far = await startFarExchange({ longestMs: 4, remembered: 40, listed: [testInstrument.id] });
  far.line.lateMs = 150;
  exchange = await FarServer.start(far.far, far.line);
  dataFolder = await freshDataDir();
}, 60_000);
afterAll(async () => {
  await server.kill();
  await exchange.close();
  await far.remove();
  rmSync(dataFolder, { recursive: true, force: true });
});

const start = async (): Promise<void> => {
  server = await ServerProcess.start(dataFolder, { plugins: 'kit-far,venue-house', environment: { [farHost]: exchange.host } });
};

class Sender {
  readonly name: string;
  /** By client order id. */
  readonly words = new Map<string, Word>();
  apiId = 0;
  client: HttpClient | null = null;

  constructor(name: string) {
    this.name = name;
  }

  async signIn(): Promise<void> {
    this.client = await server.signIn(this.name);
    this.apiId = (await this.client.call('apiList')).find((one) => one.exchange === 'aurora')?.api_id ?? 0;
  }

  /** Places orders near one price, so that many meet, until the server is gone. */
  async run(isUp: () => boolean): Promise<void> {
    for (let at = 0; isUp(); at++) {
      const id = `${this.name}-${this.words.size}`;
      const side = (at + this.name.length) % 2 === 0 ? 'BUY' : 'SELL';
      const price = String(30_000 + (side === 'BUY' ? at % 7 : -(at % 5)));
      const body = {
        ...{ api_id: this.apiId, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' as const },
        ...{ side: side as 'BUY' | 'SELL', type: 'LIMIT' as const, price, qty: '0.001', client_order_id: id },
      };
      this.words.set(id, 'open');
      const word = await this.client?.call('doOrder', { body }).then(
        (): Word => 'accepted',
        (error: unknown): Word => (error instanceof RefusedCall && errorCodeOf(error.number) !== 'ORDER_UNRESOLVED' ? 'refused' : 'open'),
      );
      this.words.set(id, word ?? 'open');
    }
  }

  async fate(id: string) {
    const query = { api_id: this.apiId, account_type: 'spot' as const, client_order_id: id };
    return this.client?.call('findOrder', { query });
  }
}

it('loses nothing that was acknowledged, calls nothing failed that has happened, and ends with the books of its exchange', {
  timeout: 300_000,
}, async () => {
  const senders = ['trader1', 'trader2', 'trader3'].map((name) => new Sender(name));
  await start();
  for (let round = 1; round <= 4; round++) {
    for (const sender of senders) await sender.signIn();
    far.line.loses = 'some';
    let isUp = true;
    const runs = senders.map((sender) => sender.run(() => isUp));
    const known = (): number => senders.reduce((sum, { words }) => sum + words.size, 0);
    const enough = known() + 60;
    await expect.poll(known, { timeout: 60_000 }).toBeGreaterThan(enough);
    if (round === 2) exchange.cut();
    await server.kill();
    isUp = false;
    await Promise.all(runs);
    // What the house does not hear of: an order is taken back over there.
    const [open] = far.far.matching.openOrders(spotAccount(senders[0]?.apiId ?? 0));
    if (open !== undefined) await far.far.cancel(open);
    await start();
  }
  far.line.loses = 'nothing';
  for (const sender of senders) {
    await sender.signIn();
    const { orders, fills } = far.far.archiveOf(sender.apiId);
    const there = new Map(orders.map((order) => [order.clientOrderId, order]));
    expect(orders.length).toBe(there.size);
    for (const [id, word] of sender.words) {
      if (word !== 'open') expect([id, there.has(id)]).toEqual([id, word === 'accepted']);
      const order = there.get(id);
      const expected =
        order === undefined ? { state: 'ABSENT' } : { state: 'PLACED', order: { status: order.status, filled_qty: order.filledQty } };
      await expect.poll(() => sender.fate(id), { timeout: 10_000 }).toMatchObject(expected);
    }
    const shown = await all((query) => sender.client?.call('userOrders', { query }));
    const own = shown.filter(({ api_id }) => api_id === sender.apiId);
    expect(own.length).toBe(orders.length);
    for (const { client_order_id, status, filled_qty } of own)
      expect(there.get(client_order_id)).toMatchObject({ status, filledQty: filled_qty });
    const traded = await all((query) => sender.client?.call('fills', { query }));
    const tradesOf = (list: readonly { readonly order: string; readonly trade: string }[]) =>
      list.map(({ order, trade }) => `${order}/${trade}`).sort();
    expect(fills.length).toBeGreaterThan(5);
    expect(
      tradesOf(traded.filter(({ api_id }) => api_id === sender.apiId).map((one) => ({ order: one.order_id, trade: one.trade_id }))),
    ).toEqual(tradesOf(fills.map(({ orderId, tradeId }) => ({ order: orderId, trade: tradeId }))));
    const balances = (await sender.client?.call('balances', { query: {} })) ?? [];
    for (const { asset, total, held } of far.far.matching.balances(spotAccount(sender.apiId)))
      expect(balances).toContainEqual(expect.objectContaining({ api_id: sender.apiId, asset, total, held }));
  }
});

interface Page<T> {
  readonly results: readonly T[];
  readonly next: string | null;
}

async function all<T>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<T>> | undefined,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<T> | undefined = await read(cursor === '' ? { limit: 100 } : { limit: 100, cursor });
    found.push(...(page?.results ?? []));
    cursor = page?.next ?? null;
  }
  return found;
}
