import type { KLineData } from 'klinecharts';
import { describe, expect, it } from 'vitest';
import type { CandleView, Feeds } from '../../core/contract/client-services.ts';
import { barOf, ChartSource, periodOf } from './chart-source.ts';

const candle: CandleView = [60_000, '1.5', '2', '1', '1.75', '10', '17.5', 4];

function makeSource(pages: readonly (readonly CandleView[])[]) {
  const states: string[] = [];
  const listeners: ((candle: CandleView | null) => void)[] = [];
  let page = 0;
  let gaps = 0;
  let closed = false;
  const feeds = {
    candles: () => ({
      history: async () => ({ ok: true, value: pages[page++] ?? [] }),
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
  const hooks = { onState: (state: string) => states.push(state), onGap: () => gaps++ };
  const source = new ChartSource(feeds, { instrumentId: 'tessera/BTCUSDT/spot', interval: '1m' }, hooks);
  return { source, states, listeners, gaps: () => gaps, closed: () => closed };
}

const symbol = { ticker: 'BTCUSDT', pricePrecision: 2, volumePrecision: 5 };
const period = periodOf('1m');

function load(source: ChartSource, type: 'init' | 'forward', timestamp: number | null): Promise<{ bars: KLineData[]; more: unknown }> {
  return new Promise((resolve) => {
    void source.loader().getBars({ type, timestamp, symbol, period, callback: (bars, more) => resolve({ bars, more }) });
  });
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
    const { source, states, listeners } = makeSource([[]]);
    await load(source, 'init', null);
    const bars: KLineData[] = [];
    source.loader().subscribeBar?.({ symbol, period, callback: (bar) => bars.push(bar) });
    listeners[0]?.(candle);
    expect(states).toEqual(['loading', 'empty', 'ready']);
    expect(bars).toEqual([barOf(candle)]);
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

  it('asks for its end again after a gap', () => {
    const { source, listeners, gaps } = makeSource([]);
    source.loader().subscribeBar?.({ symbol, period, callback: () => undefined });
    listeners[0]?.(null);
    expect(gaps()).toBe(1);
  });
});
