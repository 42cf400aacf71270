import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderIntent } from '../../core/contract/trading.ts';
import { selfTradePreventions } from '../../core/domain/orders/order.ts';
import { AccountLedger } from '../../core/simulation/clearing/account-ledger.ts';
import { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { testInstrument } from '../kit/market-fixtures.ts';
import { rich, Venue } from './venue.ts';

/** One book and one order that acts at once: what others offer, what the account itself has resting, and how it comes. */
interface Scene {
  readonly others: readonly (readonly [ticks: number, lots: number])[];
  readonly own: readonly (readonly [ticks: number, lots: number])[];
  readonly type: 'MARKET' | 'LIMIT';
  readonly side: 'BUY' | 'SELL';
  readonly stp: (typeof selfTradePreventions)[number];
  readonly lots: number;
  readonly limit: number;
  readonly last: number;
}

const level = fc.tuple(fc.integer({ min: 1_000, max: 1_230 }), fc.integer({ min: 1, max: 30 }));
const scene = fc.record<Scene>({
  others: fc.uniqueArray(level, { maxLength: 6, selector: ([ticks]) => ticks }),
  own: fc.array(level, { maxLength: 3 }),
  type: fc.constantFrom('MARKET', 'MARKET', 'LIMIT'),
  side: fc.constantFrom('BUY', 'BUY', 'BUY', 'SELL'),
  stp: fc.constantFrom(...selfTradePreventions),
  lots: fc.integer({ min: 1, max: 120 }),
  limit: fc.integer({ min: 990, max: 1_190 }),
  last: fc.integer({ min: 995, max: 1_000 }),
});

/** Coins that the account has besides those that its own orders hold. */
const coins = 60;

interface Answer {
  readonly need: string | null;
  readonly fits: string | null;
}

function onEngine({ others, own, type, side, stp, lots, limit, last }: Scene, money: bigint): Answer {
  const venue = new Venue(3);
  const held = own.reduce((sum, [, qty]) => sum + qty, 0);
  venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 1, amount: rich - money, reference: 'money' });
  venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 0, amount: rich - BigInt(coins + held), reference: 'coins' });
  venue.printLast(last);
  for (const [ticks, qty] of others) venue.sell(1, qty, ticks);
  for (const [ticks, qty] of own) venue.sell(0, qty, ticks);
  const order = type === 'MARKET' ? ({ orderType: 'MARKET', timeInForce: 'IOC' } as const) : { price: limit };
  const { events } = venue.place({ account: 0, side, qty: lots, stp, ...order });
  for (const { total, held: reserved } of [venue.engine.balance(0, 0), venue.engine.balance(0, 1)]) {
    expect(total).toBeGreaterThanOrEqual(reserved);
  }
  const [first] = events;
  if (first?.kind !== 'rejected') return { need: null, fits: null };
  expect(first.reason).toBe('INSUFFICIENT_BALANCE');
  return { need: first.shortage?.need ?? '', fits: first.shortage?.fits ?? '' };
}

function inSimulation({ others, own, type, side, stp, lots, limit, last }: Scene, money: bigint): Answer {
  let number = 0;
  const newId = () => String(++number);
  const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
  const ledger = new AccountLedger('aurora', 8, newId);
  const held = own.reduce((sum, [, qty]) => sum + qty, 0);
  if (money > 0n) ledger.deposit(1, 'USDT', String(money), 'money', 0);
  ledger.deposit(1, 'BTC', String(coins + held), 'coins', 0);
  const limits = { minQty: '1', maxQty: '1000000000', minNotional: '0' };
  const instrument = { ...testInstrument, ...limits, tick: '1', lot: '1', makerFee: '0', takerFee: '0' };
  const market = new SimulatedMarket({ instrument, grid, ledger, newId, tellsLevels: false });
  const asks = others.map(([ticks, qty]) => [String(ticks), String(qty)] as const).sort(([a], [b]) => Number(a) - Number(b));
  market.begin(String(last));
  market.play({ type: 'book', timeMs: 0, updateId: 1, bids: [], asks });
  const shared = { apiId: 1, instrumentId: instrument.id } as const;
  for (const [ticks, qty] of own) market.place({ ...shared, side: 'SELL', type: 'LIMIT', price: String(ticks), qty: String(qty) });
  const order: OrderIntent = { ...shared, side, type, stp, qty: String(lots), ...(type === 'LIMIT' && { price: String(limit) }) };
  const placed = market.place(order);
  expect(ledger.available(1, 'USDT')).toBeGreaterThanOrEqual(0n);
  if (placed.ok) return { need: null, fits: null };
  expect(placed.error.code).toBe('ORDER_INSUFFICIENT_BALANCE');
  return { need: String(placed.error.params.need), fits: String(placed.error.params.fits) };
}

it('an order that acts at once needs the same money at the house’s engine and in a simulation, to the last unit', () => {
  const seen = { denied: 0, walked: 0 };
  fc.assert(
    fc.property(scene, fc.integer({ min: 0, max: 200_000 }), (one, money) => {
      const need = one.side === 'SELL' ? null : onEngine(one, 0n).need;
      const amounts = need === null ? [BigInt(money)] : [BigInt(need), BigInt(need) - 1n, BigInt(money)];
      const answers = amounts.map((amount) => onEngine(one, amount));
      expect(amounts.map((amount) => inSimulation(one, amount))).toEqual(answers);
      if (need === null) return;
      expect(answers.slice(0, 2).map((answer) => answer.need)).toEqual([null, need]);
      seen.denied += 1;
      if (one.type === 'MARKET' && BigInt(need) < BigInt(one.lots) * BigInt(Math.ceil(one.last * 1.2))) seen.walked += 1;
    }),
    { numRuns: 400 },
  );
  expect(seen.denied).toBeGreaterThan(100);
  expect(seen.walked).toBeGreaterThan(50);
});

it('what a refusal says would fit is accepted, and one lot more is not', () => {
  fc.assert(
    fc.property(scene, fc.integer({ min: 0, max: 100_000 }), (one, money) => {
      for (const play of [onEngine, inSimulation]) {
        const { need, fits } = play(one, BigInt(money));
        if (need === null) continue;
        if (fits !== '0') expect(play({ ...one, lots: Number(fits) }, BigInt(money)).need).toBeNull();
        expect(play({ ...one, lots: Number(fits) + 1 }, BigInt(money)).need).not.toBeNull();
      }
    }),
    { numRuns: 300 },
  );
});
