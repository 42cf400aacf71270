import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '../../core/contract/market.ts';
import { standardBrackets } from '../../core/domain/markets/margin-brackets.ts';
import { linearPerpetual } from '../../core/domain/markets/perpetual-terms.ts';
import { decimalsOf, fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import { type OrderSide, orderSides } from '../../core/domain/orders/order.ts';
import { LinearVenue } from '../../tests/engine/linear-venue.ts';
import { type Outcome, quote } from '../../tests/engine/venue.ts';
import type { TicketContext } from './ticket-context.ts';
import { freshDraft, type TicketDraft, timeOf } from './ticket-draft.ts';
import { figuresOf } from './ticket-model.ts';
import { largestSize, needOf } from './ticket-needs.ts';

/** Ticks of 0.01 and lots of 0.001, a hundred-thousandth of margin each: one of the engine's units a tick and lot. */
const instrument = linearPerpetual({
  id: 'tessera/BTCUSDT/usdm',
  exchange: 'tessera',
  symbol: 'BTCUSDT',
  accountType: 'usdm',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.001',
  minQty: '0.001',
  maxQty: '1000',
  minNotional: '0',
  priceBand: '0.2',
  makerFee: '0',
  takerFee: '0',
  state: 'TRADING',
});
const scale = 5;
const price = (ticks: number): string => fromUnits(BigInt(ticks), decimalsOf(instrument.tick));
const qty = (lots: number): string => fromUnits(BigInt(lots), decimalsOf(instrument.lot));
const rich = 10n ** 15n;

interface Resting {
  readonly side: OrderSide;
  readonly away: number;
  readonly lots: number;
}

interface Past {
  readonly leverage: number;
  readonly mark: number;
  readonly opened: number;
  readonly own: readonly Resting[];
  readonly others: readonly Resting[];
}

/** Account 0 with a position and orders of its own between the orders of others. */
function venueAfter({ leverage, mark, opened, own, others }: Past): LinearVenue {
  const venue = new LinearVenue([rich, rich, rich], [{ maxLots: 1_000_000 }]);
  venue.mark(mark);
  for (const account of [1, 2]) venue.lever(account, 1);
  venue.lever(0, leverage);
  venue.place({ account: 1, side: 'SELL', price: 10_000, qty: 1 });
  venue.place({ account: 2, side: 'BUY', price: 10_000, qty: 1 });
  if (opened !== 0) {
    const side = opened > 0 ? 'BUY' : 'SELL';
    venue.place({ account: 1, side: side === 'BUY' ? 'SELL' : 'BUY', price: 10_000, qty: Math.abs(opened) });
    venue.place({ account: 0, side, price: 10_000, qty: Math.abs(opened) });
  }
  const rest = (account: number, { side, away, lots }: Resting) =>
    venue.place({ account, side, price: side === 'BUY' ? 10_000 - away : 10_000 + away, qty: lots });
  for (const one of others) rest(1, one);
  for (const one of own) rest(0, { ...one, away: one.away + 600 });
  return venue;
}

const levelsOf = (venue: LinearVenue, side: OrderSide): Level[] => {
  const flat = venue.engine.depth(0, side, 100);
  return Array.from({ length: flat.length / 2 }, (_, i) => [price(flat[2 * i] as number), qty(flat[2 * i + 1] as number)]);
};

/** The same as the ticket sees it. */
function contextAfter(past: Past, venue: LinearVenue, free: bigint): TicketContext {
  const [asks, bids] = [levelsOf(venue, 'SELL'), levelsOf(venue, 'BUY')];
  const { lots, cost } = venue.position(0);
  return {
    instrument,
    availableBase: null,
    availableQuote: fromUnits(free, scale),
    last: '100',
    bestBid: bids[0]?.[0] ?? null,
    bestAsk: asks[0]?.[0] ?? null,
    book: { asks, bids },
    standing: {
      scale,
      brackets: standardBrackets,
      leverage: past.leverage,
      markTicks: past.mark,
      position: { lots, cost },
      orders: past.own.map(({ side, away, lots: size }) => ({
        side,
        ticks: side === 'BUY' ? 10_000 - away - 600 : 10_000 + away + 600,
        lots: size,
      })),
    },
  };
}

const place = (venue: LinearVenue, draft: TicketDraft): Outcome =>
  venue.place({
    account: 0,
    side: draft.side,
    orderType: draft.type,
    timeInForce: timeOf(draft) ?? 'GTC',
    price: draft.type === 'LIMIT' ? Number(toUnits(draft.price, 2)) : 0,
    qty: Number(toUnits(draft.qty, 3)),
  });

const restingOrders = fc.array(
  fc.record({ side: fc.constantFrom(...orderSides), away: fc.integer({ min: 1, max: 500 }), lots: fc.integer({ min: 1, max: 3_000 }) }),
  { maxLength: 6 },
);
const pasts: fc.Arbitrary<Past> = fc.record({
  leverage: fc.integer({ min: 1, max: 125 }),
  mark: fc.integer({ min: 9_000, max: 11_000 }),
  opened: fc.integer({ min: -5_000, max: 5_000 }),
  own: restingOrders,
  others: restingOrders,
});
const drafts = fc.record({
  side: fc.constantFrom(...orderSides),
  type: fc.constantFrom('LIMIT' as const, 'MARKET' as const),
  price: fc.integer({ min: 9_000, max: 11_000 }).map(price),
  qty: fc.integer({ min: 1, max: 9_000 }).map(qty),
});

describe('a ticket for a linear contract', () => {
  it('needs the margin that the engine asks for, to the last unit, and offers the largest size that is accepted', () => {
    fc.assert(
      fc.property(pasts, drafts, fc.bigInt(0n, 10_000_000n), (any, chosen, spare) => {
        // The book does not say which of its offers are one's own, which the engine leaves out.
        const past = chosen.type === 'LIMIT' ? any : { ...any, own: any.own.filter(({ side }) => side === chosen.side) };
        const draft: TicketDraft = { ...freshDraft, ...chosen };
        const venue = venueAfter(past);
        leave(venue, draft, spare);
        const free = freeOf(venue, draft);
        const context = contextAfter(past, venue, free);
        const need = toUnits(needOf(draft, context)?.amount ?? '', scale);
        const outcome = place(venue, draft);
        expect(outcome.rejected).toBe((need ?? 0n) <= free ? null : 'INSUFFICIENT_BALANCE');
        if (outcome.rejected === null) return;
        const fits = Number(toUnits(largestSize({ ...draft, type: 'LIMIT' }, context) ?? '', 3));
        const shortage = draft.type === 'LIMIT' ? { need: String(need), fits: String(fits) } : { need: String(need) };
        expect(outcome.events).toMatchObject([{ limit: String(free), shortage }]);
      }),
      { numRuns: 300 },
    );
  });

  it('knows no need while nobody knows what the account has', () => {
    const { standing: _, ...unknown } = contextAfter(flatPast, venueAfter(flatPast), rich);
    expect(needOf({ ...freshDraft, price: '100', qty: '1' }, unknown)).toBeNull();
    expect(largestSize({ ...freshDraft, price: '100' }, unknown)).toBeNull();
  });

  it('pays margin and fees in the asset of the margin, whichever its side is', () => {
    const context = { ...contextAfter(flatPast, venueAfter(flatPast), 100_00000n), fees: { makerFee: '0.0002', takerFee: '0.0005' } };
    const sale: TicketDraft = { ...freshDraft, side: 'SELL', price: '100', qty: '1' };
    expect(figuresOf(sale, context, null)).toMatchObject({ cost: '100', fee: { amount: '0.02', asset: 'USDT' }, remains: '90' });
  });
});

const flatPast: Past = { leverage: 10, mark: 10_000, opened: 0, own: [], others: [] };

/** Takes from the account what it can give, until so much is left for new orders. */
function leave(venue: LinearVenue, draft: TicketDraft, spare: bigint): void {
  const [market] = venue.state.instruments;
  const movable = market === undefined ? 0n : BigInt(market.rules.movable(venue.state, 0, quote));
  const beyond = freeOf(venue, draft) - spare;
  const amount = beyond < movable ? beyond : movable;
  if (amount > 0n) venue.run({ type: 'TRANSFER', from: 0, to: 2, asset: quote, amount, reference: 'beyond' });
}

/** What the engine lets new orders need. */
function freeOf({ state }: LinearVenue, { side }: TicketDraft): bigint {
  const [market] = state.instruments;
  if (market === undefined) throw new Error('there is no market');
  return BigInt(market.rules.available(state, market, 0, side));
}
