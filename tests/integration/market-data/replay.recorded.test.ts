import { describe, expect, test } from 'vitest';
import type { OrderIntent } from '../../../core/contract/trading.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { addDecimals, compareDecimals, fromUnits, toUnits } from '../../../core/domain/numbers/decimal.ts';
import { AccountLedger } from '../../../core/simulation/clearing/account-ledger.ts';
import { mergeEvents } from '../../../core/simulation/recordings/merge-events.ts';
import { findRecordings, replayedExchange } from '../../../core/simulation/recordings/recording-folder.ts';
import { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';
import { MarketHub } from '../../../server/market/market-hub.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { MemoryCandleStore, RecordingPublisher, silentLogger, testInstrument } from '../../kit/market-fixtures.ts';
import { tradedPrices } from '../../kit/recordings/recorded-prices.ts';
import { recordedSets } from '../../kit/recordings/recorded-sets.ts';
import { spotApiId as apiId, openSpot, SpotFiles } from '../../kit/recordings/replayed-spot.ts';

const limitOf =
  (id: string) =>
  (side: 'BUY' | 'SELL', price: string, qty: string): OrderIntent => ({
    apiId,
    instrumentId: id,
    side,
    type: 'LIMIT',
    price,
    qty,
  });

/** The recorded best-price stream beside a book. `exact`: at update ids that both have. `latest`: at every update, the last best price told until then. */
class BestPrices {
  readonly #ids: number[] = [];
  readonly #prices: string[] = [];
  #at = -1;
  readonly exact = { same: 0, different: 0 };
  readonly latest = { same: 0, different: 0 };

  async read(recordings: RecordingFiles, file: string): Promise<this> {
    for await (const line of recordings.lines(file)) {
      const [, updateId, bid, , ask] = line.split(',');
      if (updateId === 'update_id') continue;
      this.#ids.push(Number(updateId));
      this.#prices.push(`${fixed(bid)} ${fixed(ask)}`);
    }
    return this;
  }

  /** Call after every update, in order. */
  compare(market: SimulatedMarket, updateId: number): void {
    while ((this.#ids[this.#at + 1] ?? Number.POSITIVE_INFINITY) <= updateId) this.#at++;
    if (this.#at < 0) return;
    const same = `${fixed(market.external('BUY').price)} ${fixed(market.external('SELL').price)}` === this.#prices[this.#at];
    this.latest[same ? 'same' : 'different']++;
    if (this.#ids[this.#at] === updateId) this.exact[same ? 'same' : 'different']++;
  }
}

const fixed = (price: string | null | undefined): string => fromUnits(toUnits(price ?? '', 2) ?? -1n, 2);

describe.each(recordedSets)('$name', (set) => {
  const { instrumentId: id, folder, venue: venueName } = set.book;
  const limit = limitOf(id);

  test('the recorded futures book has the recorded best prices at every common update', async () => {
    const recordings = new RecordingFiles(set.folder);
    const recording = (await findRecordings(recordings))
      .get(set.contractBook.venue)
      ?.find(({ symbol }) => symbol === set.contractBook.symbol);
    if (recording === undefined) throw new Error('no recording');
    const best = await new BestPrices().read(recordings, `${set.contractBook.folder}/bbo.csv.gz`);
    const ledger = new AccountLedger(replayedExchange(set.contractBook.venue), 8, () => '1');
    const grid = { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 3, lotDecimals: 3 };
    const market = new SimulatedMarket({ instrument: { ...testInstrument, tick: '0.01', lot: '0.001' }, grid, ledger, newId: () => '1' });
    for (const events of recording.streams().slice(0, 1)) {
      for await (const event of events) {
        market.play(event);
        if (event.type === 'update') best.compare(market, event.updateId);
      }
    }
    expect(best.exact).toEqual(set.contractBook.exact);
    expect(best.latest).toEqual(set.contractBook.latest);
  }, 60_000);

  describe('the recorded BTCUSDT book', () => {
    test('has the recorded best prices at every common update, with orders of ours resting in it', async () => {
      // Speed 1 and a clock that stands still: this test plays the events itself, one by one.
      const { recordings, venue } = await openSpot(set, 1);
      const best = await new BestPrices().read(recordings, `${folder}/bbo.csv.gz`);
      const [recording] = (await findRecordings(recordings)).get(venueName) ?? [];
      const market = venue.market(id);
      if (recording === undefined || market === null) throw new Error('no recording');
      let shown = 0;
      // Far below, where the recording may show nothing.
      const { lowest } = await tradedPrices(set);
      const far = { price: addDecimals(lowest, '-777.55'), qty: '0.5' };
      for await (const event of mergeEvents(recording.streams().map((events) => ({ market: 0, events })))) {
        await venue.play([event]);
        if (event.event.type === 'book') {
          const bid = market.external('BUY').price ?? '';
          expect((await venue.submit(limit('BUY', far.price, far.qty))).ok).toBe(true);
          expect((await venue.submit(limit('BUY', bid, '0.25'))).ok).toBe(true);
          expect((await venue.submit(limit('SELL', fromUnits((toUnits(bid, 2) ?? 0n) + 5000n, 2), '0.3'))).ok).toBe(true);
        }
        if (event.event.type !== 'update') continue;
        best.compare(market, event.event.updateId);
        if (event.event.updateId % 50 === 0) {
          shown++;
          const level = venue.depth(id, 5000)?.bids.find(([price]) => compareDecimals(price, far.price) === 0);
          expect(compareDecimals(level?.[1] ?? '0', far.qty)).toBeGreaterThanOrEqual(0);
        }
      }
      expect(best.exact).toEqual(set.book.exact);
      expect(best.latest).toEqual(set.book.latest);
      expect(shown).toBeGreaterThan(50);
      // The order at the best price stood in the recording's queue and filled as the market fell through it.
      expect(venue.openOrders(spotAccount(apiId)).map(({ price }) => price)).toContain(far.price);
      expect(venue.openOrders(spotAccount(apiId)).map(({ qty }) => qty)).not.toContain('0.25');
      await venue.close();
    }, 60_000);

    test('gives our taker only what is displayed, once, and our maker nothing before its queue is gone', async () => {
      const { venue } = await openSpot(set, 1);
      const files = new SpotFiles(set, 1);
      const [recording] = (await findRecordings(files)).get(venueName) ?? [];
      if (recording === undefined) throw new Error('no recording');
      for await (const event of mergeEvents(
        recording
          .streams()
          .slice(0, 1)
          .map((events) => ({ market: 0, events })),
      )) {
        await venue.play([event]);
        if (event.event.type === 'book') break;
      }
      const [price, displayed] = venue.depth(id, 1)?.asks[0] ?? ['', ''];
      const all = await venue.submit({ ...limit('BUY', price, addDecimals(displayed, '1')), timeInForce: 'IOC' });
      expect(all.ok && all.value[0]).toMatchObject({ status: 'EXPIRED', cause: 'EXPIRED_IOC', filledQty: displayed });
      const again = await venue.submit({ ...limit('BUY', price, '0.1'), timeInForce: 'IOC' });
      expect(again.ok && again.value[0]).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
      expect(venue.depth(id, 1)?.asks[0]?.[0]).not.toBe(price);
      await venue.close();
    });
  });

  test('a replay at full speed brings every recorded trade to the hub, and its candles add up', async () => {
    const batches: VenueBatch[] = [];
    const { clock, recordings, venue, health } = await openSpot(set, 'max', (batch) => batches.push(batch));
    const hub = new MarketHub({
      clock,
      publisher: new RecordingPublisher(),
      candles: new MemoryCandleStore(),
      logger: silentLogger,
    });
    await hub.attach(venue);
    for (let round = 0; health.length === 0 && round < 100; round++) await clock.advance(1);
    expect(health).toEqual([`${replayedExchange(venueName)} DEGRADED REPLAY_ENDED`]);
    expect(clock.timers).toBe(0);
    for (const batch of batches) hub.batch(batch);
    for (let at = 1; at < batches.length; at++) expect(batches[at]?.sequence).toBe((batches[at - 1]?.sequence ?? 0) + 1);

    let volume = 0n;
    let rows = 0;
    for await (const line of recordings.lines(`${folder}/trades.csv.gz`)) {
      const units = toUnits(line.split(',')[5] ?? '', 8);
      if (units === null) continue;
      volume += units;
      rows++;
    }
    const candles = await hub.candles(id, '1m', Number.MAX_SAFE_INTEGER, 100);
    expect(rows).toBe((await tradedPrices(set)).trades);
    expect(candles.reduce((sum, { trades }) => sum + trades, 0)).toBe(rows);
    expect(candles.reduce((sum, candle) => sum + (toUnits(candle.volume, 8) ?? 0n), 0n)).toBe(volume);
    expect(hub.ticker(id)?.volume24h).toBe(fromUnits(volume, 8));
    const book = hub.depth(id, 1);
    expect(book?.bids[0]?.[0]).toBe(venue.market(id)?.external('BUY').price);
    expect(book?.asks[0]?.[0]).toBe(venue.market(id)?.external('SELL').price);
    await venue.close();
  }, 60_000);

  test.each([
    [1, 20_000],
    [60, 4_000],
    [1_000, 500],
  ])('a replay at %d × plays that many seconds of the market in a second, and nothing ahead of its time', async (speed, elapsedMs) => {
    const times: number[] = [];
    const { clock, venue, health } = await openSpot(set, speed, ({ timeMs }) => {
      // Deposits before the first event have no time of the market.
      if (timeMs > 0) times.push(timeMs);
    });
    for (let at = 0; at < elapsedMs; at += 20) await clock.advance(20);
    const [firstMs = 0] = times;
    const marketMs = firstMs + elapsedMs * speed;
    const lastMs = times.at(-1) ?? 0;
    expect(lastMs).toBeLessThanOrEqual(marketMs);
    // The last step, and the longest pause of the recording.
    expect(lastMs).toBeGreaterThan(marketMs - 20 * speed - 1_000);
    expect(health).toEqual([]);
    await venue.close();
  });
});
