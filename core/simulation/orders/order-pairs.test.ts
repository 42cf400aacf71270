import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import type { OrderIntent } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { InstrumentTerms } from '../../domain/markets/instrument.ts';
import { BarMarket } from '../bar-market.ts';
import type { BarTicks } from '../bar-path.ts';
import { AccountLedger } from '../clearing/account-ledger.ts';
import { SimulatedMarket } from '../simulated-market.ts';

const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
const instrument = { ...testInstrument, tick: '1', lot: '1', makerFee: '0', takerFee: '0' };
const apiId = 1;

/** What happens to orders, named by their place in the sequence of their making. */
class Story {
  readonly told: string[] = [];
  readonly #ids: string[] = [];

  hear(events: readonly VenueEvent[]): void {
    for (const event of events) {
      if (event.type === 'fill') this.told.push(`${this.#name(event.fill.orderId)} ${event.fill.qty} @ ${event.fill.price}`);
      if (event.type !== 'order' || event.order.cause === 'FILLED' || event.order.cause === 'PLACED') {
        if (event.type === 'order') this.#name(event.order.orderId);
        continue;
      }
      this.told.push(`${this.#name(event.order.orderId)} ${event.order.status} ${event.order.cause} ${event.order.qty}`);
    }
  }

  id(at: number): string {
    return this.#ids[at] ?? '';
  }

  #name(orderId: string): string {
    if (!this.#ids.includes(orderId)) this.#ids.push(orderId);
    return String(this.#ids.indexOf(orderId));
  }
}

function setUp<M extends BarMarket | SimulatedMarket>(
  make: (parts: ConstructorParameters<typeof SimulatedMarket>[0]) => M,
  coins = 100,
  terms: Partial<InstrumentTerms> = {},
) {
  let number = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger('aurora', 8, newId);
  ledger.deposit(apiId, 'USDT', '100000', 'start', 0);
  if (coins > 0) ledger.deposit(apiId, 'BTC', String(coins), 'coins', 0);
  const market = make({ instrument: { ...instrument, ...terms }, grid, ledger, newId, tellsLevels: false });
  const story = new Story();
  return {
    market,
    story,
    held: (asset: string) => ledger.balances(apiId).find((balance) => balance.asset === asset)?.held ?? '0',
    place: (intent: Partial<OrderIntent>) => {
      const placed = market.place({ apiId, instrumentId: instrument.id, side: 'BUY', type: 'LIMIT', qty: '2', ...intent });
      if (!placed.ok) throw placed.error;
      story.hear(placed.value.events);
      return placed.value;
    },
    amend: (at: number, change: Parameters<M['amend']>[1]) => {
      const amended = market.amend(story.id(at), change);
      if (!amended.ok) throw amended.error;
      story.hear(amended.value.events);
    },
    cancel: (at: number) => story.hear(market.cancel(story.id(at))?.events ?? []),
  };
}

const legs = { takeProfit: { type: 'LIMIT', price: '110' }, stopLoss: { type: 'STOP_MARKET', triggerPrice: '95' } } as const;
const oco = { side: 'SELL', triggerKind: 'OCO', ...legs } as const;
const bracket = { triggerKind: 'CONDITIONAL_OCO', price: '100', ...legs } as const;

const bar = (open: number, high: number, low: number, close: number): BarTicks => ({ open, high, low, close });

function bars(isOptimistic = false, coins = 100, terms: Partial<InstrumentTerms> = {}) {
  const made = setUp((parts) => new BarMarket({ ...parts, isOptimistic }), coins, terms);
  let minute = 0;
  const play = (one: BarTicks): void => {
    made.story.hear(made.market.open(one, ++minute * 60_000, 60_000));
    while (made.market.isRunning) {
      made.market.nextMs(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      made.story.hear(made.market.step());
    }
  };
  return { ...made, play };
}

describe('over candles', () => {
  it('a bracket’s entry arms its legs where the path fills it, and the path decides which of them is reached first', () => {
    for (const [later, expected] of [
      [bar(103, 111, 94, 103), ['2 CANCELED CANCELED_BY_PAIR 2', '1 2 @ 110']],
      [bar(98, 112, 90, 103), ['1 CANCELED CANCELED_BY_PAIR 2', '2 TRADING TRIGGERED 2', '2 2 @ 95']],
    ] as const) {
      const { place, play, story, held } = bars();
      play(bar(102, 102, 102, 102));
      place(bracket);
      play(bar(102, 103, 99, 103));
      expect(story.told.splice(0)).toEqual(['0 2 @ 100', '2 WAITING AMENDED 2', '1 TRADING TRIGGERED 2']);
      expect(held('BTC')).toBe('2');
      // The nearer extreme comes first.
      play(later);
      expect(story.told).toEqual(expected);
      expect([held('BTC'), held('USDT')]).toEqual(['0', '0']);
    }
  });

  it('entry and stop in one bar, and a stop that the open has jumped over, fire at once', () => {
    const { place, play, story } = bars();
    play(bar(102, 102, 102, 102));
    place(bracket);
    play(bar(102, 104, 90, 92));
    place({
      ...bracket,
      price: '91',
      takeProfit: { type: 'TAKE_PROFIT_MARKET', triggerPrice: '99' },
      stopLoss: { type: 'STOP_MARKET', triggerPrice: '89' },
    });
    play(bar(85, 86, 84, 85));
    expect(story.told).toEqual([
      ...['0 2 @ 100', '2 WAITING AMENDED 2', '1 TRADING TRIGGERED 2'],
      ...['1 CANCELED CANCELED_BY_PAIR 2', '2 TRADING TRIGGERED 2', '2 2 @ 95'],
      ...['3 2 @ 85', '5 WAITING AMENDED 2', '4 WAITING AMENDED 2'],
      ...['4 CANCELED CANCELED_BY_PAIR 2', '5 TRADING TRIGGERED 2', '5 2 @ 85'],
    ]);
  });

  it('a pair holds its funds once, lets its prices be moved between and inside bars, and goes with either leg', () => {
    const { market, place, play, amend, cancel, story, held } = bars();
    play(bar(100, 100, 100, 100));
    const { order, legs: others } = place(oco);
    expect([order, ...others].map(({ pairId, status }) => [pairId, status])).toEqual([
      [others[0]?.orderId, 'UNFILLED'],
      [order.orderId, 'WAITING'],
    ]);
    expect(held('BTC')).toBe('2');
    amend(0, { price: '105' });
    amend(1, { triggerPrice: '97' });
    expect(market.amend(story.id(0), { qty: '1' })).toMatchObject({ error: { code: 'ORDER_NOT_AMENDABLE' } });
    expect(market.amend(story.id(1), { triggerPrice: '101' })).toMatchObject({ error: { code: 'ORDER_WOULD_TRIGGER' } });
    expect(held('BTC')).toBe('2');
    play(bar(100, 106, 98, 100));
    place(oco);
    cancel(3);
    expect(story.told).toEqual([
      ...['0 UNFILLED AMENDED 2', '1 WAITING AMENDED 2'],
      ...['1 CANCELED CANCELED_BY_PAIR 2', '0 2 @ 105'],
      ...['3 CANCELED CANCELED_BY_USER 2', '2 CANCELED CANCELED_BY_PAIR 2'],
    ]);
    expect(held('BTC')).toBe('0');
  });

  it('arms the lots that are left after the fee, and takes the legs along with an entry that never fills', () => {
    const { place, play, cancel, story } = bars(false, 0, { makerFee: '0.001' });
    play(bar(102, 102, 102, 102));
    place({ ...bracket, qty: '5' });
    play(bar(102, 102, 99, 100));
    place({ ...bracket, price: '98' });
    cancel(3);
    expect(story.told).toEqual([
      ...['0 5 @ 100', '2 WAITING AMENDED 4', '1 TRADING TRIGGERED 4'],
      ...['3 CANCELED CANCELED_BY_USER 2', '4 CANCELED CANCELED_BY_ENTRY 0', '5 CANCELED CANCELED_BY_ENTRY 0'],
    ]);
  });

  it('never executes both legs, sells no more than was bought, and holds nothing in the end', () => {
    const price = fc.integer({ min: 80, max: 120 });
    const path = fc.array(
      fc
        .tuple(price, price, price, price)
        .map(([open, a, b, close]) => bar(open, Math.max(open, a, b, close), Math.min(open, a, b, close), close)),
      { minLength: 3, maxLength: 30 },
    );
    const wanted = fc.array(
      fc.record({ at: fc.nat(29), away: fc.integer({ min: -6, max: 6 }), goal: fc.nat(8), stop: fc.nat(8), isPair: fc.boolean() }),
      {
        maxLength: 12,
      },
    );
    let [executed, armed] = [0, 0];
    fc.assert(
      fc.property(path, wanted, fc.boolean(), (played, orders, isOptimistic) => {
        const { market, place, play, story, held } = bars(isOptimistic, 100, { priceBand: '1' });
        const groups: string[][] = [];
        played.forEach((one, at) => {
          play(one);
          for (const { away, goal, stop, isPair } of orders.filter((order) => order.at === at)) {
            const entry = isPair ? one.close : one.close + Math.min(away, 0);
            const both = {
              takeProfit: { type: 'LIMIT', price: String(Math.max(entry, one.close) + 1 + goal) },
              stopLoss: { type: 'STOP_MARKET', triggerPrice: String(Math.min(entry, one.close) - 1 - stop) },
            } as const;
            const placed = place(isPair ? { ...oco, ...both } : { ...bracket, price: String(entry), ...both });
            groups.push([placed.order, ...placed.legs].map(({ orderId }) => orderId));
          }
        });
        const filled = new Set(story.told.flatMap((line) => (line.includes('@') ? [story.id(Number.parseInt(line, 10))] : [])));
        for (const group of groups) {
          const isPair = group.length === 2;
          const count = group.slice(isPair ? 0 : 1).filter((id) => filled.has(id)).length;
          const isFilled = filled.has(group[0] ?? '');
          expect(count).toBeLessThanOrEqual(isPair || isFilled ? 1 : 0);
          executed += count;
          armed += !isPair && isFilled ? 1 : 0;
          for (const id of group) market.cancel(id);
        }
        expect([held('BTC'), held('USDT')]).toEqual(['0', '0']);
        expect(market.pairs.places).toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect(Math.min(executed, armed)).toBeGreaterThan(50);
  });
});

describe('over recorded books and trades', () => {
  const trade = (price: number, qty: number, takerSide: 'BUY' | 'SELL') =>
    ({ type: 'trade', timeMs: 1, tradeId: '1', price: `${price}`, qty: `${qty}`, takerSide }) as const;

  it('each further fill of the entry grows its legs, until one of them ends the entry too', () => {
    const { market, place, story, held } = setUp((parts) => new SimulatedMarket(parts));
    market.play({ type: 'book', timeMs: 0, updateId: 1, bids: [['99', '5']], asks: [['101', '5']] });
    market.play(trade(101, 1, 'BUY'));
    place({ ...bracket, qty: '6' });
    story.hear(market.play(trade(100, 2, 'SELL')));
    story.hear(market.play(trade(100, 1, 'SELL')));
    expect(held('BTC')).toBe('3');
    story.hear(market.play(trade(110, 2, 'BUY')));
    expect(story.told).toEqual([
      ...['0 2 @ 100', '2 WAITING AMENDED 2', '1 TRADING TRIGGERED 2'],
      ...['0 1 @ 100', '2 WAITING AMENDED 3', '1 TRADING AMENDED 3'],
      ...['2 CANCELED CANCELED_BY_PAIR 3', '1 2 @ 110', '0 CANCELED CANCELED_BY_PAIR 6'],
    ]);
    expect([held('BTC'), held('USDT')]).toEqual(['1', '0']);
  });

  it('a market entry and a stop take what prints next where only trades are known', () => {
    const { market, place, story, held } = setUp((parts) => new SimulatedMarket({ ...parts, isBookless: true }));
    market.play(trade(100, 1, 'BUY'));
    place({ triggerKind: 'CONDITIONAL_OCO', type: 'MARKET', ...legs });
    for (const price of [101, 102, 94, 93]) story.hear(market.play(trade(price, price === 93 ? 5 : 1, 'SELL')));
    expect(story.told).toEqual([
      ...['0 1 @ 101', '2 WAITING AMENDED 1', '1 TRADING TRIGGERED 1'],
      ...['0 1 @ 102', '2 WAITING AMENDED 2', '1 TRADING AMENDED 2'],
      ...['1 CANCELED CANCELED_BY_PAIR 2', '2 TRADING TRIGGERED 2', '2 2 @ 93'],
    ]);
    expect([held('BTC'), held('USDT')]).toEqual(['0', '0']);
  });

  it('what is no pair is refused by its field', () => {
    const { market, place } = setUp((parts) => new SimulatedMarket(parts));
    const errorOf = (intent: Partial<OrderIntent>) => {
      const placed = market.place({ apiId, instrumentId: instrument.id, side: 'SELL', type: 'LIMIT', qty: '2', ...intent });
      return placed.ok ? null : [placed.error.code, placed.error.params.field];
    };
    expect(errorOf(oco)).toEqual(['ORDER_NO_REFERENCE_PRICE', 'triggerPrice']);
    market.play(trade(100, 1, 'BUY'));
    const { stopLoss: _, ...half } = oco;
    expect(errorOf(half)).toEqual(['ORDER_FIELD_MISSING', 'stopLoss']);
    expect(errorOf({ ...oco, takeProfit: { type: 'LIMIT', price: '99' } })).toEqual(['ORDER_OCO_PRICES', 'price']);
    expect(errorOf({ ...oco, takeProfit: { ...legs.takeProfit, timeInForce: 'IOC' } })).toEqual([
      'ORDER_NOT_SUPPORTED',
      'takeProfit.timeInForce',
    ]);
    expect(errorOf({ ...oco, qty: '101' })).toEqual(['ORDER_INSUFFICIENT_BALANCE', 'qty']);
    place({ ...oco, qty: '100' });
  });
});
