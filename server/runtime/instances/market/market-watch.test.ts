import { expect, it } from 'vitest';
import type { VenueEvent } from '../../../../core/contract/venue.ts';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { bookPaceMs } from '../history/book-pace.ts';
import { MarketWatch } from './market-watch.ts';

const level = (instrumentId: string, price: string): VenueEvent => ({ type: 'level', instrumentId, side: 'BUY', price, qty: '1' });

it('tells of a book once for all the levels that changed together', async () => {
  const clock = new ManualClock(0);
  const watch = new MarketWatch({ ticker: () => null }, clock);
  const heard: string[] = [];
  const nothing = () => undefined;
  const sink = { bookChanged: (id: string) => heard.push(id), ticker: nothing, trades: nothing, candle: nothing };
  watch.listen([{ type: 'book', instrumentId: 'a', levels: 1 }], sink);
  heard.length = 0;
  watch.batch({ exchange: 'x', sequence: 1, timeMs: 0, events: [level('a', '1'), level('b', '1'), level('a', '2')] });
  await clock.advance(10 * bookPaceMs);
  expect(heard).toEqual(['a']);
});
