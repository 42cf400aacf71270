import { describe, expect, it } from 'vitest';
import type { RunStep } from './step-recorder.ts';
import { pageSteps, stepView } from './step-view.ts';

const quiet: RunStep = {
  ...{ number: 1, time: 60_000, marked: false, calls: [], fills: [], funding: [], equity: 100, prices: [1], candles: [null] },
  sheet: { state: { held: '1' }, executors: [], orders: [], positions: [] },
};
const long = 'x'.repeat(100_000);
const many = (count: number) => Array.from({ length: count }, (_, at) => at);
const note = (at: number) => ({ type: 'note', key: `n${at}`, params: { said: 'y'.repeat(400) } });
const order = (at: number) => ({ tag: `o${at}`, instrument: 'a/BTCUSDT/spot', side: 'BUY' as const, price: '1', qty: '1' });
const fill = { time: 1, instrument: 'a/BTCUSDT/spot', side: 'BUY' as const, price: '1', qty: '1', fee: '0', fee_asset: 'BTC', maker: true };
const call = (event: unknown, actions: unknown[]) => ({ time: 1, tag: '', hook: 'onMarket' as const, event, actions });
/** Does in a moment as much as it can. */
const hostile: RunStep = {
  ...quiet,
  calls: many(1_000).map(() => call({ type: 'book', book: { bids: many(1_000).map(() => ['1', '1']) } }, many(200).map(note))),
  fills: many(5_000).map(() => fill),
  sheet: {
    state: { said: long, closes: many(100_000) },
    executors: many(500).map((at) => ({ tag: `e${at}`, kind: 'grid', state: many(10_000) })),
    orders: many(5_000).map(order),
    positions: [],
  },
};

describe('a moment', () => {
  it('is shown as it is when it is of the usual size', () => {
    const step = { ...quiet, calls: [call({ type: 'candle' }, [note(1)])], fills: [fill] };
    expect(stepView(step)).toEqual({ ...step, more_calls: 0, cut: false, sheet: { ...step.sheet, cut: false } });
  });

  it('of a strategy that does as much as it can is of bounded size, says so, and shows actions whole', () => {
    const view = stepView(hostile);
    expect(JSON.stringify(view).length).toBeLessThan(500_000);
    expect(view).toMatchObject({ cut: true, more_calls: 950, fills: { length: 200 }, sheet: { cut: true, orders: { length: 500 } } });
    expect(view.calls.every(({ event }) => (event as { type: string }).type === 'book')).toBe(true);
    const [first] = view.calls;
    expect(first?.actions.length).toBeGreaterThan(10);
    expect(first?.actions).toEqual(many(first?.actions.length ?? 0).map(note));
  });
});

it('a page of such moments is of bounded size and has all of their numbers', () => {
  const steps = pageSteps(many(200).map((number) => stepView({ ...hostile, number })));
  expect(JSON.stringify(steps).length).toBeLessThan(4_200_000);
  expect(steps.map(({ number }) => number)).toEqual(many(200));
  expect(steps.at(-1)).toMatchObject({ cut: true, calls: [], more_calls: 1_000, sheet: { cut: true, state: null } });
});
