import { describe, expect, it } from 'vitest';
import type { MarketEvent, OrderEvent, StrategyContext, StrategyStep } from '../../core/contract/strategy.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { contextWith } from '../../tests/kit/strategy-context.ts';
import { fillOf, orderOf } from '../../tests/kit/strategy-kit.ts';
import type { Params } from './params.ts';
import { type State, strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const instrumentId = testInstrument.id;
const params: Params = { apiId: 1, instrumentId, averageQty: '0.02', startPosition: '1', averageWaitSeconds: 10, maxPosition: '0.5' };
const contextOf = (random: () => number, net = 0, more: Partial<Params> = {}): StrategyContext<Params> =>
  contextWith({
    params: { ...params, ...more },
    nowMs: 0,
    instruments: { [instrumentId]: testInstrument },
    positions:
      net === 0 ? [] : [{ apiId: 1, instrumentId, side: net < 0 ? 'SHORT' : 'LONG', qty: String(Math.abs(net)), entryPrice: '50000' }],
    random,
  });
const book = (bids: string[], asks: string[]): MarketEvent => {
  const levels = (prices: string[]): [string, string][] => prices.map((price) => [price, '1']);
  return { type: 'book', book: { instrumentId, sequence: 1, bids: levels(bids), asks: levels(asks), timeMs: 0 } };
};
/** Heard a book and rang once. */
const rung = (context: StrategyContext<Params>, event = book(['49990'], ['50010'])): StrategyStep<State> =>
  strategy.onTimer(context, strategy.onMarket(context, strategy.start(context).state, event).state, 'next');
const orderIn = ({ actions }: StrategyStep<State>) => actions.flatMap((action) => (action.type === 'place' ? [action.intent] : []))[0];

describe('a random taker', () => {
  it('takes at the best price of the other side and no worse, and sets the time of the next order', () => {
    expect(orderIn(rung(contextOf(() => 0.3)))).toMatchObject({ side: 'BUY', type: 'LIMIT', timeInForce: 'IOC', price: '50010' });
    const sold = rung(contextOf(() => 0.6));
    expect(orderIn(sold)).toMatchObject({ side: 'SELL', price: '49990', qty: '0.01832' });
    expect(sold.actions[0]).toEqual({ type: 'setTimer', timer: 'next', afterMs: 9163 });
  });

  it('waits while a side is empty and while its last order is under way', () => {
    expect(
      orderIn(
        rung(
          contextOf(() => 0.3),
          book(['49990'], []),
        ),
      ),
    ).toBeUndefined();
    const { state } = rung(contextOf(() => 0.3));
    const order = orderOf('x', { status: 'FILLED' });
    expect(
      orderIn(
        strategy.onTimer(
          contextOf(() => 0.3),
          state,
          'next',
        ),
      ),
    ).toBeUndefined();
    const over: OrderEvent[] = [
      { type: 'filled', tag: 'take', order, fill: fillOf({}) },
      { type: 'canceled', tag: 'take', order },
      { type: 'denied', tag: 'take', code: 'LIMIT_POSITION', params: {} },
    ];
    for (const event of over) {
      const free = strategy.onOrder(
        contextOf(() => 0.3),
        state,
        event,
      ).state;
      expect(
        orderIn(
          strategy.onTimer(
            contextOf(() => 0.3),
            free,
            'next',
          ),
        ),
      ).toBeDefined();
    }
  });

  it('thinks of no size while nobody offers a price', () => {
    let draws = 0;
    const context = contextOf(() => {
      draws += 1;
      return 0.3;
    });
    const heard = strategy.onMarket(context, strategy.start(context).state, book(['49990'], [])).state;
    draws = 0;
    expect(strategy.onTimer(context, heard, 'next').actions).toHaveLength(1);
    // When to come back, and for which side.
    expect(draws).toBe(2);
  });

  it('stays within its limit and its coins over a long time, and comes back from either side', () => {
    const random = new SeededRandom(7);
    let [net, highest, lowest] = [0, 0, 0];
    for (let turn = 0; turn < 20_000; turn++) {
      const intent = orderIn(rung(contextOf(() => random.next(), Number(net.toFixed(5)), { startPosition: '0.3' })));
      if (intent === undefined) continue;
      expect(Number(intent.qty) * Number(intent.price)).toBeGreaterThanOrEqual(5);
      net += intent.side === 'BUY' ? Number(intent.qty) : -Number(intent.qty);
      [highest, lowest] = [Math.max(highest, net), Math.min(lowest, net)];
    }
    expect(highest).toBeLessThanOrEqual(0.5 + 1e-9);
    expect(lowest).toBeGreaterThanOrEqual(-0.3 - 1e-9);
    expect(highest).toBeGreaterThan(0.1);
    expect(lowest).toBeLessThan(-0.1);
  });

  it('says what it holds when it is stopped', () => {
    expect(
      strategy.onStop(
        contextOf(() => 0, -0.25),
        rung(contextOf(() => 0)).state,
      ).actions,
    ).toEqual([{ type: 'note', key: 'note.left', params: { qty: '-0.25' } }]);
  });

  it.each<[Partial<Params>, string, string]>([
    [{ instrumentId: 'aurora/NOUSDT/spot' }, 'instrumentId', 'unknownMarket'],
    [{ averageQty: '0.000001' }, 'averageQty', 'tooSmall'],
    [{ maxPosition: '0.01' }, 'maxPosition', 'tooSmall'],
  ])('refuses %o', (more, field, rule) => {
    const instruments = { [instrumentId]: testInstrument };
    expect(checkParams({ ...params, ...more }, instruments)).toMatchObject({ field, key: `rules.${rule}` });
    expect(checkParams(params, instruments)).toBeNull();
  });
});
