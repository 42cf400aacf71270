import { describe, expect, it } from 'vitest';
import type { Candle } from '../../core/contract/market.ts';
import {
  type MarketEvent,
  type OrderEvent,
  paramsTimer,
  type StrategyAction,
  type StrategyContext,
  type StrategyStep,
} from '../../core/contract/strategy.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { contextWith } from '../../tests/kit/strategy-context.ts';
import { fillOf, orderOf } from '../../tests/kit/strategy-kit.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';
import { fairOf } from './strategy-quotes.ts';
import type { State } from './strategy-state.ts';

const instrumentId = testInstrument.id;
const params: Params = {
  apiId: 1,
  instrumentId,
  levels: 3,
  minOpenSpread: '0.001',
  priceInterval: '0.0005',
  fairPrice: 'MID',
  spotSide: 'ALL',
  baseOrderQty: '0.1',
  startPosition: '1',
  orderTimeoutSeconds: 60,
  maxPosition: '1',
  maxDataAgeSeconds: 5,
  pauseSeconds: 30,
};
const contextOf = (more: Partial<Params> = {}, nowMs = 0, net = 0): StrategyContext<Params> =>
  contextWith({
    params: { ...params, ...more },
    nowMs,
    instruments: { [instrumentId]: { ...testInstrument, makerFee: '0.0001' } },
    positions:
      net === 0 ? [] : [{ apiId: 1, instrumentId, side: net < 0 ? 'SHORT' : 'LONG', qty: String(Math.abs(net)), entryPrice: '50000' }],
  });
const bookAt = (fair: number): MarketEvent => ({
  type: 'book',
  book: { instrumentId, sequence: 1, bids: [[String(fair - 1), '3']], asks: [[String(fair + 1), '1']], timeMs: 0 },
});
const begin = (context = contextOf(), fair = 50_000): StrategyStep<State> =>
  strategy.onMarket(context, strategy.start(context).state, bookAt(fair));
const placedBy = ({ actions }: { readonly actions: readonly StrategyAction[] }): readonly string[] =>
  actions.flatMap((action) => (action.type === 'place' ? [`${action.tag} ${action.intent.qty} @ ${action.intent.price}`] : []));
const canceledBy = ({ actions }: { readonly actions: readonly StrategyAction[] }): readonly string[] =>
  actions.flatMap((action) => (action.type === 'cancel' ? [action.tag] : []));
const ended = (tag: string): OrderEvent => ({ type: 'canceled', tag, order: orderOf('x', { status: 'CANCELED' }) });
const filled = (tag: string, status: 'FILLED' | 'PARTIALLY_FILLED', filledQty: string): OrderEvent => ({
  type: 'filled',
  tag,
  order: orderOf('x', { qty: '0.1', filledQty, status }),
  fill: fillOf({ qty: filledQty }),
});

describe('a market maker', () => {
  it('quotes 5 bp around 50,000 and 5 bp further for each level, post-only', () => {
    const step = begin();
    expect(placedBy(step)).toEqual([
      'bid-1 0.1 @ 49975',
      'bid-2 0.1 @ 49950',
      'bid-3 0.1 @ 49925',
      'ask-1 0.1 @ 50025',
      'ask-2 0.1 @ 50050',
      'ask-3 0.1 @ 50075',
    ]);
    for (const action of step.actions)
      if (action.type === 'place') expect(action.intent).toMatchObject({ type: 'LIMIT', timeInForce: 'GTX' });
  });

  it('leans with the micro price to the side that has less', () => {
    const { book } = bookAt(50_000) as Extract<MarketEvent, { type: 'book' }>;
    expect(fairOf(book, 'MID')).toBe(50_000);
    expect(fairOf(book, 'MICRO')).toBe(50_000.5);
    expect(fairOf({ ...book, asks: [] }, 'MID')).toBeNull();
  });

  it('stays while fair has moved by less than half an interval, and follows when it has moved by more', () => {
    const { state } = begin();
    expect(strategy.onMarket(contextOf(), state, bookAt(50_012)).actions).toEqual([]);
    const step = strategy.onMarket(contextOf(), state, bookAt(50_013));
    expect(canceledBy(step)).toEqual(['bid-1', 'bid-2', 'bid-3', 'ask-1', 'ask-2', 'ask-3']);
    expect(placedBy(step)).toEqual([]);
  });

  it('uses a name again only when its order has ended, at the price of then', () => {
    const leaving = strategy.onMarket(contextOf(), begin().state, bookAt(50_100)).state;
    expect(strategy.onMarket(contextOf(), leaving, bookAt(50_100)).actions).toEqual([]);
    const one = strategy.onOrder(contextOf(), leaving, ended('bid-2'));
    expect(one.actions).toEqual([]);
    expect(placedBy(strategy.onMarket(contextOf(), one.state, bookAt(50_100)))).toEqual(['bid-2 0.1 @ 50049.9']);
  });

  it('places anew what is older than the order timeout', () => {
    const { state } = begin();
    expect(strategy.onMarket(contextOf({}, 59_999), state, bookAt(50_000)).actions).toEqual([]);
    expect(canceledBy(strategy.onMarket(contextOf({}, 60_000), state, bookAt(50_000)))).toHaveLength(6);
  });

  it('waits for the next book after a fill, and counts what is left of a part', () => {
    const { state } = begin();
    const part = strategy.onOrder(contextOf(), state, filled('bid-1', 'PARTIALLY_FILLED', '0.04'));
    expect(part.state.quotes.find(({ tag }) => tag === 'bid-1')?.openQty).toBe(0.06);
    const full = strategy.onOrder(contextOf(), part.state, filled('bid-1', 'FILLED', '0.1'));
    expect(full.actions).toEqual([]);
    expect(placedBy(strategy.onMarket(contextOf({}, 0, 0.1), full.state, bookAt(50_000)))).toEqual(['bid-1 0.09 @ 49975']);
  });

  it.each([
    [
      'sizes shrink on the full side and grow up to the largest on the other',
      0.5,
      { maxOrderQty: '0.13' },
      ['0.05', '0.05', '0.05'],
      ['0.13', '0.13', '0.13'],
    ],
    ['an order that would pass the limit is left out', 0.9, { minOrderQty: '0.04' }, ['0.04', '0.04'], ['0.1', '0.1', '0.1']],
    ['buying stops at the limit', 1, {}, [], ['0.1', '0.1', '0.1']],
    ['selling stops at the limit of contracts and at the coins of spot', -1, {}, ['0.1', '0.1', '0.1'], []],
    ['a sole side is quoted alone', 0, { spotSide: 'BUY' }, ['0.1', '0.1', '0.1'], []],
    ['spot sells no coins that it was not given', 0, { startPosition: '0.15' }, ['0.1', '0.1', '0.1'], ['0.1', '0.05']],
  ] as const)('keeps inside its inventory: %s', (_, net, more, bids, asks) => {
    const step = begin(contextOf(more as Partial<Params>, 0, net));
    const sizes = (side: 'bid' | 'ask') => placedBy(step).flatMap((line) => (line.startsWith(side) ? [line.split(' ')[1]] : []));
    expect([sizes('bid'), sizes('ask')]).toEqual([bids, asks]);
  });

  it('takes its quotes away when no data comes, says so once, and quotes again with the next book', () => {
    const { state } = begin();
    const fresh = strategy.onTimer(contextOf({}, 4_999), state, 'age');
    expect(fresh.actions).toEqual([{ type: 'setTimer', timer: 'age', afterMs: 1 }]);
    const stale = strategy.onTimer(contextOf({}, 5_000), fresh.state, 'age');
    expect(canceledBy(stale)).toHaveLength(6);
    expect(stale.actions[0]).toEqual({ type: 'note', key: 'note.stale', params: {} });
    expect(strategy.onTimer(contextOf({}, 10_000), stale.state, 'age').actions).toEqual([
      { type: 'setTimer', timer: 'age', afterMs: 5_000 },
    ]);
    const gone = stale.state.quotes.reduce((now, { tag }) => strategy.onOrder(contextOf(), now, ended(tag)).state, stale.state);
    const again = strategy.onMarket(contextOf({}, 12_000), gone, bookAt(50_000));
    expect(again.actions[0]).toEqual({ type: 'note', key: 'note.resumed', params: {} });
    expect(placedBy(again)).toHaveLength(6);
  });

  it('pauses after too large a move within a minute', () => {
    const limits = { maxMove: '0.01' };
    const { state } = begin(contextOf(limits));
    const jumped = strategy.onMarket(contextOf(limits, 1_000), state, bookAt(50_600));
    expect(canceledBy(jumped)).toHaveLength(6);
    expect(jumped.actions[0]).toMatchObject({ key: 'note.volatile' });
    const gone = jumped.state.quotes.reduce((now, { tag }) => strategy.onOrder(contextOf(), now, ended(tag)).state, jumped.state);
    expect(strategy.onMarket(contextOf(limits, 30_999), gone, bookAt(50_600)).actions).toEqual([]);
    expect(placedBy(strategy.onMarket(contextOf(limits, 31_000), gone, bookAt(50_600)))).toHaveLength(6);
  });

  it('rests after a refusal, of which the house tells by itself', () => {
    const { state } = begin();
    const refused = strategy.onOrder(contextOf(), state, { type: 'denied', tag: 'bid-1', code: 'LIMIT_POSITION', params: {} });
    expect(refused.actions).toEqual([]);
    expect(strategy.onMarket(contextOf({}, 59_999), refused.state, bookAt(50_000)).actions).toEqual([]);
  });

  describe('with a reference market', () => {
    const referenceId = 'meridian/BTCUSDT/spot';
    const of = (more: Partial<Params> = {}): StrategyContext<Params> => contextOf({ referenceId, ...more });
    const referenceAt = (fair: number): MarketEvent => {
      const { book } = bookAt(fair) as Extract<MarketEvent, { type: 'book' }>;
      return { type: 'book', book: { ...book, instrumentId: referenceId } };
    };

    it('listens to it alone and quotes around its price, while its own market is empty', () => {
      const { state, subscribe } = strategy.start(of());
      expect(subscribe).toEqual([{ type: 'book', instrumentId: referenceId, levels: 1 }]);
      const step = strategy.onMarket(of({ levels: 1 }), state, referenceAt(50_000));
      expect(placedBy(step)).toEqual(['bid-1 0.1 @ 49975', 'ask-1 0.1 @ 50025']);
      for (const action of step.actions)
        if (action.type === 'place') expect(action.intent).toMatchObject({ instrumentId, timeInForce: 'GTX' });
    });

    it('takes who stands in the way of a quote when told so, instead of being refused by its own market', () => {
      const step = begin(of({ takesCrossing: true }));
      for (const action of step.actions) if (action.type === 'place') expect(action.intent).toMatchObject({ timeInForce: 'GTC' });
    });

    it('takes its quotes away when the reference says nothing any more', () => {
      const quoted = strategy.onMarket(of(), strategy.start(of()).state, referenceAt(50_000)).state;
      expect(canceledBy(strategy.onTimer({ ...of(), nowMs: 5_000 }, quoted, 'age'))).toHaveLength(6);
    });

    it('asks for a market that is there, quotes the same asset and is not the one that it makes', () => {
      const known = { ...contextOf().instruments, [referenceId]: { ...testInstrument, id: referenceId } };
      const problemOf = (more: Partial<Params>, instruments = known) => checkParams({ ...params, ...more }, instruments);
      expect(problemOf({ referenceId })).toBeNull();
      expect(problemOf({ referenceId: instrumentId })).toMatchObject({ field: 'referenceId', key: 'rules.ownMarket' });
      expect(problemOf({ referenceId: 'gone/BTCUSDT/spot' })).toMatchObject({ field: 'referenceId', key: 'rules.unknownMarket' });
      const ether = { ...known, [referenceId]: { ...testInstrument, id: referenceId, base: 'ETH' } };
      expect(problemOf({ referenceId }, ether)).toMatchObject({ field: 'referenceId', key: 'rules.otherAssets' });
    });
  });

  it('quotes all anew with new params, and leaves nothing open at the end but says what it holds', () => {
    const { state } = begin();
    expect(canceledBy(strategy.onTimer(contextOf({ levels: 1 }), state, paramsTimer))).toHaveLength(6);
    const stopped = strategy.onStop(contextOf({}, 0, -0.25), state);
    expect(canceledBy(stopped)).toHaveLength(6);
    expect(stopped.actions.at(-1)).toEqual({ type: 'note', key: 'note.left', params: { qty: '-0.25' } });
  });

  it('keeps its state as plain JSON', () => {
    const { state } = begin();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });

  it.each<[Partial<Params>, string, string]>([
    [{ instrumentId: 'aurora/NOUSDT/spot' }, 'instrumentId', 'unknownMarket'],
    [{ baseOrderQty: '0.000001' }, 'baseOrderQty', 'offLot'],
    [{ minOrderQty: '0.2' }, 'minOrderQty', 'notAboveBase'],
    [{ maxOrderQty: '0.05' }, 'maxOrderQty', 'notBelowBase'],
    [{ maxPosition: '0.05' }, 'maxPosition', 'tooSmall'],
    [{ spotSide: 'SELL', startPosition: '0' }, 'startPosition', 'nothingToSell'],
    [{ minOpenSpread: '0.0002' }, 'minOpenSpread', 'belowFees'],
    [{ priceInterval: '0' }, 'priceInterval', 'aboveZero'],
    [{ priceInterval: '0.5' }, 'priceInterval', 'tooDeep'],
  ])('refuses %o', (more, field, rule) => {
    const { params: wanted, instruments } = contextOf(more);
    expect(checkParams(wanted, instruments)).toMatchObject({ field, key: `rules.${rule}` });
    expect(checkParams(params, instruments)).toBeNull();
  });
});

describe('a market maker that measures ranges', () => {
  const minute = (at: number, half: number): Candle => ({
    ...{ openMs: at * 60_000, open: '50000', close: '50000', volume: '1', quoteVolume: '50000', trades: 1 },
    ...{ high: String(50_000 + half), low: String(50_000 - half) },
  });
  const history = (count: number, half: number): MarketEvent => ({
    ...{ type: 'history', instrumentId, interval: '1m' },
    candles: Array.from({ length: count }, (_, at) => minute(at, half)),
  });
  const candle = (half: number, closed = true): MarketEvent => ({
    ...{ type: 'candle', instrumentId, interval: '1m', candle: minute(80, half), closed },
  });
  const context = contextOf({ spreadRanges: '1.5' });
  const hearing = (...events: readonly MarketEvent[]): StrategyStep<State> =>
    events.reduce<StrategyStep<State>>((step, event) => strategy.onMarket(context, step.state, event), {
      actions: [],
      ...strategy.start(context),
    });

  it('asks for the minutes before its start, and does not without the parameter', () => {
    expect(strategy.start(context).subscribe?.[1]).toEqual({ type: 'candle', instrumentId, interval: '1m', history: 70 });
    expect(strategy.start(contextOf()).subscribe).toHaveLength(1);
  });

  it('stands by their ranges from its first quote on: 1.5 × 200 around 50,000', () => {
    const step = hearing(bookAt(50_000), history(70, 100), bookAt(50_000));
    expect(placedBy(step).filter((one) => one.includes('-1'))).toEqual(['bid-1 0.1 @ 49850', 'ask-1 0.1 @ 50150']);
    expect(placedBy(hearing(bookAt(50_000)))).toEqual([]);
  });

  it('never stands closer than its least spread, and by that alone where there is too little history', () => {
    const quiet = ['bid-1 0.1 @ 49975', 'ask-1 0.1 @ 50025'];
    for (const events of [history(70, 1), history(13, 100), history(0, 100)])
      expect(placedBy(hearing(events, bookAt(50_000))).filter((one) => one.includes('-1'))).toEqual(quiet);
  });

  it('moves its quotes when the range has changed by a tenth, and for nothing less or unfinished', () => {
    const placed = hearing(history(70, 100), bookAt(50_000)).state;
    const then = (event: MarketEvent): readonly string[] =>
      canceledBy(strategy.onMarket(context, strategy.onMarket(context, placed, event).state, bookAt(50_000)));
    expect([then(candle(110)), then(candle(900, false))]).toEqual([[], []]);
    expect(then(candle(900))).toContain('bid-1');
  });

  it('is refused with a factor of nothing', () => {
    expect(checkParams({ ...params, spreadRanges: '0' }, contextOf().instruments)).toMatchObject({
      field: 'spreadRanges',
      key: 'rules.aboveZero',
    });
  });
});
