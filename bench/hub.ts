import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Venue } from '../core/contract/venue.ts';
import { intervalOpenMs, intervals } from '../core/domain/markets/interval.ts';
import { StoredCandles } from '../server/market/candles/stored-candles.ts';
import { MarketHub } from '../server/market/market-hub.ts';
import { openStore } from '../server/store/open-store.ts';
import { connectPglite } from '../server/store/opening/dialect.ts';
import { PgliteClient } from '../server/store/pglite/pglite-client.ts';
import { OpenTransaction } from '../server/store/sql/open-transaction.ts';
import { liveBytes } from '../tests/kit/live-bytes.ts';
import { ManualClock } from '../tests/kit/manual-clock.ts';
import { silentLogger, testInstrument, testVenue } from '../tests/kit/market-fixtures.ts';
import { freshDataDir } from '../tests/kit/servers/data-folder.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const exchanges = 10;
const marketsEach = 300;
const markets = exchanges * marketsEach;
const seconds = 20;
const tickMs = 20;
const nowMs = Date.UTC(2026, 5, 2, 10, 17, 30);
/** A little more than the day that a hub holds. */
const pastMs = 25 * 3_600_000;
const shortMs = 2 * 3_600_000;

/**
 * Three thousand markets on ten exchanges: how long a hub takes to open them from a store that has a day of each, what a market costs
 * that nobody looks at, and what leaves the hub when each of them trades once a second, with nobody looking and with one list of markets open.
 */
export async function run(): Promise<Figure[]> {
  const dataDir = await freshDataDir();
  try {
    await (await openStore({ dataDir })).close();
    const venues = Array.from({ length: exchanges }, (_, at) => venueAt(at));
    await fill(dataDir, venues);
    const store = await openStore({ dataDir });
    try {
      return await measure(venues, new StoredCandles(store));
    } finally {
      await store.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(venues: readonly Venue[], candles: StoredCandles): Promise<Figure[]> {
  const publisher = new CountingPublisher();
  const hub = new MarketHub({ clock: new ManualClock(nowMs), publisher, candles, logger: silentLogger });
  const before = liveBytes();
  const opening = await costOf(async () => {
    for (const venue of venues) await hub.attach(venue);
  });
  const perMarket = (liveBytes() - before) / markets;
  hub.tick();
  trade(hub, venues, publisher, 0);
  const alone = trade(hub, venues, publisher, 1);
  publisher.watched.add('tickers');
  const watched = trade(hub, venues, publisher, 2);
  const storing = await costOf(() => hub.flush());
  trade(hub, venues, publisher, 6);
  await hub.flush();
  trade(hub, venues, publisher, 7);
  const often = await costOf(() => hub.flush());
  return [
    figure('hub: 3,000 markets on ten exchanges opened from a full store', opening.ms, 'ms'),
    figure('hub: opening them, CPU of all threads, database too', opening.cpuMs, 'ms'),
    figure('hub: a market that nobody looks at, heap', perMarket / 1024, 'KiB'),
    figure('hub: messages a second of 3,000 trades a second when nobody looks, beside one list', alone.messages, '/s', watched.messages),
    figure('hub: CPU of them when nobody looks, beside one list', alone.cpu, '% of a core', watched.cpu),
    figure('hub: candles of all markets stored after they traded', storing.ms, 'ms'),
    figure('hub: storing them, CPU of all threads, database too', storing.cpuMs, 'ms'),
    figure('hub: storing them again ten seconds later, CPU of all threads, database too', often.cpuMs, 'ms'),
  ];
}

/** What `work` takes, and the CPU time of all threads in it. */
async function costOf(work: () => Promise<void>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const [fromMs, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - fromMs, cpuMs: (user + system) / 1000 };
}

/** Every market trades once a second of `seconds`, the ticks between; gives messages a second and the share of a core that they take. */
function trade(hub: MarketHub, venues: readonly Venue[], publisher: CountingPublisher, round: number): { messages: number; cpu: number } {
  publisher.messages = 0;
  const ticks = 1000 / tickMs;
  const perTick = marketsEach / ticks;
  const before = process.cpuUsage();
  for (let second = 0; second < seconds; second++) {
    for (let tick = 0; tick < ticks; tick++) {
      for (const venue of venues) {
        const sequence = 1 + (round * seconds + second) * ticks + tick;
        const timeMs = nowMs + (round * seconds + second) * 1000 + tick * tickMs;
        const events = venue.instruments.slice(tick * perTick, (tick + 1) * perTick).map(({ id }) => {
          const price = `${100 + (sequence % 7)}.5`;
          return {
            type: 'trade' as const,
            trade: { instrumentId: id, tradeId: String(sequence), price, qty: '0.25', side: 'BUY' as const, timeMs },
          };
        });
        void hub.batch({ exchange: venue.exchange, sequence, timeMs, events });
      }
      hub.tick();
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { messages: publisher.messages / seconds, cpu: (user + system) / (seconds * 10_000) };
}

class CountingPublisher {
  readonly watched = new Set<string>();
  messages = 0;

  publish(): void {
    this.messages += 1;
  }

  hasSubscribers(topic: string): boolean {
    return this.watched.has(topic);
  }
}

function venueAt(at: number): Venue {
  const exchange = `bench${at}`;
  const instruments = Array.from({ length: marketsEach }, (_, market) => {
    const symbol = `M${market}USDT`;
    return { ...testInstrument, id: `${exchange}/${symbol}/spot`, exchange, symbol, base: `M${market}` };
  });
  return testVenue({ exchange, instruments });
}

/**
 * Candles and a quarter of an hour of flow for each market, as a hub would have left them: of half hours and longer ones a day and more, of
 * shorter ones the two hours before now, and of minutes those where the day begins as well.
 */
async function fill(dataDir: string, venues: readonly Venue[]): Promise<void> {
  const database = connectPglite(await PgliteClient.start(join(dataDir, 'database'), {}), new OpenTransaction());
  for (const venue of venues) {
    const ids = `{${venue.instruments.map(({ id }) => id).join(',')}}`;
    for (const interval of intervals) {
      const opens = new Set<number>();
      const isShort = ['1m', '3m', '5m', '15m'].includes(interval);
      for (let openMs = nowMs; openMs > nowMs - pastMs; openMs -= 60_000) {
        const isKept = !isShort || openMs > nowMs - shortMs || (interval === '1m' && openMs < nowMs - pastMs + shortMs);
        if (isKept) opens.add(intervalOpenMs(interval, openMs));
      }
      await sql`insert into candle select id, ${interval}, open_ms, 100, 110, 90, 105, 12.5, 1300, 40
        from unnest(${ids}::text::text[]) as id, unnest(${`{${[...opens].join(',')}}`}::text::bigint[]) as open_ms`.execute(database);
    }
    await sql`insert into trade_flow select id, ${nowMs - 900_000}::bigint, 900000, ${nowMs - 800_000}::bigint, 12, '0.01', '[]'
      from unnest(${ids}::text::text[]) as id`.execute(database);
  }
  await sql`vacuum analyze candle`.execute(database);
  await database.destroy();
}

await printWhenMain(import.meta.url, run);
