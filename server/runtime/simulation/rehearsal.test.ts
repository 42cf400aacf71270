import { describe, expect, it } from 'vitest';
import type { OrderIntent } from '../../../core/contract/trading.ts';
import type { Venue, VenueEvent } from '../../../core/contract/venue.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../../core/domain/decimal.ts';
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
function world() {
  const levels = { bids: [['50000', '2']], asks: [['50010', '2']] } as const;
  const venue = {
    exchange,
    title: exchange,
    instruments: [testInstrument],
    assets: [],
    capabilities: {
      marketData: true,
      trading: true,
      orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET'],
      triggerKinds: ['CONDITIONAL', 'OCO'],
      timesInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
      amend: true,
      quoteAmount: true,
      deposit: true,
    },
    lastPrice: () => '50000',
  } as unknown as Venue;
  const bookNow = () => ({ instrumentId, sequence: 1, timeMs: 0, ...levels });
  const feed = new RehearsalFeed({ nowMs: () => 7 });
  let sequence = 1;
  return {
    open: (saved: SavedRehearsal = newRehearsal, began: readonly SavedBalance[] = holdings) =>
      new Rehearsal(saved, began, { venue: () => venue, markets: { bookNow }, feed, nowMs: () => 7 }),
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
  it('begins with what the accounts hold, free of orders, and offers what both the exchange and the simulation can', () => {
    const rehearsal = world().open();
    expect(rehearsal.balances([apiId])).toMatchObject([
      { asset: 'USDT', total: '100000', held: '0' },
      { asset: 'BTC', total: '5', held: '0' },
      { asset: 'ETH', total: '7', held: '0' },
    ]);
    expect(rehearsal.venue(exchange)?.capabilities).toMatchObject({
      orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET'],
      triggerKinds: ['CONDITIONAL'],
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
