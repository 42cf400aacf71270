import { candleHeader } from '../../../core/simulation/recordings/bar-recording.ts';
import { fundingHeader } from '../../../core/simulation/recordings/funding-recording.ts';
import { SeededRandom } from '../seeded-random.ts';
import { WrittenRecordings } from './written-recordings.ts';

/** Recordings of a market that wanders by a seed: candles, funding, trades and a book with its trades, round about 100. */

export const wanderStartMs = Date.UTC(2025, 0, 1);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Prices in tenths. */
function* wander(random: SeededRandom, step: number): Generator<number> {
  for (let tenths = 1_000; ; ) {
    yield tenths;
    tenths = Math.max(700, Math.min(1_300, tenths + random.integer(-step, step)));
  }
}

const text = (tenths: number): string => (tenths / 10).toFixed(1);

export function candlesOf(seed: number, minutes: number, step = 8): readonly string[] {
  const random = new SeededRandom(seed);
  const prices = wander(random, step);
  let open = prices.next().value as number;
  return [
    candleHeader,
    ...Array.from({ length: minutes }, (_, at) => {
      const close = prices.next().value as number;
      const [high, low] = [Math.max(open, close) + random.integer(0, 5), Math.min(open, close) - random.integer(0, 5)];
      const row = [wanderStartMs + at * minuteMs, text(open), text(high), text(low), text(close), `${random.integer(1, 50)}.001`];
      open = close + random.integer(-2, 2);
      return row.join(',');
    }),
  ];
}

function fundingRows(seed: number, minutes: number): readonly string[] {
  const random = new SeededRandom(seed + 1);
  return [
    fundingHeader,
    ...Array.from(
      { length: Math.ceil(minutes / 480) + 2 },
      (_, at) => `${wanderStartMs + at * 8 * hourMs},${(random.integer(-9, 9) / 10_000).toFixed(4).replace('-0.0000', '0.0000')}`,
    ),
  ];
}

function tradesOf(seed: number, seconds: number): readonly string[] {
  const random = new SeededRandom(seed + 2);
  const prices = wander(random, 3);
  const rows = Array.from({ length: seconds }, (_, at) => {
    const side = random.next() < 0.5 ? 'buy' : 'sell';
    return `${wanderStartMs + at * 1_000},${at + 1},${text(prices.next().value as number)},${(random.integer(1, 20) / 10).toFixed(1)}01,${side}`;
  });
  return ['time,trade_id,price,qty,side', ...rows];
}

function bookOf(
  seed: number,
  seconds: number,
): Readonly<Record<'snapshot.json.gz' | 'depth.jsonl.gz' | 'trades.csv.gz', readonly string[]>> {
  const random = new SeededRandom(seed + 3);
  const prices = wander(random, 2);
  const side = (middle: number, sign: 1 | -1, qty: string) =>
    Array.from({ length: 5 }, (_, at) => [text(middle + sign * (at + 1)), qty] as const);
  const levels = (middle: number, qty: string) => ({ b: side(middle, -1, qty), a: side(middle, 1, qty) });
  let middle = prices.next().value as number;
  const first = levels(middle, '2.001');
  const snapshot = { lastUpdateId: 1, local_time_us: wanderStartMs * 1_000, bids: first.b, asks: first.a };
  const updates: string[] = [];
  const trades: string[] = [];
  for (let at = 1; at <= seconds; at++) {
    const timeMs = wanderStartMs + at * 1_000;
    const [gone, next] = [levels(middle, '0.000'), prices.next().value as number];
    const fresh = levels(next, `${random.integer(1, 4)}.001`);
    // What is there again is not gone.
    const without = (old: (typeof gone)['b'], now: (typeof gone)['b']) => old.filter(([price]) => !now.some(([other]) => other === price));
    updates.push(
      JSON.stringify({
        E: timeMs,
        U: at + 1,
        u: at + 1,
        b: [...without(gone.b, fresh.b), ...fresh.b],
        a: [...without(gone.a, fresh.a), ...fresh.a],
      }),
    );
    const isBuy = next > middle;
    trades.push(
      `${timeMs * 1_000},${timeMs},${timeMs},${at},${text(next + (isBuy ? 1 : -1))},${(random.integer(1, 30) / 10).toFixed(1)}01,${isBuy ? 0 : 1},trade`,
    );
    middle = next;
  }
  const header = 'local_time_us,event_time,trade_time,trade_id,price,qty,is_buyer_maker,type';
  return { 'snapshot.json.gz': [JSON.stringify(snapshot)], 'depth.jsonl.gz': updates, 'trades.csv.gz': [header, ...trades] };
}

interface WanderSizes {
  readonly minutes: number;
  readonly seconds: number;
}

/** Venues `some_spot` and `some_linear`, and `other_spot` for a second leg, each with BTCUSDT in every kind. */
export function wanderingRecordings(seed: number, { minutes, seconds }: WanderSizes): WrittenRecordings {
  const files: Record<string, readonly string[]> = {};
  for (const [at, venue] of ['some_spot', 'other_spot', 'some_linear'].entries()) {
    const own = seed * 10 + at;
    files[`candles/${venue}/1m/BTCUSDT.csv.gz`] = candlesOf(own, minutes);
    files[`trades/${venue}/BTCUSDT-202501.csv.gz`] = tradesOf(own, seconds);
    for (const [name, lines] of Object.entries(bookOf(own, seconds))) files[`l2/${venue}/BTCUSDT-20250101/${name}`] = lines;
    if (venue.endsWith('_linear')) files[`funding/${venue}/BTCUSDT.csv.gz`] = fundingRows(own, minutes);
  }
  return new WrittenRecordings(files);
}
