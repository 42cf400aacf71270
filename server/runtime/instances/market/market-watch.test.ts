import { describe, expect, it } from 'vitest';
import type { IndexPrice } from '../../../../core/contract/spot-indexes.ts';
import type { VenueEvent } from '../../../../core/contract/venue.ts';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { bookPaceMs } from '../history/book-pace.ts';
import { StrategyTap } from '../strategy-tap.ts';
import { type MarketSink, MarketWatch, type WatchedMarkets } from './market-watch.ts';

const level = (instrumentId: string, price: string): VenueEvent => ({ type: 'level', instrumentId, side: 'BUY', price, qty: '1' });

const noMarkets: WatchedMarkets = {
  ticker: () => null,
  referencePrice: () => null,
  marketTime: () => null,
  indexes: { index: () => null, onPrice: () => () => undefined },
};

it('tells of a book once for all the levels that changed together', async () => {
  const clock = new ManualClock(0);
  const watch = new MarketWatch(noMarkets, clock);
  const heard: string[] = [];
  const nothing = () => undefined;
  const sink = { bookChanged: (id: string) => heard.push(id), latest: nothing, told: nothing, trades: nothing, candle: nothing };
  watch.listen([{ type: 'book', instrumentId: 'a', levels: 1 }], sink);
  heard.length = 0;
  watch.batch({ exchange: 'x', sequence: 1, timeMs: 0, events: [level('a', '1'), level('b', '1'), level('a', '2')] });
  await clock.advance(10 * bookPaceMs);
  expect(heard).toEqual(['a']);
});

describe('prices that positions and triggers go by', () => {
  type Heard = Parameters<MarketSink['latest']>[0] | Parameters<MarketSink['told']>[0];
  const indexOf = (price: string | null, stale: boolean): IndexPrice => ({
    ...{ base: 'BTC', quote: 'USDT', price, stale, timeMs: 5 },
    sources: [
      { instrumentId: 'x/a', price, state: 'COUNTED' },
      { instrumentId: 'y/a', price, state: 'COUNTED' },
    ],
  });

  function listening(markets: Partial<WatchedMarkets> = {}) {
    let onPrice: (index: IndexPrice) => void = () => undefined;
    const indexes: WatchedMarkets['indexes'] = {
      index: () => indexOf('100', false),
      onPrice: (listener) => {
        onPrice = listener;
        return () => undefined;
      },
    };
    const watch = new MarketWatch({ ...noMarkets, indexes, ...markets }, new ManualClock(0));
    const stop = watch.start(new StrategyTap({ hasSubscribers: () => false, publish: () => undefined }));
    const heard: Heard[] = [];
    const nothing = () => undefined;
    const hear = (event: Heard): unknown => heard.push(event);
    const sink = { bookChanged: nothing, latest: hear, told: hear, trades: nothing, candle: nothing };
    const of = (type: 'mark' | 'index' | 'funding') => ({ type, instrumentId: 'x/a' }) as const;
    const unlisten = watch.listen([of('mark'), of('index'), of('funding')], sink);
    return { watch, heard, tellIndex: (index: IndexPrice) => onPrice(index), stop, unlisten };
  }
  const batch = (...events: VenueEvent[]) => ({ exchange: 'x', sequence: 1, timeMs: 9, events });

  it('tells the index of a pair at once and as it moves, and nothing of a stale one', () => {
    const { heard, tellIndex, unlisten } = listening();
    tellIndex(indexOf('101', false));
    tellIndex(indexOf('101', true));
    expect(heard.map((event) => ('price' in event ? event.price : null))).toEqual(['100', '101']);
    unlisten();
    tellIndex(indexOf('102', false));
    expect(heard).toHaveLength(2);
    expect(listening({ indexes: { index: () => indexOf('1', true), onPrice: () => () => undefined } }).heard).toEqual([]);
  });

  it('tells the mark that its exchange has told, now and before', () => {
    const { watch, heard } = listening({ referencePrice: () => ({ kind: 'MARK', price: '99' }), marketTime: () => 3 });
    watch.batch(batch({ type: 'mark', instrumentId: 'x/a', price: '98' }, { type: 'mark', instrumentId: 'x/b', price: '1' }));
    expect(heard.filter(({ type }) => type === 'mark')).toEqual([
      { type: 'mark', instrumentId: 'x/a', price: '99', timeMs: 3 },
      { type: 'mark', instrumentId: 'x/a', price: '98', timeMs: 9 },
    ]);
    expect(listening({ referencePrice: () => ({ kind: 'LAST', price: '99' }) }).heard.map(({ type }) => type)).toEqual(['index']);
  });

  it('tells each funding once, though an exchange that is opened again tells it again', () => {
    const { watch, heard } = listening();
    const funding = (timeMs: number): VenueEvent => ({ type: 'funding', instrumentId: 'x/a', rate: '0.0001', timeMs });
    watch.batch(batch(funding(10)));
    watch.batch(batch(funding(10), funding(20)));
    expect(heard.filter(({ type }) => type === 'funding').map((event) => 'rate' in event && event.timeMs)).toEqual([10, 20]);
  });
});
