import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { type OrderSide, type OrderType, orderSides, orderTypes } from '../../core/domain/orders/order.ts';
import { base, limitTerms, type Outcome, quote, Venue } from '../../tests/engine/venue.ts';
import { previewFills } from './book-preview.ts';
import { times } from './grid-math.ts';
import { legForms, profitTypes, stopTypes, ticketModes } from './order-forms.ts';
import { checkTicket, hintsFor, refusedField } from './ticket-checks.ts';
import type { TicketContext } from './ticket-context.ts';
import { freshDraft, isByQuote, pairSideOf, readDraft, sentFields, shownFields, type TicketDraft, tidied, timeOf } from './ticket-draft.ts';
import { figuresOf, quantityForTotal, totalOf } from './ticket-model.ts';
import { keptBack, largestSize, needOf, sizeForPercent } from './ticket-needs.ts';

const instrument: Instrument = {
  id: 'tessera/BTCUSDT/spot',
  exchange: 'tessera',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '10',
  priceBand: '0.2',
  makerFee: '0.0008',
  takerFee: '0.001',
  state: 'TRADING',
};
const context: TicketContext = {
  instrument,
  availableBase: '2',
  availableQuote: '100000',
  last: '50000',
  index: '49000',
  bestBid: '49999.99',
  bestAsk: '50000.01',
  book: {
    bids: [],
    asks: [
      ['50000.01', '1'],
      ['50100', '0.5'],
      ['60000', '5'],
      ['60000.01', '100'],
    ],
  },
};
const draft: TicketDraft = { ...freshDraft, price: '50000', qty: '0.5' };

describe('the checks of a ticket', () => {
  it('have nothing to say about a good limit order', () => {
    expect(checkTicket(draft, context)).toEqual({});
  });

  it.each([
    ['price', { price: '' }, 'required'],
    ['price', { price: '1e3' }, 'notNumber'],
    ['qty', { qty: '' }, 'noQty'],
    ['qty', { qty: '1e3' }, 'badQty'],
    ['price', { price: '50000.001' }, 'offGrid'],
    ['price', { price: '60000.01' }, 'bandAbove'],
    ['price', { side: 'SELL', price: '39999.99' }, 'bandBelow'],
    ['qty', { qty: '0.000001' }, 'offGrid'],
    ['qty', { qty: '0' }, 'tooSmall'],
    ['qty', { qty: '9000.00001' }, 'tooLarge'],
    ['qty', { qty: '0.0001' }, 'notional'],
    ['qty', { qty: '2.1' }, 'balance'],
    ['qty', { side: 'SELL', qty: '2.1' }, 'balance'],
    ['quoteAmount', { type: 'MARKET', byQuote: true, quoteAmount: '5' }, 'notional'],
    ['quoteAmount', { type: 'MARKET', byQuote: true, quoteAmount: '100001' }, 'balance'],
    ['qty', { type: 'MARKET', qty: '2' }, 'balance'],
    ['triggerPrice', { type: 'STOP_MARKET' }, 'required'],
    ['triggerPrice', { type: 'STOP_MARKET', triggerPrice: '49000' }, 'above'],
    ['triggerPrice', { type: 'TAKE_PROFIT_MARKET', triggerPrice: '51000' }, 'below'],
    ['triggerPrice', { type: 'TRIGGER_MARKET', triggerPrice: '50000' }, 'sameAsLast'],
    ['triggerPrice', { type: 'TRIGGER_MARKET', triggerPrice: '49000', watchedPrice: 'INDEX' }, 'sameAsIndex'],
    ['stopTrigger', { mode: 'OCO', side: 'SELL', profitPrice: '49000', stopTrigger: '51000' }, 'ocoOrder'],
    ['stopTrigger', { mode: 'OCO', side: 'SELL', profitPrice: '52000', stopTrigger: '51000' }, 'below'],
    ['profitPrice', { mode: 'BRACKET', profitPrice: '49500', stopTrigger: '49000' }, 'above'],
    ['stopTrigger', { mode: 'BRACKET', price: '50900', profitPrice: '52000', stopTrigger: '50500' }, 'below'],
    ['profitPrice', { mode: 'BRACKET', stopTrigger: '49000' }, 'bothLegs'],
    ['stopTrigger', { mode: 'OCO', side: 'SELL', profitPrice: '52000' }, 'bothLegs'],
    ['stopTrigger', { mode: 'BRACKET' }, 'required'],
    ['qty', { mode: 'BRACKET', qty: '0.00020', profitPrice: '52000', stopTrigger: '40000' }, 'notional'],
  ] as const)('name %s when the draft is %j: %s', (field, change, key) => {
    expect(checkTicket({ ...draft, ...change }, context)[field]?.key).toBe(key);
  });

  it.each([
    ['price', { price: '60000.01' }, '60,000.00'],
    ['triggerPrice', { type: 'STOP_MARKET', triggerPrice: '49000' }, '50,000.00'],
    ['profitPrice', { mode: 'BRACKET', price: '49999.9', profitPrice: '49500', stopTrigger: '49000' }, '49,999.90'],
  ] as const)('bound %s of %j by a price with the decimals of its market: %s', (field, change, limit) => {
    expect(checkTicket({ ...draft, ...change }, context)[field]?.params.limit).toBe(limit);
  });

  it('find a refusal of the server at the field that holds what it names', () => {
    expect(refusedField(draft, 'price')).toBe('price');
    expect(refusedField({ ...draft, mode: 'OCO' }, 'price')).toBe('profitPrice');
    expect(refusedField({ ...draft, mode: 'OCO' }, 'triggerPrice')).toBe('stopTrigger');
    expect(refusedField({ ...draft, type: 'MARKET', byQuote: true }, 'qty')).toBe('quoteAmount');
    expect(refusedField(draft, 'timeInForce')).toBeNull();
    expect(refusedField(draft, undefined)).toBeNull();
  });
});

/** A market of the engine and the same one as the ticket sees it: ticks of 0.01, lots of 0.001, amounts of 0.00001. */
const last = 10_000;
const funds = 60_000_000n;
const oracleInstrument: Instrument = { ...instrument, lot: '0.001', minQty: '0.005', maxQty: '9', minNotional: '0.5', priceBand: '0.2' };
const oracleContext: TicketContext = {
  instrument: oracleInstrument,
  availableBase: '6',
  availableQuote: '600',
  last: '100',
  bestBid: null,
  bestAsk: '101',
  book: {
    bids: [],
    asks: [
      ['101', '3'],
      ['110', '3'],
      ['120.01', '3'],
    ],
  },
};
const ticksOf = (text: string): number => Math.round(Number(text || '0') * 100);
const lotsOf = (text: string): number => Math.round(Number(text || '0') * 1_000);

function engineVenue(baseFunds = 6_000n, quoteFunds = funds): Venue {
  const venue = new Venue(3, { minLots: 5, maxLots: 9_000, minNotional: 50_000n }, 0n);
  for (const [account, asset, amount] of [
    [0, base, baseFunds],
    [0, quote, quoteFunds],
    [1, base, 9_005n],
    [2, quote, funds],
  ] as const) {
    if (amount > 0n) venue.run({ type: 'TRANSFER', from: -1, to: account, asset, amount, reference: `${account}-${asset}` });
  }
  venue.sell(1, 5, last);
  venue.buy(2, 5, last);
  for (const [price, qty] of oracleContext.book?.asks ?? []) venue.sell(1, lotsOf(qty), ticksOf(price));
  return venue;
}

/** What the engine does with the draft. */
function enginePlaces(one: TicketDraft, venue: Venue): Outcome {
  const common = { account: 0, side: one.side, qty: isByQuote(one) ? 0 : lotsOf(one.qty) };
  const entry = {
    ...common,
    orderType: one.type,
    timeInForce: timeOf(one) ?? 'GTC',
    price: shownFields(one).includes('price') ? ticksOf(one.price) : 0,
    trigger: shownFields(one).includes('triggerPrice') ? ticksOf(one.triggerPrice) : 0,
    quoteAmount: isByQuote(one) ? BigInt(Math.round(Number(one.quoteAmount) * 100_000)) : 0n,
  };
  const leg = (type: (typeof profitTypes)[number] | (typeof stopTypes)[number]) => {
    const { goal, price } = legForms[type];
    return {
      orderType: type as OrderType,
      timeInForce: price === null ? ('IOC' as const) : ('GTC' as const),
      price: price === null ? 0 : ticksOf(one[price]),
      trigger: goal === price ? 0 : ticksOf(one[goal]),
    };
  };
  if (one.mode === 'ORDER') return venue.place(entry);
  if (one.mode === 'OCO') return venue.placeOco({ ...limitTerms, ...common }, leg(one.profitType), leg(one.stopType));
  return venue.placeBracket(entry, leg(one.profitType), leg(one.stopType));
}

const priceText = fc.integer({ min: 7_000, max: 13_000 }).map((ticks) => String(ticks / 100));
const anyDraft = fc.record({
  side: fc.constantFrom(...orderSides),
  mode: fc.constantFrom(...ticketModes),
  type: fc.constantFrom(...orderTypes),
  byQuote: fc.boolean(),
  profitType: fc.constantFrom(...profitTypes),
  stopType: fc.constantFrom(...stopTypes),
  price: priceText,
  triggerPrice: priceText,
  profitTrigger: priceText,
  profitPrice: priceText,
  stopTrigger: priceText,
  stopPrice: priceText,
  qty: fc.integer({ min: 1, max: 9_500 }).map((lots) => String(lots / 1_000)),
  quoteAmount: fc.integer({ min: 0, max: 70_000 }).map((cents) => String(cents / 100)),
});

describe('the checks against the engine', () => {
  it('let through what it accepts and stop what it refuses, for every kind of order', () => {
    fc.assert(
      fc.property(anyDraft, (chosen) => {
        const one: TicketDraft = { ...freshDraft, ...chosen };
        const errors = checkTicket(one, oracleContext);
        expect({ fits: Object.keys(errors).length === 0, errors }).toEqual({
          fits: enginePlaces(one, engineVenue()).rejected === null,
          errors,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('need what it needs and holds, to the last unit', () => {
    fc.assert(
      fc.property(anyDraft, (chosen) => {
        const one: TicketDraft = { ...freshDraft, ...chosen };
        const need = needOf(one, oracleContext);
        const rich = 10n ** 12n;
        if (need === null || enginePlaces(one, engineVenue(rich, rich)).rejected !== null) return;
        const units = BigInt(Math.round(Number(need.amount) * (need.asset === 'base' ? 1_000 : 100_000)));
        const venueWith = (free: bigint) => (need.asset === 'base' ? engineVenue(free, 0n) : engineVenue(0n, free));
        const exact = venueWith(units);
        const outcome = enginePlaces(one, exact);
        expect(outcome.rejected).toBeNull();
        const { held } = exact.engine.balance(0, need.asset === 'base' ? base : quote);
        // What trades at once is paid, perhaps for less, and not held.
        if (outcome.fills.length === 0 && exact.engine.order(outcome.id) !== undefined) expect(held).toBe(units);
        const short = enginePlaces(one, venueWith(units - 1n));
        expect(short.events).toMatchObject([{ reason: 'INSUFFICIENT_BALANCE', shortage: { need: String(units) } }]);
      }),
      { numRuns: 500 },
    );
  });

  it('offer a largest size that it accepts, and no larger one', () => {
    fc.assert(
      fc.property(anyDraft, (chosen) => {
        const one: TicketDraft = { ...freshDraft, ...chosen };
        const field = isByQuote(one) ? 'quoteAmount' : 'qty';
        const largest = largestSize(one, oracleContext) ?? '0';
        const sized = { ...one, [field]: largest };
        const { [field]: error } = checkTicket(sized, oracleContext);
        expect(error?.key).not.toBe('balance');
        expect(error?.key).not.toBe('offGrid');
        expect(error?.key).not.toBe('tooLarge');
      }),
      { numRuns: 300 },
    );
  });
});

describe('the size of a ticket', () => {
  it('is a share of the balance on the grid that can be paid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 100, max: 9_000_000 }),
        fc.constantFrom<OrderSide>('BUY', 'SELL'),
        (percent, cents, side) => {
          const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          const qty = sizeForPercent({ ...draft, side, price }, context, percent) ?? '';
          expect(['offGrid', 'balance']).not.toContain(checkTicket({ ...draft, side, price, qty }, context).qty?.key);
          if (side === 'BUY') expect(compareDecimals(times(qty, price) ?? '0', '100000')).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it('follows a total down to the lot, and makes a total again that is not above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 9 }), (cents, totalCents) => {
        const [price, total] = [String(cents / 100), String(totalCents / 100)];
        const qty = quantityForTotal(total, price, instrument);
        const again = totalOf({ ...draft, price, qty });
        expect(compareDecimals(again, total)).toBeLessThanOrEqual(0);
        expect(compareDecimals(times(price, addDecimals(qty, instrument.lot)) ?? '0', total)).toBeGreaterThan(0);
      }),
    );
  });

  it('of a market buy is what the book sells for the money, less a thousandth for a move', () => {
    const market: TicketDraft = { ...draft, type: 'MARKET' };
    // 50,000.01 + 25,050 + 0.41416 × 60,000 = 99,899.61 of the 99,900 that may be used.
    expect(largestSize(market, context)).toBe('1.91416');
    expect(checkTicket({ ...market, qty: '1.91582' }, context)).toEqual({});
    expect(checkTicket({ ...market, qty: '1.91584' }, context).qty?.key).toBe('balance');
    expect(largestSize(market, { ...context, book: { bids: [], asks: [['50000.01', '1']] } })).toBe('1');
    // Nobody follows the book yet: then the edge of the band is sure to be enough.
    expect(largestSize(market, { ...context, book: null })).toBe('1.66666');
    expect(needOf({ ...market, qty: '1.9' }, { ...context, book: null })).toBeNull();
    expect(largestSize({ ...draft, type: 'MARKET', byQuote: true }, context)).toBe('100000');
    expect(largestSize({ ...draft, side: 'SELL', type: 'MARKET', byQuote: true }, context)).toBe('80000');
  });
});

describe('what a buy of everything keeps back', () => {
  const kept = (change: Partial<TicketDraft>, more: Partial<TicketContext> = {}) => {
    const known = { ...context, ...more };
    const one = { ...draft, ...change };
    return keptBack({ ...one, qty: sizeForPercent(one, known, 100) ?? '' }, known);
  };

  it('is told with its reason', () => {
    expect(kept({ type: 'MARKET' })).toEqual({ amount: '100.39', reason: 'keptForMove' });
    expect(kept({ type: 'MARKET' }, { book: { bids: [], asks: [['50000.01', '1']] } })).toEqual({
      amount: '49999.99',
      reason: 'keptForBook',
    });
    expect(kept({ type: 'STOP_MARKET', triggerPrice: '51000' })).toMatchObject({ reason: 'keptForBand' });
    expect(kept({ type: 'MARKET' }, { instrument: { ...instrument, maxQty: '1' } })).toMatchObject({ reason: 'keptForLargest' });
  });

  it('is not spoken of where all is used or all is not meant', () => {
    expect(kept({})).toBeNull();
    expect(kept({ type: 'MARKET', side: 'SELL' })).toBeNull();
    expect(keptBack({ ...draft, type: 'MARKET', qty: '1' }, context)).toBeNull();
  });
});

describe('the figures of a ticket', () => {
  const asks = [
    ['50000.01', '0.2'],
    ['50100', '1'],
  ] as const;

  it('charge the taker rate on what trades at once and the maker rate on what rests', () => {
    const crossing = { ...draft, price: '50000.01' };
    const preview = previewFills({ side: 'BUY', worst: crossing.price, size: { qty: crossing.qty } }, asks, instrument);
    expect(figuresOf(crossing, context, preview)).toEqual({
      cost: '25000.005',
      fee: { amount: '0.00044', asset: 'BTC' },
      feeRole: 'mixed',
      remains: '74999.995',
    });
    expect(figuresOf(draft, context, null)).toMatchObject({ cost: '25000', fee: { amount: '0.0004', asset: 'BTC' }, feeRole: 'maker' });
    expect(figuresOf({ ...draft, side: 'SELL' }, context, null)).toMatchObject({ fee: { amount: '20', asset: 'USDT' }, remains: '1.5' });
  });

  it('value a market order at what the book would give', () => {
    const market = { ...draft, type: 'MARKET' as const };
    const preview = previewFills({ side: 'BUY', worst: '60000', size: { qty: '0.5' } }, asks, instrument);
    expect(figuresOf(market, context, preview)).toMatchObject({
      cost: '25030.002',
      feeRole: 'taker',
      fee: { amount: '0.0005', asset: 'BTC' },
    });
  });

  it('warn of what the book and the time in force will do', () => {
    const keysOf = (one: TicketDraft, worst: string | null) =>
      hintsFor(one, context, previewFills({ side: 'BUY', worst, size: { qty: one.qty } }, asks, instrument)).map(({ key }) => key);
    expect(keysOf({ ...draft, price: '50000' }, '50000')).toEqual([]);
    expect(keysOf({ ...draft, price: '50000.01' }, '50000.01')).toEqual(['tradesNow']);
    expect(keysOf({ ...draft, price: '50000.01', timeInForce: 'GTX' }, '50000.01')).toEqual(['postOnlyTrades']);
    expect(keysOf({ ...draft, price: '50000.01', timeInForce: 'FOK' }, '50000.01')).toEqual(['allOrNothing']);
    expect(keysOf({ ...draft, price: '50000.01', timeInForce: 'IOC' }, '50000.01')).toEqual(['partExpires']);
    expect(keysOf({ ...draft, price: '50000', timeInForce: 'IOC' }, '50000')).toEqual(['nothingTrades']);
    expect(keysOf({ ...draft, type: 'MARKET', qty: '2' }, '60000')).toEqual(['bookEnds']);
    expect(keysOf({ ...draft, type: 'MARKET', qty: '1' }, '50050')).toEqual(['bandReached']);
    expect(keysOf({ ...draft, mode: 'BRACKET', stopTrigger: '49000' }, '50000')).toEqual(['oneLeg']);
  });
});

describe('a draft', () => {
  it('asks only for the fields of its kind', () => {
    expect(shownFields(draft)).toEqual(['price', 'qty', 'total']);
    expect(sentFields({ ...draft, type: 'MARKET', byQuote: true })).toEqual(['quoteAmount']);
    expect(shownFields({ ...draft, mode: 'OCO', stopType: 'STOP_LOSS' })).toEqual(['qty', 'profitPrice', 'stopTrigger', 'stopPrice']);
    expect(shownFields({ ...draft, mode: 'BRACKET', type: 'MARKET' })).toEqual(['qty', 'profitPrice', 'stopTrigger']);
    expect(pairSideOf({ ...draft, mode: 'BRACKET' })).toBe('SELL');
  });

  it('has a time in force that its kind can have', () => {
    expect(timeOf({ ...draft, timeInForce: 'GTX' })).toBe('GTX');
    expect(timeOf({ ...draft, type: 'MARKET', timeInForce: 'GTX' })).toBe('IOC');
    expect(timeOf({ ...draft, type: 'MARKET', timeInForce: 'FOK' })).toBe('FOK');
    expect(timeOf({ ...draft, type: 'MARKET', byQuote: true, timeInForce: 'FOK' })).toBe('IOC');
    expect(timeOf({ ...draft, mode: 'OCO' })).toBeNull();
  });

  it('comes back from storage, without what does not fit', () => {
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(readDraft({ ...draft, type: 'FUNNY', price: '<b>', qty: 5, side: 'SELL', timeInForce: null })).toEqual({
      ...freshDraft,
      side: 'SELL',
    });
    for (const saved of [null, 7, 'x', []]) expect(readDraft(saved)).toEqual(freshDraft);
    expect(tidied({ ...draft, price: '.5', qty: '7.' })).toMatchObject({ price: '0.5', qty: '7' });
  });
});
