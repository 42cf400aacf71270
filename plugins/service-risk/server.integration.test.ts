import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteName } from '../../schemas/wire/index.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { apiOf, startKit, tradeAt } from '../../tests/kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../tests/kit/strategy-plugins.ts';
import { wordsOf } from './limit-alerts.ts';

/** Risk in a real server with the people of the demo, and what holds after a start on the same data. */
const plugins = () =>
  ['venue-house', 'service-risk', 'service-money', 'service-accounts'].map(pluginSource).concat(sampleStrategy, strategyKit);
let folder: string;
let server: TestServer;
let risk: HttpClient;
let second: HttpClient;
let admin: HttpClient;
let asset: HttpClient;
let trader: HttpClient;
let other: HttpClient;
let api = 0;
let otherApi = 0;
const reason = 'more than the desk can bear';
const pair = 'tessera/BTCUSDT/spot';

async function open(): Promise<void> {
  server = await startTestServer({ plugins: plugins(), dataFolder: folder });
  [risk, admin, asset, trader, other] = (await Promise.all(['risk', 'admin', 'asset', 'trader1', 'trader2'].map(server.signIn))) as [
    HttpClient,
    HttpClient,
    HttpClient,
    HttpClient,
    HttpClient,
  ];
  [api, otherApi] = [await apiOf(trader), await apiOf(other)];
}
beforeAll(async () => {
  folder = await freshDataDir();
  await open();
  await server.people.create({ username: 'risk-two', email: null, password: 'a long password 7', role: 'risk', vipLevel: 0, demo: false });
  second = server.guest();
  await second.signIn('risk-two', 'a long password 7');
  await tradeAt(server, '50000');
}, 150_000);
afterAll(() => server?.close());

const place = (by: HttpClient = trader, symbol = 'BTCUSDT', changes: object = {}) =>
  by.call('doOrder', {
    body: {
      ...{ api_id: by === trader ? api : otherApi, exchange: 'tessera', symbol, account_type: 'spot', side: 'BUY', type: 'LIMIT' },
      ...{ price: symbol === 'BTCUSDT' ? '40000' : '1000', qty: '0.02', ...changes },
    } as never,
  });
const openOf = (by: HttpClient) => by.call('openOrders', { query: {} });
const desk = { about: 'everyone' } as const;
const account = { about: 'account', api_id: 0 } as const;
const frozen = () => ({ ...account, api_id: api });
const throwSwitch = (target: object, by = risk) => by.call('riskSwitchThrow', { body: { target, reason } as never });
const release = (target: object, by = risk) => by.call('riskSwitchRelease', { body: { target, reason } as never });
const deedsOf = async (subject: string) =>
  (await server.store.audit.page({ subject, limit: 50 })).items.map(({ action, reason: why }) => [action, why]).reverse();

describe('a frozen account', () => {
  it('has new orders and changes refused with the reason, its cancels taken, and nobody else held up', async () => {
    const [resting] = await place();
    await throwSwitch(frozen());
    await expect(place()).rejects.toThrow('ACCOUNT_FROZEN');
    const change = {
      api_id: api,
      exchange: 'tessera',
      symbol: 'BTCUSDT',
      account_type: 'spot',
      order_id: resting?.order_id ?? '',
      price: '40001',
    };
    await expect(trader.call('amendOrder', { body: change as never })).rejects.toThrow('ACCOUNT_FROZEN');
    expect(await place(other)).toHaveLength(1);
    const { price: _, ...target } = change;
    await trader.call('cancelOrder', { body: target as never });
    expect(await openOf(trader)).toEqual([]);
    const [thrown] = await risk.call('riskSwitches', {});
    expect(thrown).toMatchObject({ about: 'account', api_id: api, username: 'trader1', thrown_by: 'risk', reason, release: null });
  });

  it('tells the repeat of an order that was placed before what became of it, and keeps the refusal among its orders', async () => {
    await release(frozen());
    const [first] = await place(trader, 'BTCUSDT', { client_order_id: 'before-the-freeze' });
    await throwSwitch(frozen());
    expect(await place(trader, 'BTCUSDT', { client_order_id: 'before-the-freeze' })).toMatchObject([{ order_id: first?.order_id }]);
    await server.room.stored(['tessera']);
    const refusals = await trader.call('orderRefusals', { query: { api_ids: String(api), from: '0' } } as never);
    expect(JSON.stringify(refusals)).toContain('ACCOUNT_FROZEN');
    await risk.call('riskCancelAll', { body: { target: frozen(), reason } });
  });

  it('trades again when it is released, once, and both stand in the audit with their reasons', async () => {
    await throwSwitch(frozen());
    await release(frozen());
    await expect(release(frozen())).rejects.toThrow('SWITCH_UNKNOWN');
    await place();
    await risk.call('riskCancelAll', { body: { target: frozen(), reason } });
    const deeds = await deedsOf(`account/${api}`);
    expect(deeds.map(([action]) => action)).toEqual([
      ...['account.frozen', 'account.unfrozen', 'account.frozen'],
      ...['orders.canceled', 'account.unfrozen', 'orders.canceled'],
    ]);
    expect(new Set(deeds.map(([, why]) => why))).toEqual(new Set([reason]));
  });

  it('is told to its owner with the reason, once each time, and to nobody else', async () => {
    const told = async (by: HttpClient) =>
      JSON.stringify(await by.call('messageList', { query: {} })).match(/is frozen|is unfrozen/g) ?? [];
    const before = (await told(trader)).length;
    await throwSwitch(frozen());
    await throwSwitch(frozen());
    await release(frozen());
    await expect(release(frozen())).rejects.toThrow('SWITCH_UNKNOWN');
    expect((await told(trader)).length - before).toBe(2);
    expect(JSON.stringify(await trader.call('messageList', { query: {} }))).toContain(reason);
    expect(await told(other)).toEqual([]);
  });

  it('gives its owner no money out while it is frozen, whether he asks then or had asked before', async () => {
    const book = { label: 'Cold', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1Ch' };
    const { address_id } = await trader.call('addressAdd', { body: book });
    const wanted = (movement_id: string) => ({ movement_id, api_id: api, account_type: 'spot', address_id, amount: '1' }) as const;
    await trader.call('withdrawalAsk', { body: wanted('before-the-freeze') });
    await throwSwitch(frozen());
    await expect(trader.call('withdrawalAsk', { body: wanted('while-frozen') })).rejects.toThrow('ACCOUNT_FROZEN');
    const manager = await server.signIn('finance_manage');
    const decide = () => manager.call('movementDecide', { body: { movement_id: 'before-the-freeze', approve: true, reason } });
    await expect(decide()).rejects.toThrow('ACCOUNT_FROZEN');
    await release(frozen());
    expect(await decide()).toMatchObject({ state: 'DONE' });
  });

  it('has its instances take back their orders, and none begun', async () => {
    const params = { apiId: api, instrumentId: pair, price: '45000', qty: '0.02' };
    const one = await trader.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'Rests', params } as never });
    // It begins with the next change of the market's best prices.
    await place(other, 'BTCUSDT', { price: '43000' });
    await expect.poll(async () => (await openOf(trader)).length, { timeout: 20_000 }).toBeGreaterThan(0);
    await throwSwitch(frozen());
    await expect.poll(async () => (await openOf(trader)).length, { timeout: 20_000 }).toBe(0);
    await expect(startKit(trader, 'listens')).rejects.toThrow('ACCOUNT_FROZEN');
    await release(frozen());
    await trader.call('strategyStop', { body: { instance_id: one.instance_id } });
  }, 60_000);
});

describe('a halted market', () => {
  it('takes no order of anybody while its neighbours do, and is one that there is', async () => {
    await throwSwitch({ about: 'market', instrument: pair });
    await expect(place()).rejects.toThrow('MARKET_HALTED');
    await expect(place(other)).rejects.toThrow('MARKET_HALTED');
    await place(other, 'ETHUSDT');
    await release({ about: 'market', instrument: pair });
    await place();
    await expect(throwSwitch({ about: 'market', instrument: 'tessera/NONE/spot' })).rejects.toThrow('MARKET_UNKNOWN_INSTRUMENT');
    expect((await deedsOf(`market/${pair}`)).map(([action]) => action)).toEqual(['market.halted', 'market.resumed']);
  });
});

/** What people of risk did to him, newest first, as his messages say it. */
const toldTo = async (by: HttpClient, words: RegExp) => JSON.stringify(await by.call('messageList', { query: {} })).match(words) ?? [];

describe('taking back orders', () => {
  it('is told to each owner with account, number and reason, and to nobody who had none', async () => {
    const words = /has canceled your open orders of account [^"]*/g;
    await risk.call('riskCancelAll', { body: { target: desk, reason } as never });
    const [mine, others] = [await toldTo(trader, words), await toldTo(other, words)];
    for (const by of [trader, trader]) await place(by);
    await risk.call('riskCancelAll', { body: { target: desk, reason } as never });
    const news = (await toldTo(trader, words)).filter((one) => one.includes('2 in all') && one.includes(reason));
    expect([news.length > 0, (await toldTo(trader, words)).length - mine.length]).toEqual([true, 1]);
    expect((await toldTo(other, words)).length).toBe(others.length);
  });

  it('takes those of one account, of an exchange and of everybody, and says how many', async () => {
    const cancel = (target: object) => risk.call('riskCancelAll', { body: { target, reason } as never });
    await cancel(desk);
    for (const by of [trader, trader, other]) await place(by);
    expect(await cancel(frozen())).toEqual({ accounts: 1, canceled: 2, failed: [] });
    expect([await openOf(trader), (await openOf(other)).length]).toEqual([[], 1]);
    await place();
    expect(await cancel({ about: 'exchange', exchange: 'tessera' })).toEqual({ accounts: 2, canceled: 2, failed: [] });
    await expect(cancel({ about: 'exchange', exchange: 'nowhere' })).rejects.toThrow('MARKET_UNKNOWN_EXCHANGE');
    await place(other);
    expect(await cancel(desk)).toEqual({ accounts: 1, canceled: 1, failed: [] });
    expect((await deedsOf('exchange/tessera')).at(-1)).toEqual(['orders.canceled', reason]);
  });
});

describe('instances of everybody', () => {
  it('are listed with whose they are, running and ended, and stopped with a reason that stands in the audit', async () => {
    const one = await startKit(trader, 'listens');
    const two = await startKit(other, 'listens');
    const listed = await risk.call('riskInstances', { query: { state: 'running' } });
    const owners = listed.filter(({ instance_id }) => [one, two].some((kit) => kit.instance_id === instance_id)).map(({ owner }) => owner);
    expect(owners.sort()).toEqual(['trader1', 'trader2']);
    expect(listed[0]).not.toHaveProperty('params');
    const ids = [one.instance_id, two.instance_id, `s${'0'.repeat(19)}`];
    const stopped = await risk.call('riskInstanceStop', { body: { instance_ids: ids, reason } });
    expect(stopped).toEqual({ stopped: ids.slice(0, 2), failed: [{ instance_id: ids[2], code: 'INSTANCE_UNKNOWN' }] });
    const ended = async () => (await risk.call('riskInstances', { query: { state: 'history' } })).map(({ instance_id }) => instance_id);
    await expect.poll(ended, { timeout: 20_000 }).toEqual(expect.arrayContaining(ids.slice(0, 2)));
    expect(await deedsOf(`instance/${one.instance_id}`)).toEqual([['strategy.stopped-by-risk', reason]]);
    for (const by of [trader, other]) {
      const words = await toldTo(by, /has stopped your strategy instance [^"]*/g);
      expect(words).toEqual([expect.stringContaining(reason)]);
    }
    const again = await risk.call('riskInstanceStop', { body: { instance_ids: ids.slice(0, 1), reason } });
    expect(again.failed).toEqual([{ instance_id: one.instance_id, code: 'INSTANCE_STATUS' }]);
  }, 60_000);
});

describe('a limit of exposure', () => {
  const limit = (changes: object) =>
    risk.call('riskLimitSave', { body: { kind: 'account', key: String(api), net: null, gross: null, reason, ...changes } as never });
  const row = async () => (await risk.call('riskExposure', {})).rows.find(({ kind, key }) => kind === 'account' && key === String(api));
  it('is set with a reason and shown beside the exposure, and taken away without amounts', async () => {
    await limit({ gross: '5000000', net: '4000000' });
    expect(await row()).toMatchObject({ username: 'trader1', limit: { net: '4000000', gross: '5000000', refuses: false }, breached: [] });
    await limit({});
    expect(await row()).toMatchObject({ limit: null });
    const { items } = await server.store.audit.page({ subject: `account/${api}`, action: 'risk.limit-changed', limit: 5 });
    expect(items.map(({ before, after, reason: why }) => ({ before, after, why })).reverse()).toEqual([
      { before: null, after: { net: '4000000', gross: '5000000', refuses: false }, why: reason },
      { before: { net: '4000000', gross: '5000000', refuses: false }, after: { net: null, gross: null, refuses: false }, why: reason },
    ]);
  });

  it('stays beside what nobody holds any more', async () => {
    await risk.call('riskLimitSave', { body: { kind: 'asset', key: 'GONE', net: '1', gross: null, reason } });
    const rows = (await risk.call('riskExposure', {})).rows.filter(({ key }) => key === 'GONE');
    expect(rows).toMatchObject([{ equity: '0', gross: '0', limit: { net: '1' }, breached: [] }]);
  });

  it('is refused by the name of the field for what is nothing of its kind, but taken away where one was set before', async () => {
    await expect(limit({ key: 'tessera', net: '1' })).rejects.toThrow(/REQUEST_INVALID .*"field":"key"/);
    await server.store.sql.run("insert into service_risk__limit (kind, key, net, gross) values ('account', 'tessera', 1, null)");
    await limit({ key: 'tessera' });
    expect((await risk.call('riskExposure', {})).rows.filter(({ kind, key }) => kind === 'account' && key === 'tessera')).toEqual([]);
  });

  it('is named in each language with what passes it', () => {
    const breach = { kind: 'account', key: '7', measure: 'net', limit: '100', value: '120.556', shorts: [], refuses: false } as const;
    expect(wordsOf(breach, () => '7', 'body')('en')).toBe('Net exposure of account 7 is 120.55 USDT; its limit is 100 USDT.');
    expect(wordsOf(breach, () => '7', 'title')('zh-CN')).toBe('超出限额：账户 7');
    expect(wordsOf(breach, () => '7', 'body')('zh-TW')).toContain('淨曝險為 120.55 USDT');
  });
});

describe('the switch over everybody', () => {
  it('refuses orders and starts of all, lets cancels through, and holds after a start on the same data', async () => {
    const [resting] = await place();
    await throwSwitch(desk);
    await throwSwitch(desk);
    for (const by of [trader, other]) await expect(place(by)).rejects.toThrow('DESK_HALTED');
    await expect(startKit(trader, 'listens')).rejects.toThrow('DESK_HALTED');
    await server.close();
    await open();
    second = server.guest();
    await second.signIn('risk-two', 'a long password 7');
    await expect(place()).rejects.toThrow('DESK_HALTED');
    const target = { api_id: api, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', order_id: resting?.order_id ?? '' };
    await trader.call('cancelOrder', { body: target as never });
    expect(await openOf(trader)).toEqual([]);
  }, 90_000);

  it('is released by a second person of risk or an administrator, never by who asks for it, and not when he says no', async () => {
    const decide = (by: HttpClient, approve: boolean) => by.call('riskReleaseDecide', { body: { approve, reason } });
    await expect(decide(second, true)).rejects.toThrow('SWITCH_UNKNOWN');
    await release(desk);
    await expect(release(desk, second)).rejects.toThrow('SWITCH_RELEASING');
    await expect(place()).rejects.toThrow('DESK_HALTED');
    await expect(decide(risk, true)).rejects.toThrow('APPROVAL_OWN');
    await decide(second, false);
    await expect(place()).rejects.toThrow('DESK_HALTED');
    expect((await risk.call('riskSwitches', {}))[0]).toMatchObject({ about: 'everyone', release: null });
    await release(desk, second);
    const tries = await Promise.allSettled([decide(admin, true), decide(risk, true)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await place()).toHaveLength(1);
    expect((await deedsOf('desk')).map(([action]) => action).filter((action) => action?.startsWith('desk.'))).toEqual([
      ...['desk.halted', 'desk.release-asked', 'desk.release-refused', 'desk.release-asked', 'desk.released'],
    ]);
  });

  it('has told everybody at work, once for the halt and once for its end, with the reason', async () => {
    const words = /"(?:Trading is halted|Trading has resumed)"/g;
    for (const by of [trader, other, admin])
      await expect.poll(() => toldTo(by, words)).toEqual(['"Trading has resumed"', '"Trading is halted"']);
    expect(await toldTo(trader, /halted trading on the whole desk: [^.]*/g)).toEqual([expect.stringContaining(reason)]);
  });

  it('stays when it is thrown once more while its release waits: nobody agrees to what was asked before', async () => {
    await throwSwitch(desk);
    await release(desk);
    await throwSwitch(desk, second);
    expect((await risk.call('riskSwitches', {}))[0]).toMatchObject({ about: 'everyone', release: null });
    await expect(admin.call('riskReleaseDecide', { body: { approve: true, reason } })).rejects.toThrow('SWITCH_UNKNOWN');
    await expect(place()).rejects.toThrow('DESK_HALTED');
    expect((await deedsOf('desk')).map(([action]) => action).slice(-3)).toEqual(['desk.halted', 'desk.release-asked', 'desk.halted']);
    await release(desk);
    await admin.call('riskReleaseDecide', { body: { approve: true, reason } });
    await place();
  });

  it('is obeyed within a second when another server of the database has written it', async () => {
    await server.store.switches.add({ scope: 'everyone', reason, thrownBy: 'system', thrownMs: 1 });
    await expect.poll(() => place().then(String, (error: Error) => error.message), { timeout: 3_000 }).toContain('DESK_HALTED');
    await server.store.switches.remove('everyone');
    await expect.poll(() => place().then(() => 'placed', String), { timeout: 3_000 }).toBe('placed');
  });
});

describe('who may', () => {
  const calls: readonly (readonly [RouteName, object])[] = [
    ['riskSwitchThrow', { target: desk, reason }],
    ['riskSwitchRelease', { target: desk, reason }],
    ['riskCancelAll', { target: desk, reason }],
    ['riskLimitSave', { kind: 'asset', key: 'BTC', net: '1', gross: null, reason }],
    ['riskInstanceStop', { instance_ids: [`s${'0'.repeat(19)}`], reason }],
  ];

  it.each(calls)('%s: risk alone, no administrator and nobody of asset, finance or trading', async (name, body) => {
    const manager = await server.signIn('finance_manage');
    for (const client of [admin, asset, trader, manager]) await expect(client.call(name, { body } as never)).rejects.toThrow('ACCESS_ROLE');
  });

  it.each(calls)('%s: with a reason that says something, not with blanks', async (name, body) => {
    await expect(risk.call(name, { body: { ...body, reason: '   ' } } as never)).rejects.toThrow('FORM_FIELD_EMPTY');
    expect(await risk.call('riskSwitches', {})).toEqual([]);
  });

  it('looks: risk and administrators at exposure, instances and switches, nobody else', async () => {
    for (const client of [asset, trader]) {
      await expect(client.call('riskExposure', {})).rejects.toThrow('ACCESS_ROLE');
      await expect(client.call('riskSwitches', {})).rejects.toThrow('ACCESS_ROLE');
      await expect(client.call('riskInstances', { query: { state: 'running' } })).rejects.toThrow('ACCESS_ROLE');
    }
    expect((await admin.call('riskExposure', {})).rows.length).toBeGreaterThan(0);
  });

  it('moves no money and sends no orders: risk and asset, with any account; administrators send none for others', async () => {
    const money = {
      movement_id: 'of-risk-1',
      kind: 'deposit',
      api_id: api,
      account_type: 'spot',
      asset: 'USDT',
      amount: '1',
      reason,
      proof: 'R-1',
      file_id: null,
    };
    for (const client of [risk, asset]) {
      await expect(client.call('movementAsk', { body: money as never })).rejects.toThrow('ACCESS_ROLE');
      await expect(client.call('movementDecide', { body: { movement_id: 'of-risk-1', approve: true, reason } })).rejects.toThrow(
        'ACCESS_ROLE',
      );
      await expect(
        client.call('doOrder', {
          body: {
            api_id: api,
            exchange: 'tessera',
            symbol: 'BTCUSDT',
            account_type: 'spot',
            side: 'BUY',
            type: 'LIMIT',
            price: '40000',
            qty: '0.02',
          },
        }),
      ).rejects.toThrow('ACCESS_ROLE');
    }
    const body = {
      api_id: api,
      exchange: 'tessera',
      symbol: 'BTCUSDT',
      account_type: 'spot',
      side: 'BUY',
      type: 'LIMIT',
      price: '40000',
      qty: '0.02',
    } as const;
    await expect(admin.call('doOrder', { body })).rejects.toThrow('ACCESS_ACCOUNT');
  });

  it('looks at all accounts and what they are worth: asset and risk, without the movements of finance', async () => {
    for (const client of [asset, risk]) {
      expect((await client.call('financeAccounts', { query: {} })).accounts.some(({ api_id }) => api_id === api)).toBe(true);
      await expect(client.call('movementList', { query: {} })).rejects.toThrow('ACCESS_ROLE');
    }
  });
});
