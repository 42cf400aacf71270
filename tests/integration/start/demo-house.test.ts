import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { derivedPassword } from '../../../server/secrets/master-key.ts';
import { masterKeyIn } from '../../kit/keys.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const quiet = ['venue-house', 'venue-paper', 'strategy-market-maker', 'strategy-random-taker'];
const plugins = [...quiet, 'demo-house'].map(pluginSource);
const dataFolder = await freshDataDir();
const open: TestServer[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
  rmSync(dataFolder, { recursive: true, force: true });
});
const serve = async (): Promise<TestServer> => {
  // Whoever serves from the folder already has to leave it first.
  for (const one of open.splice(0)) await one.close();
  const server = await startTestServer({ plugins, dataFolder });
  open.push(server);
  return server;
};

const bitcoin = { symbol: 'BTCUSDT', account_type: 'spot' } as const;
const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'XRPUSDT', 'DOGEUSDT', 'ADAUSDT', 'ETHBTC'];
const house = async (client: HttpClient, symbol: string) =>
  client.call('depth', { query: { exchange: 'tessera', symbol, account_type: 'spot' } });
const middle = ({ bids, asks }: { bids: (readonly string[])[]; asks: (readonly string[])[] }): number =>
  (Number(bids[0]?.[0]) + Number(asks[0]?.[0])) / 2;
const isQuoted = ({ bids, asks }: { bids: unknown[]; asks: unknown[] }): boolean => bids.length >= 4 && asks.length >= 4;
/** The book once it is quoted: whoever moves his quotes cancels first, and after a jump of the price he pauses for a minute. */
const quoted = async (client: HttpClient, symbol: string) => {
  return vi.waitUntil(async () => [await house(client, symbol)].find(isQuoted), { timeout: 90_000, interval: 30 });
};
const instancesOf = async ({ store }: TestServer, username: string) => {
  const user = await store.users.byLogin(username);
  const unsettled = await store.instances.unsettled();
  return unsettled.filter(({ userId }) => userId === user?.id);
};

describe('the house in the demo', () => {
  it('has books around the prices of the simulated exchanges, trades, and a past, and shows its traders to nobody', async () => {
    const server = await serve();
    const client = await server.signIn('trader3');
    for (const symbol of pairs) await quoted(client, symbol);
    const here = await quoted(client, 'BTCUSDT');
    const there = await client.call('depth', { query: { exchange: 'aurora', ...bitcoin } });
    expect(Math.abs(middle(here) / middle(there) - 1)).toBeLessThan(0.002);
    const marketOf = (symbol: string) => ({ exchange: 'tessera', symbol, account_type: 'spot' }) as const;
    const untraded = async (): Promise<string[]> => {
      const trades = await Promise.all(pairs.map((symbol) => client.call('trades', { query: marketOf(symbol) })));
      return pairs.filter((_symbol, at) => trades[at]?.length === 0);
    };
    // A taker waits a quarter of a minute on average, and the longest of eight waits three times as long.
    await expect.poll(untraded, { timeout: 120_000, interval: 500 }).toEqual([]);
    for (const symbol of pairs) {
      const past = await client.call('klines', { query: { ...marketOf(symbol), interval: '15m', limit: 300 } });
      expect([symbol, past.length]).toEqual([symbol, 300]);
      // The past ends where the present begins: near enough that a chart shows one market.
      const last = middle(await quoted(client, symbol));
      expect(Math.abs(Number(past.at(-2)?.[4]) / last - 1)).toBeLessThan(0.03);
    }
    const [ether, bitcoins, ratio] = await Promise.all(
      ['ETHUSDT', 'BTCUSDT', 'ETHBTC'].map(async (symbol) => middle(await house(client, symbol))),
    );
    expect(Math.abs((ether ?? 0) / (bitcoins ?? 1) / (ratio ?? 1) - 1)).toBeLessThan(0.003);
    const listed = (await client.call('symbols')).filter(({ exchange }) => exchange === 'tessera').map(({ symbol }) => symbol);
    expect([...listed].sort()).toEqual([...pairs].sort());
    expect(await client.call('instanceList', { query: { state: 'running' } })).toEqual([]);
    expect(await client.call('openOrders')).toEqual([]);
    const guest = new HttpClient(server.url);
    const password = derivedPassword(masterKeyIn(dataFolder), 'demo:house-maker');
    await expect(guest.signIn('house-maker', password)).rejects.toThrow('LOGIN_WRONG');
    const { id = '' } = (await server.store.users.byLogin('house-maker')) ?? {};
    // It is the right password: only that the user is disabled keeps everybody out.
    await server.store.users.update(id, { state: 'ACTIVE' });
    await guest.signIn('house-maker', password);
    await server.store.users.update(id, { state: 'DISABLED' });
    expect(server.demoAccounts.map(({ username }) => username)).not.toContain('house-maker');
  }, 240_000);

  it('goes on after a restart with the instances and the money that it had', async () => {
    const before = open[0] ?? (await serve());
    const money = async ({ room, store }: TestServer) => {
      const user = await store.users.byLogin('house-taker');
      const { apiId } = await room.accounts.ensureAccount(user?.id ?? '', 'tessera');
      return Number(room.trading.balances([apiId]).find(({ asset }) => asset === 'USDT')?.total);
    };
    const ids = (await instancesOf(before, 'house-maker')).map(({ instanceId }) => instanceId).sort();
    expect(ids).toHaveLength(pairs.length);
    expect(await instancesOf(before, 'house-taker')).toHaveLength(pairs.length);
    const after = await serve();
    const client = await after.signIn('trader3');
    for (const symbol of pairs) await quoted(client, symbol);
    expect((await instancesOf(after, 'house-maker')).map(({ instanceId }) => instanceId).sort()).toEqual(ids);
    expect(await instancesOf(after, 'house-taker')).toHaveLength(pairs.length);
    expect(await money(after)).toBeLessThan(101_000_000);
  }, 240_000);

  it('keeps its books empty where no plugin brings traders', async () => {
    const server = await startTestServer({ plugins: quiet.map(pluginSource) });
    open.push(server);
    const client = await server.signIn('trader3');
    expect(await house(client, 'BTCUSDT')).toMatchObject({ bids: [], asks: [] });
    expect(await client.call('klines', { query: { exchange: 'tessera', ...bitcoin, interval: '15m', limit: 300 } })).toEqual([]);
    expect(await server.store.users.byLogin('house-maker')).toBeNull();
    const symbols = (await client.call('symbols')).map(({ exchange }) => exchange);
    expect(symbols[0]).toBe('aurora');
    expect(new Set(symbols.slice(-8))).toEqual(new Set(['tessera']));
  }, 60_000);
});
