import { afterAll, beforeAll, expect, it } from 'vitest';
import { silent } from '../../server/trading/trading-fixture.ts';
import { AheadClock } from '../../tests/kit/servers/ahead-clock.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { apiOf } from '../../tests/kit/servers/strategy-client.ts';
import { confirmAgain, pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** Rebates in a real server whose clock is put ahead: trader2 came by trader1's code, and trader3 by that of trader2. */
const clock = new AheadClock(silent, 500);
let server: TestServer;
let admin: HttpClient;
const dayMs = 24 * 60 * 60_000;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const clients = new Map<string, HttpClient>();
const as = (who: string): HttpClient => clients.get(who) as HttpClient;

beforeAll(async () => {
  server = await startTestServer({
    plugins: ['venue-house', 'service-invite', 'service-platform', 'service-money', 'service-stats'].map(pluginSource),
    clock,
    rateFactor: 100,
  });
  for (const [who, by] of [
    ['trader2', 'trader1'],
    ['trader3', 'trader2'],
  ] as const) {
    const [one, inviter] = [await server.store.users.byLogin(who), await server.store.users.byLogin(by)];
    await server.store.sql.run('update app_user set invited_by = $2 where id = $1', [one?.id ?? '', inviter?.id ?? '']);
  }
  await signIn();
}, 150_000);
afterAll(() => server?.close());

/** Sessions end with the days. */
async function signIn(): Promise<void> {
  for (const who of ['admin', 'trader1', 'trader2', 'trader3']) clients.set(who, await server.signIn(who));
  admin = as('admin');
  await confirmAgain(server, admin, 'admin');
}
const setRates = async (rebate_first: string, rebate_second: string) => {
  const { version } = await admin.call('platformGet', {});
  return admin.call('platformChange', { body: { version, rebate_first, rebate_second, reason: 'a test of rebates' } });
};
const order = async (who: string, side: 'BUY' | 'SELL', price: string) =>
  as(who).call('doOrder', { body: { api_id: await apiOf(as(who)), ...market, side, type: 'LIMIT', qty: '1', price } as never });
/** The second takes from the first, and both pay. */
async function trade(buyer: string, seller: string): Promise<void> {
  await order(buyer, 'BUY', '1000');
  await order(seller, 'SELL', '1000');
  await server.room.stored(['tessera']);
}
const mine = (who: string) => as(who).call('inviteMine', {});
const creditsOf = async (who: string) => (await as(who).call('inviteRebates', { query: {} })).credits;
const soon = { timeout: 60_000, interval: 500 };
const feesOf = async (who: string, sinceMs: number) => {
  const { items } = await server.store.fills.page({ apiIds: [await apiOf(as(who))], fromMs: sinceMs, limit: 50 } as never);
  return items.map(({ fee, feeAsset }) => [feeAsset, fee] as const);
};
/** To the next day of the firm's clock, some minutes after the fills of the day before are stored. */
async function nextDay(): Promise<void> {
  const now = clock.nowMs();
  clock.ahead(Math.floor(now / dayMs) * dayMs + dayMs + 11 * 60_000 - now);
  await signIn();
}

it('credits per cent of the fees of a day to who invited, and to who invited him, in the asset of the fee, once', async () => {
  const begunMs = clock.nowMs();
  await setRates('20', '5');
  await trade('trader3', 'trader2');
  // Noted, so that the day has rates before it is over.
  await expect.poll(() => server.store.sql.run('select first from service_invite__rate where first = 20'), soon).toHaveLength(1);
  const [sold] = await feesOf('trader2', begunMs);
  const [bought] = await feesOf('trader3', begunMs);
  expect([sold?.[0], bought?.[0]]).toEqual(['USDT', 'BTC']);
  await nextDay();
  await expect.poll(async () => (await creditsOf('trader1')).map(({ state }) => state), soon).toEqual(['DONE', 'DONE']);
  const part = (fee: string | undefined, rate: number) => String(Math.floor(Number(fee) * rate * 1e8 + 1e-6) / 1e8);
  expect((await creditsOf('trader1')).map(({ asset, amount }) => [asset, Number(amount)])).toEqual([
    ['BTC', Number(part(bought?.[1], 0.05))],
    ['USDT', Number(part(sold?.[1], 0.2))],
  ]);
  expect((await creditsOf('trader2')).map(({ asset, amount }) => [asset, Number(amount)])).toEqual([
    ['BTC', Number(part(bought?.[1], 0.2))],
  ]);
  expect(await creditsOf('trader3')).toEqual([]);
  const told = await mine('trader1');
  expect(told).toMatchObject({ rebate_first: '20', rebate_second: '5', rebates: [{ asset: 'BTC' }, { asset: 'USDT' }] });
  const brought = told.invited.find(({ username }) => username === 'trader2');
  expect([brought?.brought.map(({ asset }) => asset), brought?.invited[0]?.brought.map(({ asset }) => asset)]).toEqual([['USDT'], ['BTC']]);
  const { items } = await server.store.audit.page({ action: 'money.done', limit: 20 });
  expect(items).toHaveLength(3);
}, 180_000);

it('credits nothing again when the day is settled and asked for once more, as after a crash before that was noted', async () => {
  const before = await server.store.money.page({ kind: 'rebate' }, { limit: 20 });
  await server.store.sql.run("update service_invite__credit set state = 'DUE'");
  await expect.poll(async () => (await creditsOf('trader1')).every(({ state }) => state === 'DONE'), soon).toBe(true);
  const after = await server.store.money.page({ kind: 'rebate' }, { limit: 20 });
  expect(after).toEqual(before);
  expect(after.every(({ state, askedById }) => state === 'DONE' && askedById === 'system')).toBe(true);
}, 90_000);

it('leaves earlier days as they are when the rates are others on a later one', async () => {
  const before = await creditsOf('trader1');
  await setRates('50', '0');
  await trade('trader3', 'trader2');
  await expect.poll(() => server.store.sql.run('select first from service_invite__rate where first = 50'), soon).toHaveLength(1);
  await nextDay();
  await setRates('0', '0');
  const done = [...before, 'one more'].map(() => 'DONE');
  await expect.poll(async () => (await creditsOf('trader1')).map(({ state }) => state), soon).toEqual(done);
  const [newest, ...older] = await creditsOf('trader1');
  expect(older).toEqual(before);
  expect(Number(newest?.amount)).toBeCloseTo(Number(before.find(({ asset }) => asset === 'USDT')?.amount) * 2.5, 5);
  const file = await fetch(`${server.url}/sapi/user/invite/rebate/export`, { headers: { authorization: as('trader1').token ?? '' } });
  expect((await file.text()).split('\r\n').slice(0, 2)).toEqual([
    expect.stringContaining('day,exchange,asset,amount,state'),
    expect.stringMatching(/^\d{4}-\d\d-\d\d,tessera,USDT,[\d.]+,DONE$/),
  ]);
}, 180_000);

it('names the field of a rate that is none, and changes nothing', async () => {
  for (const rate of ['100.01', '-1', '1.234', 'x']) await expect(setRates(rate, '0')).rejects.toThrow('rebate_first');
  expect(await admin.call('platformGet', {})).toMatchObject({ rebate_first: '0', rebate_second: '0' });
});
