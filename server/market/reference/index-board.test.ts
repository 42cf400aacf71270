import { describe, expect, it } from 'vitest';
import type { IndexPrice } from '../../../core/contract/spot-indexes.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { Instrument, InstrumentTerms } from '../../../core/domain/markets/instrument.ts';
import { linearPerpetual } from '../../../core/domain/markets/perpetual-terms.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { MemoryCandleStore, RecordingPublisher, silentLogger, testInstrument, testVenue } from '../../../tests/kit/market-fixtures.ts';
import { MarketHub } from '../market-hub.ts';
import { IndexBoard, indexesTopic } from './index-board.ts';

const startMs = Date.UTC(2026, 10, 24, 8);
const pair = { base: 'BTC', quote: 'USDT' };
const market = 'aurora/BTCUSDT/spot';

/** A hub on which exchanges open, quote and go, and the board that follows it. */
class Exchanges {
  readonly clock = new ManualClock(startMs);
  readonly publisher = new RecordingPublisher();
  readonly hub = new MarketHub({ clock: this.clock, publisher: this.publisher, candles: new MemoryCandleStore(), logger: silentLogger });
  readonly board = new IndexBoard({ markets: this.hub, publisher: this.publisher, clock: this.clock });
  #sequence = 0;

  async open(exchange: string, change: Partial<InstrumentTerms> = {}, ephemeral = false): Promise<void> {
    await this.hub.attach(
      testVenue({ exchange, instruments: [this.#market(exchange, change)], durability: ephemeral ? 'ephemeral' : 'journal' }),
    );
  }

  /** The exchange's own clock may go otherwise than ours. */
  quote(exchange: string, bid: string | null, ask: string | null, aheadMs = 0): void {
    const { id } = this.#market(exchange);
    const side = (price: string | null): [string, string][] => (price === null ? [] : [[price, '1']]);
    this.#sequence += 1;
    const timeMs = this.clock.nowMs() + aheadMs;
    const book: VenueEvent = {
      type: 'book',
      book: { instrumentId: id, sequence: this.#sequence, bids: side(bid), asks: side(ask), timeMs },
    };
    this.hub.batch({ exchange, sequence: this.#sequence, timeMs, events: [book] });
  }

  get told(): readonly (readonly IndexPrice[])[] {
    return this.publisher.of(indexesTopic).map(({ payload }) => payload as readonly IndexPrice[]);
  }

  #market(exchange: string, change: Partial<InstrumentTerms> = {}): Instrument {
    const spot = { ...testInstrument, exchange, ...change };
    const instrument = change.accountType === 'usdm' ? linearPerpetual(spot) : spot;
    return { ...instrument, id: `${exchange}/${instrument.symbol}/${instrument.accountType}` };
  }
}

const opened = async (...names: readonly string[]): Promise<Exchanges> => {
  const exchanges = new Exchanges();
  for (const name of names) await exchanges.open(name);
  return exchanges;
};

describe('the index of a pair', () => {
  it('is the mean of the middles of the books of all exchanges, and says of each what it gave', async () => {
    const all = await opened('aurora', 'meridian', 'tessera');
    all.quote('aurora', '99.99', '100.01');
    all.quote('meridian', '100.10', '100.11');
    all.quote('tessera', '99', null);
    all.board.refresh();
    expect(all.board.index(market)).toEqual({
      ...pair,
      price: '100.053',
      stale: false,
      timeMs: startMs,
      sources: [
        { instrumentId: 'aurora/BTCUSDT/spot', price: '100', state: 'COUNTED' },
        { instrumentId: 'meridian/BTCUSDT/spot', price: '100.105', state: 'COUNTED' },
        { instrumentId: 'tessera/BTCUSDT/spot', price: null, state: 'EMPTY' },
      ],
    });
    expect(all.board.price(market)).toBe('100.053');
  });

  it('loses an exchange that has been silent for a minute, and stands still as stale when one is left', async () => {
    const all = await opened('aurora', 'meridian', 'tessera');
    const stop = all.board.start();
    for (const name of ['aurora', 'meridian', 'tessera']) all.quote(name, '100', '100');
    await all.clock.advance(30_000);
    all.quote('meridian', '102', '102');
    all.quote('aurora', '101', '101');
    await all.clock.advance(30_000);
    expect(all.board.index(market)).toMatchObject({ price: '101.5', stale: false });
    expect(all.board.index(market)?.sources.map(({ state }) => state)).toEqual(['COUNTED', 'COUNTED', 'LATE']);
    await all.clock.advance(20_000);
    all.quote('aurora', '101.5', '101.5');
    await all.clock.advance(10_000);
    expect(all.board.index(market)).toMatchObject({ price: '101.75', stale: true, timeMs: startMs + 89_000 });
    expect(all.board.price(market)).toBeNull();
    all.quote('meridian', '101', '101');
    await all.clock.advance(1_000);
    expect(all.board.index(market)).toMatchObject({ price: '101.25', stale: false });
    await stop();
    expect(all.clock.timers).toBe(0);
  });

  it('measures the age of a quote by its exchange, whose clock may be hours off', async () => {
    const all = await opened('aurora', 'meridian');
    all.quote('aurora', '100', '100', -7_200_000);
    all.quote('meridian', '100', '100', 7_200_000);
    await all.clock.advance(59_000);
    all.board.refresh();
    expect(all.board.index(market)?.stale).toBe(false);
    await all.clock.advance(1_000);
    all.board.refresh();
    expect(all.board.index(market)?.sources.map(({ state }) => state)).toEqual(['LATE', 'LATE']);
  });

  it('takes up an exchange that opens later, and has none while only one trades the pair', async () => {
    const all = await opened('aurora');
    all.quote('aurora', '100', '100');
    all.board.refresh();
    expect(all.board.list()).toEqual([]);
    await all.open('meridian');
    all.quote('meridian', '101', '101');
    all.board.refresh();
    expect(all.board.price(market)).toBe('100.5');
  });

  it('is made of spot markets of today alone: of no contract, no replay and no other quote', async () => {
    const all = await opened('aurora');
    await all.open('replay', {}, true);
    await all.open('meridian', { accountType: 'usdm' });
    await all.open('tessera', { symbol: 'BTCUSDC', quote: 'USDC' });
    all.board.refresh();
    expect(all.board.list()).toEqual([]);
    await all.open('polaris');
    all.board.refresh();
    const parts = all.board.index(market)?.sources.map(({ instrumentId }) => instrumentId);
    expect(parts).toEqual([market, 'polaris/BTCUSDT/spot']);
    expect(all.board.index('replay/BTCUSDT/spot')).toBeNull();
  });
});

describe('the index of replays', () => {
  it('is made of replays alone that play the same time, and is none of now', async () => {
    const all = await opened('aurora', 'meridian');
    for (const replay of ['replay-one', 'replay-two', 'replay-three']) await all.open(replay, {}, true);
    for (const name of ['aurora', 'meridian']) all.quote(name, '100', '100');
    const yesterday = -86_400_000;
    all.quote('replay-one', '90', '90', yesterday);
    all.quote('replay-two', '91', '91', yesterday);
    all.quote('replay-three', '70', '70', 40 * yesterday);
    const prices: (string | null)[] = [];
    all.board.onPrice(({ price }) => prices.push(price));
    all.board.refresh();
    expect(all.board.list().map(({ price }) => price)).toEqual(['100']);
    expect(all.told.flat().map(({ price }) => price)).toEqual(['100']);
    expect(all.board.index('replay-one/BTCUSDT/spot')).toMatchObject({ price: '90.5', stale: false, timeMs: startMs + yesterday });
    expect(all.board.index('replay-three/BTCUSDT/spot')?.sources.map(({ state }) => state)).toEqual(['COUNTED', 'COUNTED', 'LATE']);
    expect(prices).toEqual(['100', '90.5']);
  });
});

describe('whoever follows indexes', () => {
  it('is told once a second what has changed, and nothing while nothing has', async () => {
    const all = await opened('aurora', 'meridian');
    for (const name of ['aurora', 'meridian']) all.quote(name, '100', '100');
    const prices: (string | null)[] = [];
    const stopHearing = all.board.onPrice(({ price }) => prices.push(price));
    const stop = all.board.start();
    await all.clock.advance(5_000);
    expect(all.told.map(([index]) => index?.price)).toEqual(['100']);
    for (const bid of ['100.1', '100.2', '100.4']) all.quote('aurora', bid, bid);
    await all.clock.advance(1_000);
    expect(all.told.map(([index]) => index?.price)).toEqual(['100', '100.2']);
    expect(prices).toEqual(['100', '100.2']);
    await all.clock.advance(60_000);
    expect(all.told.at(-1)).toMatchObject([{ price: '100.2', stale: true }]);
    expect(prices).toHaveLength(2);
    await stopHearing();
    await stop();
  });
});
