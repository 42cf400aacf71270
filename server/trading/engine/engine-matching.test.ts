import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import type { VenueBatch, VenueEvent } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { linearPerpetual } from '../../../core/domain/markets/perpetual-terms.ts';
import { assets, btcusdt, everyAccount, exchange, limitIntent, silent, steppingClock } from '../trading-fixture.ts';
import { EngineMatching, type EngineMatchingOptions } from './engine-matching.ts';

const ethusdt = {
  ...btcusdt,
  id: 'tessera/ETHUSDT/spot',
  symbol: 'ETHUSDT',
  base: 'ETH',
  tick: '0.05',
  lot: '0.0004',
  minQty: '0.0004',
  maxQty: '8000',
};
const threeAssets = [...assets, { code: 'ETH', scale: 8 }];

describe('EngineMatching', () => {
  let dataDir = '';
  let batches: VenueBatch[] = [];
  let health: string[] = [];
  let stored = 0;
  let opened: MatchingVenue[] = [];
  let tradeGroupOf: (apiId: number) => number = () => 0;
  let vipLevel = 0;

  const open = async (changes: Partial<MatchingOptions> = {}, host: EngineMatchingOptions['host'] = {}): Promise<MatchingVenue> => {
    batches = [];
    const matching = new EngineMatching({
      dataDir,
      clock: steppingClock(),
      logger: silent,
      positionsOf: async () => [stored],
      tradeGroupOf: (apiId) => tradeGroupOf(apiId),
      vipLevelOf: async (apiId) => (apiId === 2 ? vipLevel : 0),
      register: everyAccount,
      host,
    });
    const sink = { batch: (batch: VenueBatch) => void batches.push(batch), health: (_: string, state: string) => void health.push(state) };
    const venue = await matching.open({
      exchange,
      title: 'Tessera',
      assets,
      instruments: [btcusdt],
      sink,
      retain: 'all',
      ...changes,
    });
    opened.push(venue);
    return venue;
  };
  const fund = async (venue: MatchingVenue, apiId: number): Promise<void> => {
    await venue.openAccount(spotAccount(apiId));
    await venue.deposit(spotAccount(apiId), 'BTC', '100', `b${apiId}`);
    await venue.deposit(spotAccount(apiId), 'USDT', '100000', `u${apiId}`);
  };
  const events = (): readonly VenueEvent[] => batches.flatMap((batch) => batch.events);
  const last = (): number => batches.at(-1)?.sequence ?? stored;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tessera-matching-'));
    stored = 0;
    health = [];
    opened = [];
    vipLevel = 0;
    tradeGroupOf = () => 0;
  });
  afterEach(async () => {
    await Promise.all(opened.map((venue) => venue.close()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  describe('with two types of accounts', () => {
    const types = { accountTypes: ['spot', 'usdm'] } as const;
    const [spot, usdm] = [spotAccount(1), { apiId: 1, accountType: 'usdm' }] as const;
    const openBoth = async (venue: MatchingVenue): Promise<void> => {
      await fund(venue, 1);
      await venue.openAccount(usdm);
      await venue.deposit(usdm, 'USDT', '7', 'other');
    };
    const money = (venue: MatchingVenue) =>
      [spot, usdm].map((key) => venue.balances(key).map(({ asset, total, held }) => [asset, total, held]));
    const both = [
      [
        ['BTC', '100', '0'],
        ['USDT', '100000', '100'],
      ],
      [['USDT', '7', '0']],
    ];

    it('keeps the money of each apart, also after a restart', async () => {
      const venue = await open(types);
      await openBoth(venue);
      await venue.submit(limitIntent(1, 'BUY', '1', '100'));
      expect(venue.accounts(1)).toEqual([spot, usdm]);
      expect(money(venue)).toEqual(both);
      expect([venue.available(spot, 'USDT'), venue.available(usdm, 'USDT')]).toEqual(['99900', '7']);
      expect([venue.openOrders(spot).length, venue.openOrders(usdm)]).toEqual([1, []]);
      stored = last();
      await venue.close();
      const again = await open(types);
      expect(again.accounts(1)).toEqual([spot, usdm]);
      expect(money(again)).toEqual(both);
      expect(await again.cancelAll({ account: usdm })).toEqual({ ok: true, value: [] });
      expect(await again.cancelAll({ account: spot })).toMatchObject({ value: [{ status: 'CANCELED' }] });
    });

    it('keeps isolated margin accounts of two markets apart', async () => {
      const venue = await open({ accountTypes: ['spot', 'isolated_margin'], instruments: [btcusdt, ethusdt], assets: threeAssets });
      const keys = ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({ apiId: 1, accountType: 'isolated_margin' as const, symbol }));
      for (const [at, key] of keys.entries()) {
        await venue.openAccount(key);
        await venue.deposit(key, 'USDT', String(at + 1), `isolated-${at}`);
      }
      stored = last();
      await venue.close();
      const again = await open({ accountTypes: ['spot', 'isolated_margin'], instruments: [btcusdt, ethusdt], assets: threeAssets });
      expect(keys.map((key) => again.balances(key))).toMatchObject([
        [{ symbol: 'BTCUSDT', total: '1' }],
        [{ symbol: 'ETHUSDT', total: '2' }],
      ]);
    });

    it('keeps nothing back where margin is measured at the whole wallet', async () => {
      const venue = await open(types);
      await openBoth(venue);
      const params = { field: 'account_type', value: 'usdm' };
      expect(await venue.hold?.(usdm, 'USDT', '5', 'out')).toMatchObject({ error: { code: 'ORDER_NOT_SUPPORTED', params } });
      expect([venue.holds?.(), venue.available(usdm, 'USDT')]).toEqual([[], '7']);
    });

    it('moves free money between them, once per reference, and no more than is free', async () => {
      const venue = await open(types);
      await openBoth(venue);
      await venue.submit(limitIntent(1, 'BUY', '1', '100'));
      const move = { from: spot, to: usdm, asset: 'USDT', amount: '99900', reference: 'move' };
      expect(await venue.transfer?.(move)).toEqual({ ok: true, value: undefined });
      expect(await venue.transfer?.(move)).toEqual({ ok: true, value: undefined });
      expect([venue.available(spot, 'USDT'), venue.available(usdm, 'USDT')]).toEqual(['0', '99907']);
      const code = async (change: object) =>
        ((await venue.transfer?.({ ...move, reference: 'next', ...change })) as { error?: unknown }).error;
      expect(await code({ amount: '0.5' })).toMatchObject({
        code: 'TRANSFER_INSUFFICIENT',
        params: { field: 'amount', limit: '0', asset: 'USDT' },
      });
      expect(await code({ amount: '1', reference: 'move' })).toMatchObject({ code: 'TRANSFER_DUPLICATE_REFERENCE' });
      expect(await code({ to: spot })).toMatchObject({ code: 'REQUEST_INVALID', params: { field: 'to' } });
      expect(await code({ to: spotAccount(2) }), 'one that was never opened').toMatchObject({ code: 'ACCESS_ACCOUNT' });
      expect(await code({ amount: '0' })).toMatchObject({ code: 'REQUEST_INVALID', params: { field: 'amount' } });
      expect(await code({ amount: '0.123456789' })).toMatchObject({ code: 'ORDER_AMOUNT_OFF_GRID' });
      const entry = events().flatMap((event) => (event.type === 'ledger' && event.entry.reference === 'move' ? [event.entry.lines] : []));
      expect(entry).toEqual([
        [
          { account: 1, accountType: 'spot', asset: 'USDT', amount: '-99900' },
          { account: 1, accountType: 'usdm', asset: 'USDT', amount: '99900' },
        ],
      ]);
    });

    it('opens no account of a type that it does not have', async () => {
      const venue = await open();
      await expect(venue.openAccount(usdm)).rejects.toThrow('has no accounts of type usdm');
    });
  });

  it('refuses a changed instrument or asset in words that say what changed, and lets the folder go', async () => {
    await (await open()).close();
    await expect(open({ instruments: [{ ...btcusdt, lot: '0.0001', minQty: '0.0001' }] })).rejects.toThrow(
      /tessera\/BTCUSDT\/spot exists with basePerLot 1000, its plugin now says 10000; its grid and its assets never change/,
    );
    await expect(
      open({
        assets: [
          { code: 'BTC', scale: 8 },
          { code: 'USDT', scale: 10 },
        ],
      }),
    ).rejects.toThrow(/USDT exists with 8 decimals/);
    await expect(open({ instruments: [linearPerpetual(btcusdt)] })).rejects.toThrow(/contractKind/);
    expect((await open()).instruments).toEqual([btcusdt]);
  });

  const feesOf = (list: readonly VenueEvent[]): (string | null)[] =>
    list.flatMap((event) => (event.type === 'fill' ? [event.fill.fee] : []));

  it('takes changed terms at the next opening by a command; what rests keeps its place and trades under them', async () => {
    const before = await open();
    for (const apiId of [1, 2]) await fund(before, apiId);
    await before.submit(limitIntent(1, 'BUY', '1', '100'));
    await before.close();
    stored = last();
    const venue = await open({ instruments: [{ ...btcusdt, makerFee: '0.002', takerFee: '0.003', minQty: '0.5', priceBand: '0.1' }] });
    expect(venue.openOrders(spotAccount(1))).toMatchObject([{ qty: '1', price: '100' }]);
    expect(await venue.submit(limitIntent(2, 'SELL', '0.4', '100'))).toMatchObject({ ok: false, error: { code: 'ORDER_QTY_TOO_SMALL' } });
    await venue.submit(limitIntent(2, 'SELL', '1', '100'));
    expect(feesOf(events()).sort()).toEqual(['0.002', '0.3']);
    await venue.close();
    stored = last();
    const again = await open({ instruments: [{ ...btcusdt, makerFee: '0.002', takerFee: '0.003', minQty: '0.5', priceBand: '0.1' }] });
    expect(again.audit()).toEqual(venue.audit());
  });

  it('charges by the level of the account, from the next fill on after it has changed, and says so', async () => {
    const feeSchedule = [
      { makerShare: '1', takerShare: '1' },
      { makerShare: '0.5', takerShare: '0.25' },
    ];
    const venue = await open({ feeSchedule });
    for (const apiId of [1, 2]) await fund(venue, apiId);
    await venue.submit(limitIntent(1, 'BUY', '3', '100'));
    await venue.submit(limitIntent(2, 'SELL', '1', '100'));
    expect(venue.fees(spotAccount(2), btcusdt.id)).toEqual({ makerFee: '0.001', takerFee: '0.001', tier: 0, discount: '0' });
    vipLevel = 3;
    await venue.openAccount(spotAccount(2));
    expect(venue.fees(spotAccount(2), btcusdt.id)).toEqual({ makerFee: '0.0005', takerFee: '0.00025', tier: 1, discount: '0' });
    expect(venue.fees(spotAccount(1), btcusdt.id)).toMatchObject({ takerFee: '0.001', tier: 0 });
    await venue.submit(limitIntent(2, 'SELL', '1', '100'));
    expect(feesOf(events()).filter((fee) => fee !== '0.001')).toEqual(['0.1', '0.025']);
    await venue.close();
    stored = last();
    const again = await open({ feeSchedule });
    expect(again.fees(spotAccount(2), btcusdt.id)).toMatchObject({ tier: 1 });
    expect(again.fees(spotAccount(9), btcusdt.id)).toBeNull();
  });

  it('takes a new instrument and a changed state at the next opening', async () => {
    await (await open()).close();
    const venue = await open({ assets: threeAssets, instruments: [{ ...btcusdt, state: 'HALTED' }, ethusdt] });
    await fund(venue, 1);
    const intent = limitIntent(1, 'BUY', '1', '100');
    expect(await venue.submit(intent)).toMatchObject({ ok: false, error: { code: 'ORDER_INSTRUMENT_CLOSED' } });
    expect(await venue.submit({ ...intent, instrumentId: ethusdt.id })).toMatchObject({ ok: true });
  });

  it('delists an instrument that its plugin no longer has, and still reads its history', async () => {
    const before = await open({ assets: threeAssets, instruments: [btcusdt, ethusdt] });
    await fund(before, 1);
    const placed = await before.submit({ ...limitIntent(1, 'BUY', '1.2', '100.05'), instrumentId: ethusdt.id });
    const [order] = placed.ok ? placed.value : [];
    await before.close();
    const venue = await open({ assets: threeAssets, instruments: [btcusdt] });
    expect(events()).toContainEqual(expect.objectContaining({ type: 'order', order }));
    expect(events().at(-1)).toMatchObject({ type: 'balance', balance: { asset: 'USDT', held: '0' } });
    const ended = events()
      .filter((event) => event.type === 'order')
      .at(-1);
    expect(ended).toMatchObject({ order: { orderId: order?.orderId, status: 'EXPIRED', cause: 'EXPIRED_INSTRUMENT_CLOSED' } });
    expect(venue.openOrders(spotAccount(1))).toEqual([]);
  });

  it('comes back from a snapshot with its names, accounts and open orders', async () => {
    const before = await open({ retain: 'since-snapshot' }, { snapshotEveryCommands: 5, segmentBytes: 4096 });
    await fund(before, 1);
    await fund(before, 2);
    for (let i = 0; i < 20; i++) await before.submit(limitIntent(1, 'BUY', '0.1', String(100 + i / 100)));
    await before.submit(limitIntent(2, 'SELL', '0.25', '100'));
    const picture = (venue: MatchingVenue) => ({
      orders: [1, 2].map((apiId) => venue.openOrders(spotAccount(apiId)).map(({ cause: _cause, ...order }) => order)),
      balances: [1, 2].map((apiId) => venue.balances(spotAccount(apiId))),
      bids: venue.depth(btcusdt.id, 99)?.bids,
      last: venue.lastPrice(btcusdt.id),
    });
    const expected = picture(before);
    stored = last();
    await before.close();
    const venue = await open({ retain: 'since-snapshot' });
    expect(picture(venue)).toEqual(expected);
    expect(events()).toEqual([]);
    expect(await venue.submit(limitIntent(2, 'SELL', '0.1', '100'))).toMatchObject({ ok: true, value: [{ status: 'FILLED' }] });
  });

  it('keeps a desk out of account news, and counts it as the outside world in the ledger', async () => {
    const venue = await open();
    const desk = await venue.desk('makers');
    await fund(venue, 1);
    const id = desk.limit(btcusdt.id, 'SELL', 10_000, 100_000, true);
    expect(desk.resting(btcusdt.id)).toEqual([{ clientOrderId: id, side: 'SELL', priceTicks: 10_000, qtyLots: 100_000 }]);
    expect(desk.best(btcusdt.id)).toEqual({ bidTicks: 0, askTicks: 10_000 });
    await venue.submit(limitIntent(1, 'BUY', '0.4', '100'));
    expect(desk.resting(btcusdt.id)).toMatchObject([{ qtyLots: 60_000 }]);
    const seen = events();
    const owners = seen.flatMap((event) =>
      event.type === 'order' ? [event.order.apiId] : event.type === 'fill' ? [event.fill.apiId] : [],
    );
    expect(new Set(owners)).toEqual(new Set([1]));
    expect(seen.filter((event) => event.type === 'trade')).toHaveLength(1);
    expect(seen.filter((event) => event.type === 'fill')).toHaveLength(1);
    const entry = seen.find((event) => event.type === 'ledger' && event.entry.kind === 'TRADE');
    expect(entry).toMatchObject({
      entry: {
        lines: expect.arrayContaining([
          { account: 1, accountType: 'spot', asset: 'USDT', amount: '-40' },
          { account: 'external', accountType: 'spot', asset: 'USDT', amount: '39.96' },
          { account: 'fees', accountType: 'spot', asset: 'USDT', amount: '0.04' },
        ]),
      },
    });
    await desk.cancelAll();
    expect(desk.resting(btcusdt.id)).toEqual([]);
    expect(venue.depth(btcusdt.id, 5)?.asks).toEqual([]);
  });

  it('gives a desk its resting orders and its money back after a restart, and takes cancels of orders that are gone', async () => {
    const before = await open();
    const desk = await before.desk('makers');
    const id = desk.limit(btcusdt.id, 'BUY', 9_900, 50_000, false);
    await before.close();
    const venue = await open();
    const again = await venue.desk('makers');
    expect(again.resting(btcusdt.id)).toMatchObject([{ clientOrderId: id, priceTicks: 9_900 }]);
    again.cancel(btcusdt.id, id);
    again.cancel(btcusdt.id, id);
    again.cancel(btcusdt.id, '');
    expect(again.resting(btcusdt.id)).toEqual([]);
    expect(again.limit(btcusdt.id, 'BUY', 9_900, 0, false)).toBe('');
    again.limit(btcusdt.id, 'BUY', 9_900, 50_000, false);
    again.market(btcusdt.id, 'SELL', 50_000);
    expect(again.resting(btcusdt.id)).toEqual([]);
  });

  it('writes nothing into its journal for a cancel of everything where nothing is open', async () => {
    const venue = await open();
    await fund(venue, 1);
    const before = venue.audit?.().sequence ?? 0;
    for (let times = 0; times < 20; times++) expect(await venue.cancelAll({ account: spotAccount(1) })).toEqual({ ok: true, value: [] });
    expect(venue.audit?.().sequence).toBe(before);
    await venue.submit(limitIntent(1, 'BUY', '1', '90'));
    expect(await venue.cancelAll({ account: spotAccount(1), instrumentId: btcusdt.id })).toMatchObject({
      ok: true,
      value: [{ status: 'CANCELED' }],
    });
    const racing = venue.submit(limitIntent(1, 'BUY', '1', '90'));
    expect(await venue.cancelAll({ account: spotAccount(1) })).toMatchObject({ ok: true, value: [{ status: 'CANCELED' }] });
    expect(await racing).toMatchObject({ ok: true });
    expect(venue.openOrders(spotAccount(1))).toEqual([]);
  });

  it('asks before it opens where its followers stand, whatever the plugin says', async () => {
    const before = await open();
    await fund(before, 1);
    stored = last();
    await before.close();
    await open({});
    expect(events()).toEqual([]);
    expect(health).toEqual(['LIVE', 'LIVE']);
  });

  it('refuses what comes after the close as unavailable: it certainly did not happen', async () => {
    const venue = await open();
    await fund(venue, 1);
    await venue.close();
    expect(await venue.submit(limitIntent(1, 'BUY', '1', '100'))).toMatchObject({ ok: false, error: { code: 'VENUE_UNAVAILABLE' } });
  });

  it('keeps accounts of one trade group from trading with each other', async () => {
    tradeGroupOf = (apiId) => (apiId === 3 ? 3 : 1);
    const venue = await open();
    for (const apiId of [1, 2, 3]) await fund(venue, apiId);
    await venue.submit(limitIntent(1, 'SELL', '1', '100'));
    expect(await venue.submit(limitIntent(2, 'BUY', '1', '100'))).toMatchObject({
      ok: true,
      value: [{ status: 'EXPIRED', cause: 'EXPIRED_SELF_TRADE' }],
    });
    expect(await venue.submit(limitIntent(3, 'BUY', '1', '100'))).toMatchObject({ ok: true, value: [{ status: 'FILLED' }] });
  });

  it('tells a trade with oneself as fills, and keeps it off the tape and out of the last price', async () => {
    const venue = await open();
    for (const apiId of [1, 2]) await fund(venue, apiId);
    await venue.submit(limitIntent(1, 'SELL', '1', '900'));
    await venue.submit({ ...limitIntent(1, 'BUY', '1', '900'), stp: 'NONE' });
    expect(events().map(({ type }) => type)).toContain('fill');
    expect(events().map(({ type }) => type)).not.toContain('trade');
    expect(venue.lastPrice(btcusdt.id)).toBeNull();
    await venue.submit(limitIntent(1, 'SELL', '1', '100'));
    await venue.submit(limitIntent(2, 'BUY', '1', '100'));
    expect(events().map(({ type }) => type)).toContain('trade');
    expect(venue.lastPrice(btcusdt.id)).toBe('100');
  });

  it('opens one account for two callers at the same time', async () => {
    const venue = await open();
    await Promise.all([venue.openAccount(spotAccount(5)), venue.openAccount(spotAccount(5))]);
    expect(await venue.deposit(spotAccount(5), 'USDT', '1', 'x')).toMatchObject({ ok: true });
  });
});
