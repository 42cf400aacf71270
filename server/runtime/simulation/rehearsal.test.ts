import { describe, expect, it } from 'vitest';
import type { OrderIntent } from '../../../core/contract/trading.ts';
import type { Venue, VenueEvent } from '../../../core/contract/venue.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { SeededRandom } from '../../../tests/kit/seeded-random.ts';
import { holdingsOf, newRehearsal, Rehearsal, type SavedBalance, type SavedRehearsal } from './rehearsal.ts';
import { RehearsalFeed } from './rehearsal-feed.ts';

const { exchange, id: instrumentId } = testInstrument;
const apiId = 1;
const account = (asset: string, total: string) => ({ exchange, apiId, accountType: 'spot', asset, total, held: '1' }) as const;
const holdings = holdingsOf([account('USDT', '100000'), account('BTC', '5'), account('ETH', '7')]);

const level = (side: 'BUY' | 'SELL', price: number, qty: string): VenueEvent => ({
  type: 'level',
  instrumentId,
  side,
  price: `${price}`,
  qty,
});
const trade = (price: number, qty: string, side: 'BUY' | 'SELL'): VenueEvent => ({
  type: 'trade',
  trade: { instrumentId, tradeId: '1', price: `${price}`, qty, side, timeMs: 0 },
});

/** A market of one level a side, and a house that may fall and be started again. */
function world({ isBookless = false } = {}) {
  const [bids, asks] = isBookless ? [[], []] : ([[['50000', '2']], [['50010', '2']]] as const);
  const venue = {
    exchange,
    title: exchange,
    instruments: [testInstrument],
    assets: [],
    capabilities: {
      marketData: true,
      trading: true,
      accountTypes: ['spot'],
      orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET'],
      triggerKinds: ['CONDITIONAL', 'OCO', 'CONDITIONAL_OCO'],
      timesInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
      amend: true,
      quoteAmount: true,
      deposit: true,
      transfer: false,
    },
    lastPrice: () => '50000',
    durability: isBookless ? 'ephemeral' : 'journal',
  } as unknown as Venue;
  const bookNow = () => ({ instrumentId, sequence: 1, timeMs: 0, bids, asks });
  const feed = new RehearsalFeed({ nowMs: () => 7 });
  let sequence = 1;
  const parts = { venue: () => venue, markets: { bookNow }, feed, nowMs: () => 7 };
  return {
    parts,
    feed,
    open: (saved: SavedRehearsal = newRehearsal, began: readonly SavedBalance[] = holdings) => new Rehearsal(saved, began, parts),
    tell: (...events: VenueEvent[]) => feed.batch({ exchange, sequence: ++sequence, timeMs: 0, events }),
  };
}

const intent = (clientOrderId: string, side: 'BUY' | 'SELL', over: Partial<OrderIntent> = {}): OrderIntent => ({
  apiId,
  instrumentId,
  side,
  type: 'LIMIT',
  qty: '0.1',
  clientOrderId,
  ...over,
});

async function place(rehearsal: Rehearsal, ...[clientOrderId, side, over]: Parameters<typeof intent>) {
  const outcome = await rehearsal.venue(exchange)?.submit(intent(clientOrderId, side, over));
  if (outcome === undefined || !outcome.ok) throw outcome?.error ?? new Error('no venue');
  return outcome.value[0];
}

describe('a rehearsal', () => {
  it('begins with what the accounts hold, free of orders, and offers what the exchange can', () => {
    const rehearsal = world().open();
    expect(rehearsal.balances([apiId])).toMatchObject([
      { asset: 'USDT', total: '100000', held: '0' },
      { asset: 'BTC', total: '5', held: '0' },
      { asset: 'ETH', total: '7', held: '0' },
    ]);
    expect(rehearsal.venue(exchange)?.capabilities).toMatchObject({
      orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET'],
      triggerKinds: ['CONDITIONAL', 'OCO', 'CONDITIONAL_OCO'],
      deposit: false,
    });
  });

  it('fills a taker from the live book and a resting order from what trades, and tells both once', async () => {
    const { open, tell } = world();
    const rehearsal = open();
    const heard: string[] = [];
    rehearsal.follow({
      order: ({ clientOrderId, status }) => heard.push(`${clientOrderId} ${status}`),
      fill: (clientOrderId, { price, qty }) => heard.push(`${clientOrderId} ${qty} @ ${price}`),
    });
    await place(rehearsal, 'i-1', 'BUY', { type: 'MARKET' });
    await place(rehearsal, 'i-2', 'BUY', { price: '49990' });
    tell(trade(49980, '1', 'SELL'));
    expect(heard).toEqual(['i-1 UNFILLED', 'i-1 FILLED', 'i-1 0.1 @ 50010', 'i-2 UNFILLED', 'i-2 FILLED', 'i-2 0.1 @ 49990']);
  });

  it('lets orders wait for the index of the pair, through a restart, and fires them as it moves', async () => {
    const { open, feed } = world();
    let tell: (index: { readonly price: string; readonly sources: readonly { readonly instrumentId: string }[] }) => void = () => undefined;
    feed.follow({
      price: () => null,
      onPrice: (listener) => {
        tell = listener;
        return () => undefined;
      },
    });
    const first = open();
    const stop = { type: 'STOP_MARKET', triggerPrice: '50100', watchedPrice: 'INDEX' } as const;
    await expect(place(first, 'i-1', 'BUY', stop)).rejects.toMatchObject({ code: 'ORDER_NO_REFERENCE_PRICE' });
    await first.venue(exchange)?.tellReferencePrice(instrumentId, 'INDEX', '50000');
    await place(first, 'i-2', 'BUY', stop);
    expect(first.venue(exchange)?.waitsFor(instrumentId, 'INDEX')).toBe(true);
    const saved = first.save(new Set(['i-2']));
    first.close();
    const second = open(saved);
    tell({ price: '50099.99', sources: [{ instrumentId }] });
    expect(second.find('i-2')?.order.status).toBe('WAITING');
    tell({ price: '50100', sources: [{ instrumentId }] });
    expect(second.find('i-2')).toMatchObject({ order: { status: 'FILLED', watchedPrice: 'INDEX' }, fills: [{ price: '50010' }] });
    expect(second.venue(exchange)?.waitsFor(instrumentId, 'INDEX')).toBe(false);
  });

  it('charges what the account pays at the exchange as it trades', async () => {
    const { parts } = world();
    let takerFee = '0.0009';
    const fees: Venue['fees'] = () => ({ makerFee: '0', takerFee, tier: 2, discount: '0' });
    const rehearsal = new Rehearsal(newRehearsal, holdings, { ...parts, venue: () => ({ ...parts.venue(), fees }) });
    const feeOf = async (id: string) => {
      await place(rehearsal, id, 'BUY', { type: 'MARKET' });
      return rehearsal.find(id)?.fills[0]?.fee;
    };
    expect(await feeOf('i-1')).toBe('0.00009');
    takerFee = '0.0008';
    expect(await feeOf('i-2')).toBe('0.00008');
  });

  it('judges and charges by other terms of its market from the next order and fill on, and leaves what stands', async () => {
    const { parts, feed } = world();
    const coarse = { ...testInstrument, tick: '10', minNotional: '4000', priceBand: '0.01', makerFee: '0.002' };
    let listed = { ...testInstrument, tick: '5' };
    const venue = {
      ...parts.venue(),
      get instruments() {
        return [listed];
      },
      countsIn: () => ({ tick: '0.01', lot: '0.00001' }),
    } as Venue;
    const rehearsal = new Rehearsal(newRehearsal, holdings, { ...parts, venue: () => venue });
    const tell = (...events: VenueEvent[]) => feed.batch({ exchange, sequence: 2, timeMs: 0, events });
    const code = async (over: Partial<OrderIntent>) => {
      const outcome = await rehearsal.venue(exchange)?.submit(intent('x', 'BUY', over));
      return outcome?.ok === false ? outcome.error.code : 'OPEN';
    };
    await place(rehearsal, 'i-1', 'BUY', { price: '49995', qty: '0.2' });
    // Of before the tick was coarser, as others may have it resting as well.
    tell({ type: 'level', instrumentId, side: 'SELL', price: '50004.37', qty: '1' });
    listed = coarse;
    const sold: VenueEvent = { ...trade(49_990, '0.1', 'SELL') };
    tell(sold, { type: 'instrument', instrument: coarse }, { ...sold });
    expect(rehearsal.find('i-1')?.fills.map(({ fee }) => fee)).toEqual(['0.0001', '0.0002']);
    expect(await code({ qty: '0.05' })).toBe('ORDER_NOTIONAL_TOO_SMALL');
    expect(await code({ price: '51000', qty: '1' })).toBe('ORDER_PRICE_OUT_OF_BAND');
    expect(rehearsal.venue(exchange)?.instruments).toEqual([coarse]);
    await place(rehearsal, 'i-2', 'BUY', { type: 'MARKET', qty: '0.1' });
    expect(rehearsal.find('i-2')?.fills).toMatchObject([{ price: '50004.37' }]);
  });

  it('knows an order and its fills until the instance has been told of its end', async () => {
    const { open } = world();
    const rehearsal = open();
    await place(rehearsal, 'i-1', 'BUY', { type: 'MARKET' });
    rehearsal.save(new Set(['i-1']));
    expect(rehearsal.find('i-1')).toMatchObject({ order: { status: 'FILLED' }, fills: [{ price: '50010' }] });
    rehearsal.save(new Set());
    expect(rehearsal.find('i-1')).toBeNull();
  });

  it('saves of its balances those that have changed, and goes on with all of them', async () => {
    const { open } = world();
    const rehearsal = open();
    expect(rehearsal.save(new Set()).balances).toEqual([]);
    await place(rehearsal, 'i-1', 'BUY', { price: '49990' });
    const saved = rehearsal.save(new Set(['i-1']));
    expect(saved.balances).toEqual([{ exchange, apiId, asset: 'USDT', total: '100000', held: '4999' }]);
    const again = open(saved);
    expect(again.balances([apiId])).toEqual(rehearsal.balances([apiId]));
    expect(again.save(new Set(['i-1']))).toEqual(saved);
  });

  it('keeps an order that waits for a trigger over a restart, and fires it then', async () => {
    const { open, tell } = world();
    const rehearsal = open();
    await place(rehearsal, 'i-1', 'SELL', { type: 'STOP_MARKET', triggerPrice: '49000' });
    const saved: SavedRehearsal = JSON.parse(JSON.stringify(rehearsal.save(new Set(['i-1']))));
    rehearsal.close();
    const again = open(saved);
    expect(again.openOrders([apiId])).toMatchObject([{ status: 'WAITING', triggerPrice: '49000' }]);
    tell(trade(49_500, '1', 'SELL'));
    expect(again.find('i-1')?.order.status).toBe('WAITING');
    tell(level('BUY', 50_000, '0'), level('BUY', 48_990, '5'), trade(48_990, '1', 'SELL'));
    expect(again.find('i-1')).toMatchObject({ order: { status: 'FILLED' }, fills: [{ price: '48990' }] });
  });

  it('keeps pairs and brackets over a restart, armed, armed in part and not armed yet', async () => {
    const { open, tell } = world();
    const rehearsal = open();
    const leg = (name: string, of: string) => ({ clientOrderId: `${of}.${name}` });
    const legs = (of: string) => ({
      takeProfit: { type: 'LIMIT', price: '51000', ...leg('takeProfit', of) } as const,
      stopLoss: { type: 'STOP_MARKET', triggerPrice: '49000', ...leg('stopLoss', of) } as const,
    });
    const ids: string[] = [];
    // The money for the others, and a last price of 50,000.
    await place(rehearsal, 'i-0', 'SELL', { type: 'MARKET', qty: '2' });
    for (const [id, side, price, qty] of [
      ['i-1', 'SELL', undefined, '0.1'],
      ['i-2', 'BUY', '50010', '3'],
      ['i-3', 'BUY', '49500', '0.3'],
    ] as const) {
      const terms = price === undefined ? { triggerKind: 'OCO' as const } : { triggerKind: 'CONDITIONAL_OCO' as const, price, qty };
      await place(rehearsal, id, side, { ...terms, ...legs(id) });
      ids.push(id, `${id}.takeProfit`, `${id}.stopLoss`);
    }
    const saved: SavedRehearsal = JSON.parse(JSON.stringify(rehearsal.save(new Set(ids))));
    rehearsal.close();
    const again = open(saved);
    const byId = (a: { orderId: string }, b: { orderId: string }) => Number(a.orderId) - Number(b.orderId);
    expect([...again.openOrders([apiId])].sort(byId)).toEqual([...rehearsal.openOrders([apiId])].sort(byId));
    expect(again.save(new Set(ids))).toEqual(saved);
    const statuses = () =>
      ids.flatMap((id) => again.find(id)?.order ?? []).map(({ clientOrderId, status, qty }) => `${clientOrderId} ${status} ${qty}`);
    expect(statuses()).toEqual([
      ...['i-1 UNFILLED 0.1', 'i-1.stopLoss WAITING 0.1'],
      ...['i-2 PARTIALLY_FILLED 3', 'i-2.takeProfit TRADING 2', 'i-2.stopLoss WAITING 2'],
      ...['i-3 UNFILLED 0.3', 'i-3.takeProfit WAITING 0', 'i-3.stopLoss WAITING 0'],
    ]);
    // The rest of the second entry fills, then a part of the third, and the stops of all three fire.
    tell(level('BUY', 50_000, '0'), trade(50_010, '1', 'SELL'), trade(49_500, '0.2', 'SELL'));
    expect(statuses().slice(2)).toEqual([
      ...['i-2 FILLED 3', 'i-2.takeProfit TRADING 3', 'i-2.stopLoss WAITING 3'],
      ...['i-3 PARTIALLY_FILLED 0.3', 'i-3.takeProfit TRADING 0.2', 'i-3.stopLoss WAITING 0.2'],
    ]);
    tell(level('BUY', 48_990, '9'), trade(48_990, '1', 'SELL'));
    expect(statuses()).toEqual([
      ...['i-1 CANCELED 0.1', 'i-1.stopLoss FILLED 0.1'],
      ...['i-2 FILLED 3', 'i-2.takeProfit CANCELED 3', 'i-2.stopLoss FILLED 3'],
      ...['i-3 FILLED 0.3', 'i-3.takeProfit CANCELED 0.3', 'i-3.stopLoss FILLED 0.3'],
    ]);
    expect(again.balances([apiId]).map(({ held }) => held)).toEqual(['0', '0', '0']);
  });

  it('takes what prints next beside a replay that shows no book, over restarts too', async () => {
    const { open, tell } = world({ isBookless: true });
    let rehearsal = open();
    const ids = ['i-1', 'i-1.takeProfit', 'i-1.stopLoss'];
    const restart = (): void => {
      const saved: SavedRehearsal = JSON.parse(JSON.stringify(rehearsal.save(new Set(ids))));
      rehearsal.close();
      rehearsal = open(saved);
      expect(rehearsal.save(new Set(ids))).toEqual(saved);
    };
    const statuses = () => ids.map((id) => rehearsal.find(id)?.order).map((order) => `${order?.status} ${order?.qty}`);
    await place(rehearsal, 'i-1', 'BUY', {
      ...{ type: 'MARKET', qty: '0.2', triggerKind: 'CONDITIONAL_OCO' },
      takeProfit: { type: 'LIMIT', price: '51000', clientOrderId: 'i-1.takeProfit' },
      stopLoss: { type: 'STOP_MARKET', triggerPrice: '49000', clientOrderId: 'i-1.stopLoss' },
    });
    restart();
    tell(trade(50_010, '0.1', 'BUY'));
    expect(statuses()).toEqual(['PARTIALLY_FILLED 0.2', 'TRADING 0.1', 'WAITING 0.1']);
    restart();
    rehearsal.venue(exchange)?.catchUp();
    tell(trade(50_020, '1', 'BUY'));
    tell(trade(48_990, '1', 'SELL'));
    expect(statuses()).toEqual(['FILLED 0.2', 'CANCELED 0.2', 'TRADING 0.2']);
    restart();
    tell(trade(48_980, '1', 'SELL'));
    expect(rehearsal.find('i-1.stopLoss')).toMatchObject({ order: { status: 'FILLED' }, fills: [{ price: '48980', qty: '0.2' }] });
    expect(rehearsal.balances([apiId]).map(({ held }) => held)).toEqual(['0', '0', '0']);
  });

  it('keeps what waits at an exchange that is away, though nothing is held for it', async () => {
    const { open, parts } = world();
    const rehearsal = open();
    await place(rehearsal, 'i-1', 'SELL', { type: 'STOP_MARKET', triggerPrice: '49000' });
    const saved = rehearsal.save(new Set(['i-1']));
    const without = new Rehearsal(saved, holdings, { ...parts, venue: () => null });
    expect(without.save(new Set(['i-1']))).toEqual(saved);
  });

  it('goes on from a state that has all balances, of before they stood apart', async () => {
    const { open } = world();
    const earlier = { ...newRehearsal, balances: holdings };
    const rehearsal = open(earlier, []);
    expect(rehearsal.holdings).toEqual(open().holdings);
    expect(rehearsal.save(new Set()).balances).toEqual(holdings);
  });

  it.each([
    1, 2, 3, 4, 5,
  ])('goes on from what was saved, whenever the house falls: no fill twice, no money lost (seed %i)', async (seed) => {
    const random = new SeededRandom(seed);
    const { open, tell } = world();
    let saved = newRehearsal;
    let rehearsal = open(saved);
    // What the instance has been told, by the same writes as the rehearsal's state.
    const trades = new Map<string, { readonly side: string; readonly price: string; readonly qty: string }>();
    const working = new Set<string>();
    const write = () => {
      for (const one of [...working]) {
        const known = rehearsal.find(one);
        for (const { tradeId, side, price, qty } of known?.fills ?? []) trades.set(tradeId, { side, price, qty });
        if (known !== null && !['UNFILLED', 'PARTIALLY_FILLED'].includes(known.order.status)) working.delete(one);
      }
      saved = JSON.parse(JSON.stringify(rehearsal.save(working))) as SavedRehearsal;
    };
    for (let step = 0; step < 300; step++) {
      const price = 50_000 + random.integer(-50, 50);
      const side = random.integer(0, 1) === 0 ? 'BUY' : 'SELL';
      if (step % 3 === 0) {
        const id = `i-${step}`;
        await place(rehearsal, id, side, { price: `${price}`, timeInForce: random.integer(0, 4) === 0 ? 'IOC' : 'GTC' });
        working.add(id);
      }
      tell(level(side, price, `${random.integer(0, 2)}`), trade(price, '0.05', side));
      if (random.integer(0, 2) === 0) write();
      if (random.integer(0, 5) > 0) continue;
      // The house falls: whatever was not written never was.
      rehearsal.close();
      for (const one of [...working]) if (!saved.known.some(({ order }) => order.clientOrderId === one)) working.delete(one);
      rehearsal = open(saved);
    }
    for (const order of rehearsal.openOrders([apiId])) await rehearsal.venue(exchange)?.cancel(order);
    write();
    expect(trades.size).toBeGreaterThan(20);
    let [quote, base] = ['100000', '5'];
    for (const { side, price, qty } of trades.values()) {
      const amount = multiplyDecimals(price, qty);
      quote = addDecimals(quote, side === 'BUY' ? negateDecimal(amount) : amount);
      base = addDecimals(base, side === 'BUY' ? qty : negateDecimal(qty));
    }
    // Fees come off what is received; nothing else may be missing.
    const held = rehearsal.balances([apiId]);
    const fees = (asset: string, expected: string) => Number(expected) - Number(held.find((one) => one.asset === asset)?.total);
    const received = (of: 'BUY' | 'SELL', what: (one: { price: string; qty: string }) => number) =>
      [...trades.values()].filter(({ side }) => side === of).reduce((sum, one) => sum + what(one), 0);
    expect(fees('USDT', quote) / received('SELL', ({ price, qty }) => Number(price) * Number(qty))).toBeCloseTo(
      Number(testInstrument.takerFee),
      3,
    );
    expect(fees('BTC', base) / received('BUY', ({ qty }) => Number(qty))).toBeCloseTo(Number(testInstrument.takerFee), 3);
    expect(held.every((one) => one.held === '0')).toBe(true);
  });
});
