import type { KLineData } from 'klinecharts';
import { describe, expect, it } from 'vitest';
import { refused } from '../../core/contract/app-error.ts';
import type { CandleView, Feeds } from '../../core/contract/client-services.ts';
import { barOf, ChartSource, pageSize, periodOf } from './chart-source.ts';

const candle: CandleView = [60_000, '1.5', '2', '1', '1.75', '10', '17.5', 4];
const minute = (n: number, close = '1.75'): CandleView => [n * 60_000, '1.5', '2', '1', close, '10', '17.5', 4];

function makeSource(pages: readonly (readonly CandleView[] | 'offline')[]) {
  const states: string[] = [];
  const changes: string[] = [];
  const listeners: ((candle: CandleView | null) => void)[] = [];
  let page = 0;
  let resets = 0;
  let closed = false;
  const feeds = {
    candles: () => ({
      history: async () => {
        const next = pages[page++] ?? [];
        return next === 'offline' ? refused('CLIENT_OFFLINE') : { ok: true, value: next };
      },
      onCandle: (listener: (candle: CandleView | null) => void) => {
        listeners.push(listener);
        return () => {
          listeners.splice(listeners.indexOf(listener), 1);
        };
      },
      close: () => {
        closed = true;
      },
    }),
  } as unknown as Feeds;
  const source = new ChartSource(
    feeds,
    { instrumentId: 'tessera/BTCUSDT/spot', interval: '1m' },
    {
      onState: (state) => states.push(state),
      onBars: (change) => changes.push(change),
      onReset: () => {
        resets += 1;
      },
      afterFrame: (task) => task(),
    },
  );
  return { source, states, changes, listeners, resets: () => resets, closed: () => closed };
}

const symbol = { ticker: 'BTCUSDT', pricePrecision: 2, volumePrecision: 5 };
const period = periodOf('1m');
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

function load(source: ChartSource, type: 'init' | 'forward', timestamp: number | null): Promise<{ bars: KLineData[]; more: unknown }> {
  return new Promise((resolve) => {
    void source.loader().getBars({ type, timestamp, symbol, period, callback: (bars, more) => resolve({ bars, more }) });
  });
}

/** Loads the first page and collects what is pushed behind it. */
async function follow({ source }: ReturnType<typeof makeSource>): Promise<KLineData[]> {
  await load(source, 'init', null);
  const pushed: KLineData[] = [];
  source.loader().subscribeBar?.({ symbol, period, callback: (bar) => pushed.push(bar) });
  return pushed;
}

describe('the chart source', () => {
  it('names periods as the chart does', () => {
    expect([periodOf('15m'), periodOf('4h'), periodOf('1M')]).toEqual([
      { type: 'minute', span: 15 },
      { type: 'hour', span: 4 },
      { type: 'month', span: 1 },
    ]);
  });

  it('says loading, then ready, and pages backwards until there is nothing older', async () => {
    const { source, states } = makeSource([[candle], []]);
    expect(await load(source, 'init', null)).toEqual({ bars: [barOf(candle)], more: { forward: true, backward: false } });
    expect(states).toEqual(['loading', 'ready']);
    expect(await load(source, 'forward', 60_000)).toEqual({ bars: [], more: { forward: false, backward: false } });
  });

  it('says empty for a market that never traded, until its first candle arrives', async () => {
    const made = makeSource([[]]);
    const pushed = await follow(made);
    made.listeners[0]?.(candle);
    expect(made.states).toEqual(['loading', 'empty', 'ready']);
    expect(pushed).toEqual([barOf(candle)]);
    expect(made.changes).toEqual(['all', 'last']);
  });

  it('leaves no subscription behind', () => {
    const { source, listeners, closed } = makeSource([]);
    source.loader().subscribeBar?.({ symbol, period, callback: () => undefined });
    source.loader().subscribeBar?.({ symbol, period, callback: () => undefined });
    expect(listeners).toHaveLength(1);
    source.close();
    expect(listeners).toHaveLength(0);
    expect(closed()).toBe(true);
  });
});

describe('after a gap', () => {
  it('puts the missed bars behind the last one, and then what came meanwhile', async () => {
    const made = makeSource([
      [minute(1), minute(2)],
      [minute(1), minute(2, '3'), minute(3), minute(4)],
    ]);
    const pushed = await follow(made);
    made.listeners[0]?.(null);
    made.listeners[0]?.(minute(5));
    expect(pushed).toEqual([]);
    await settle();
    expect(pushed.map(({ timestamp, close }) => [timestamp / 60_000, close])).toEqual([
      [2, 3],
      [3, 1.75],
      [4, 1.75],
      [5, 1.75],
    ]);
    expect(made.resets()).toBe(0);
  });

  it('reads back several pages for a long one', async () => {
    const page = (from: number): CandleView[] => Array.from({ length: pageSize }, (_, n) => minute(from + n));
    const made = makeSource([[minute(1)], page(1 + pageSize), page(1)]);
    const pushed = await follow(made);
    made.listeners[0]?.(null);
    await settle();
    expect([pushed.length, pushed[0]?.timestamp]).toEqual([2 * pageSize, 60_000]);
  });

  it('loads anew when more is missing than is worth reading back', async () => {
    const page = Array.from({ length: pageSize }, (_, n) => minute(100_000 + n));
    const made = makeSource([[minute(1)], page, page, page, page]);
    await follow(made);
    made.listeners[0]?.(null);
    await settle();
    expect(made.resets()).toBe(1);
  });

  it('tries again with the next candle when the server could not be reached', async () => {
    const made = makeSource([[minute(1)], 'offline', [minute(1), minute(2), minute(3)]]);
    const pushed = await follow(made);
    made.listeners[0]?.(null);
    await settle();
    expect(pushed).toEqual([]);
    made.listeners[0]?.(minute(3, '9'));
    await settle();
    expect(pushed.map(({ timestamp, close }) => [timestamp / 60_000, close])).toEqual([
      [1, 1.75],
      [2, 1.75],
      [3, 1.75],
      [3, 9],
    ]);
  });

  it('never loses a bar that closed within the same frame as the next one opened', async () => {
    const made = makeSource([[minute(1)]]);
    const pushed = await follow(made);
    made.listeners[0]?.(minute(1, '7'));
    made.listeners[0]?.(minute(2));
    expect(pushed.map(({ timestamp, close }) => [timestamp / 60_000, close])).toEqual([
      [1, 7],
      [2, 1.75],
    ]);
  });
});
