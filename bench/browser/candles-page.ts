import { accepted } from '../../core/contract/app-error.ts';
import type { CandleView, Documents, Feeds } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { ChartEngine } from '../../plugins/panel-chart/chart-engine.ts';
import { ChartStore } from '../../plugins/panel-chart/chart-store.ts';

/** Runs in the browser: the chart of the panel over a feed that has everything at once. */

const minuteMs = 60_000;
const instrument = { id: 'bench/BTCUSDT/spot', symbol: 'BTCUSDT', tick: '0.01', lot: '0.0001' } as unknown as Instrument;
const indicators = [
  ['VOL', [5, 20]],
  ['MA', [5, 10, 30]],
  ['BOLL', [20, 2]],
  ['MACD', [12, 26, 9]],
  ['RSI', [14]],
] as const;

const candle = (n: number, close: number): CandleView => [
  n * minuteMs,
  String(close),
  String(close + 3),
  String(close - 3),
  String(close + (n % 5) - 2),
  String((n * 31) % 97),
  '1',
  1,
];
const priceAt = (n: number): number => 60_000 + Math.round(900 * Math.sin(n / 40) + 90 * Math.sin(n / 3));

let candles: CandleView[] = [];
let push: (candle: CandleView | null) => void = () => undefined;

const feeds: Pick<Feeds, 'candles'> = {
  candles: () => ({
    history: async (beforeMs) => accepted(candles.filter(([openMs]) => openMs < beforeMs)),
    onCandle: (listener) => {
      push = listener;
      return () => undefined;
    },
    close: () => undefined,
  }),
};

const documents = {
  open: () => ({
    loaded: Promise.resolve(accepted(null)),
    content: {
      version: 1,
      indicators: indicators.map(([indicator, params], n) => ({ id: `i${n}`, indicator, params, colours: [], hidden: false })),
    },
    change: () => undefined,
    onChange: () => () => undefined,
    close: () => undefined,
  }),
} as unknown as Documents;

/** Resolves when the browser has painted what was drawn so far. */
const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))));

function prepare(count: number): void {
  candles = Array.from({ length: count }, (_, n) => candle(n, priceAt(n)));
}

/** Draws a chart of the prepared candles; milliseconds from an empty box to the painted chart. */
async function draw(): Promise<number> {
  const store = new ChartStore(
    documents,
    instrument.id,
    () => crypto.randomUUID(),
    () => undefined,
  );
  await Promise.resolve();
  store.takeSaved();
  const start = performance.now();
  await new Promise<void>((done) => {
    ChartEngine.open({
      element: document.getElementById('chart') as HTMLElement,
      services: { feeds, preferences: { timeZone: 'UTC', theme: 'dark', redUp: false } } as never,
      instrument,
      interval: '1m',
      store,
      contributions: { list: () => [], onChange: () => () => undefined },
      textOf: (key) => key,
      newId: () => crypto.randomUUID(),
      afterFrame: (task) => setTimeout(task, 0),
      later: (delayMs, task) => {
        const timer = setTimeout(task, delayMs);
        return () => clearTimeout(timer);
      },
      hooks: { onState: (state) => state === 'ready' && done(), onBar: () => undefined, onEditText: () => undefined, accepts: () => true },
    });
  });
  await painted();
  return performance.now() - start;
}

/** Changes the open candle, and opens one each second, so many times a second. */
function update(perSecond: number): void {
  let count = 0;
  setInterval(() => {
    count += 1;
    const n = candles.length - 1 + Math.floor(count / perSecond);
    push(candle(n, priceAt(n) + (count % 7)));
  }, 1000 / perSecond);
}

Object.assign(globalThis, { prepare, draw, update });
