import { learnGrid } from '../core/simulation/market-grid.ts';
import { type BarSeries, readBars } from '../core/simulation/recordings/bar-recording.ts';
import type { RecordedEvent } from '../core/simulation/recordings/recorded-event.ts';
import { recordedInstrument } from '../core/simulation/recordings/recorded-instrument.ts';
import { type MarketRecording, recordingsOf, replayedExchange } from '../core/simulation/recordings/recording-folder.ts';
import { strategy as shockGrid } from '../plugins/strategy-shock-grid/strategy.ts';
import { RecordingFiles } from '../server/market/recordings/recording-files.ts';
import { BarFeed } from '../server/runtime/backtest/feeds/bar-feed.ts';
import { runBacktest } from '../server/runtime/backtest/run-backtest.ts';
import { noLimits } from '../server/runtime/driver/account/trading-limits.ts';
import { SimulatedSession } from '../server/runtime/simulation/simulated-session.ts';
import { madeSet } from '../tests/kit/recordings/recorded-sets.ts';
import { scripted } from '../tests/kit/strategy-kit.ts';
import { longBars } from './backtest/long-bars.ts';
import { publishedBars, runPublished } from './backtest/published-backtest.ts';
import { quoteBooks } from './backtest/quote-load.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const { folder, book } = madeSet;
const exchange = replayedExchange(book.venue);
const bars = 1_000_000;
/** The published library is slow: it gets the first part of the same bars, and so does ours in the comparison. */
const comparedBars = 100_000;
const rounds = 6;
/** The two of the comparison take turns, so that both are warm and meet the same weather. */
const comparedRounds = 20;
const pricesPerBar = 4;
const quotedBooks = 20_000;
const params = {
  apiId: 1,
  instrumentId: book.instrumentId,
  ...madeSet.grid,
  levels: 24,
  orderQty: '0.01',
  sellAtStop: false,
};
const accounts = [{ apiId: 1, exchange, balances: { USDT: '100000' } }];

/**
 * Backtests of the shock grid on bars, against a published library, and of a listener on a recorded book.
 *
 * What the two of the comparison do is not the same. The library calls a rule for every bar, with one position in doubles that is
 * entered and left at opens, and gives its trades: it has no orders, no money and no fees, and values nothing in between. Ours has
 * two dozen orders resting in exact decimals, each checked, filled on the price's way through its bar, charged and booked by double
 * entry, with the account valued at every bar, and gives fills, trips, log, picture and figures. It calls the strategy only when
 * something happens that concerns it, and passes the other bars with two comparisons each: that is what it wins by. The more
 * often the grid trades, the less that is.
 */
export async function run(): Promise<Figure[]> {
  console.error(`backtest: on ${madeSet.name}`);
  return [...(await barFigures()), await bookFigure(), await quoteFigure()];
}

async function barFigures(): Promise<Figure[]> {
  const recordings = new RecordingFiles(folder);
  const recorded = await readBars(recordings, `candles/${book.venue}/1m/${book.symbol}.csv.gz`, 60_000);
  const recording: MarketRecording = { ...book, kind: 'candles', streams: () => [] };
  const instrument = recordedInstrument(exchange, recording, recorded.grid);
  const part = { instrument, grid: recorded.grid, kind: 'bars' } as const;
  const onBars = (series: BarSeries) => {
    const options = {
      definition: shockGrid as never,
      executors: {},
      params,
      seed: 1,
      feed: new BarFeed([{ part, series }]),
      accounts,
      limits: noLimits,
      latencyMs: 0,
      isOptimistic: false,
    };
    return async (): Promise<number> => (await runBacktest(options)).fills.length;
  };
  const [short, long] = [longBars(recorded, comparedBars), longBars(recorded, bars)];
  const frame = publishedBars(short);
  const [ours, published] = await bestOf(comparedRounds, [onBars(short), async () => runPublished(frame, 500)]);
  const [whole] = await bestOf(rounds, [onBars(long)]);
  const events = bars * pricesPerBar + whole.count;
  return [
    figure('backtest: shock grid on 1 M bars, events (four prices a bar, and fills)', events / whole.seconds / 1e6, 'M/CPU-s'),
    figure('backtest: shock grid on 1 M bars, bars', bars / whole.seconds / 1e6, 'M/CPU-s'),
    figure('backtest: fills in them', whole.count, 'fills'),
    figure(
      'backtest: 100,000 bars, beside the published library',
      comparedBars / ours.seconds / 1e6,
      'M/CPU-s',
      comparedBars / published.seconds / 1e6,
    ),
    figure('backtest: fills in them', ours.count, 'fills'),
    figure('backtest: round trips of the published library in them', published.count, 'trades'),
  ];
}

/** Level changes and trades of a recorded book, with an instance that listens to five levels and rests an order. */
async function bookFigure(): Promise<Figure> {
  const recordings = new RecordingFiles(folder);
  const [recording] = (await recordingsOf(recordings, book.venue, 'book')).filter(({ symbol }) => symbol === book.symbol);
  if (recording === undefined) throw new Error('the recorded book is missing');
  const events: RecordedEvent[] = [];
  for (const stream of recording.streams()) for await (const event of stream) events.push(event);
  events.sort((a, b) => a.timeMs - b.timeMs);
  const grid = await learnGrid(recording.streams()[0] as AsyncIterable<RecordedEvent>);
  const instrument = recordedInstrument(exchange, recording, grid);
  const { id } = instrument;
  const changes = events.reduce((sum, event) => sum + (event.type === 'trade' ? 1 : event.bids.length + event.asks.length), 0);
  const definition = scripted({
    subscribe: [{ type: 'book', instrumentId: id, levels: 5 }],
    start: [{ type: 'place', tag: 'a', intent: { apiId: 1, instrumentId: id, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.001' } }],
  });
  const quiet = { ...definition, onMarket: (_context: unknown, state: unknown) => ({ state, actions: [] }) };
  const seconds = await best(async () => {
    const market = { instrument, grid, kind: 'recorded' } as const;
    const parts = {
      executors: {},
      params: {},
      seed: 1,
      markets: [market],
      accounts,
      limits: noLimits,
      latencyMs: 0,
      isOptimistic: false,
      idPrefix: 'b',
    };
    const session = new SimulatedSession({ ...parts, definition: quiet as never }, events[0]?.timeMs ?? 0);
    for (const event of events) session.play(id, event);
  });
  return figure('backtest: recorded book with an instance on five levels, events', changes / seconds / 1e6, 'M/CPU-s');
}

/** One market maker's driver; 200 of them at 10 books a second leave each 500 µs a book. */
async function quoteFigure(): Promise<Figure> {
  const seconds = await best(async () => {
    if (quoteBooks(quotedBooks) < quotedBooks / 10) throw new Error('the market maker does not quote');
  });
  return figure('backtest: market maker that quotes anew, CPU per book', (seconds / quotedBooks) * 1e6, 'µs');
}

/** CPU seconds of the fastest of some runs. */
async function best(work: () => Promise<void>): Promise<number> {
  const [{ seconds }] = await bestOf(rounds, [async () => work().then(() => 0)]);
  return seconds;
}

interface Measured {
  /** CPU seconds of the fastest run. */
  readonly seconds: number;
  /** What the work gave. */
  readonly count: number;
}

/** Runs each work once a round, in turn. */
async function bestOf<const Works extends ReadonlyArray<() => Promise<number>>>(
  turns: number,
  works: Works,
): Promise<{ readonly [K in keyof Works]: Measured }> {
  const measured = works.map(() => ({ seconds: Number.POSITIVE_INFINITY, count: 0 }));
  for (let turn = 0; turn < turns; turn++) {
    for (const [at, work] of works.entries()) {
      const start = process.cpuUsage();
      const count = await work();
      const used = process.cpuUsage(start);
      const seconds = Math.min(measured[at]?.seconds ?? 0, (used.user + used.system) / 1e6);
      measured[at] = { seconds, count };
    }
  }
  return measured as never;
}

await printWhenMain(import.meta.url, run);
