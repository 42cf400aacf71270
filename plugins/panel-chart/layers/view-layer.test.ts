import type { Chart } from 'klinecharts';
import { expect, it } from 'vitest';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { FakeChart } from './testing/fake-chart.ts';
import { TimeAxis } from './time-axis.ts';
import { ViewLayer } from './view-layer.ts';

const minuteMs = 60_000;

/** A chart of minutes from `fromMs` on, left with `endMs` at its right edge. */
function setUp(endMs: number | null, fromMs = 0) {
  const chart = new FakeChart(1_000, minuteMs, fromMs);
  const timers = new FakeTimers();
  const kept: (number | null)[] = [];
  const library = chart as unknown as Chart;
  const axis = new TimeAxis(library, '1m');
  const layer = new ViewLayer({
    chart: library,
    axis,
    endMs,
    keep: (now) => kept.push(now),
    later: (delayMs, task) => timers.after(delayMs, task),
    onBars: (listener) => {
      chart.newBars = listener;
      return () => undefined;
    },
  });
  return { chart, timers, kept, axis, layer };
}

it('goes back to where the chart was left once its bars are here, and keeps nothing by that', () => {
  const { chart, timers, kept, axis } = setUp(400 * minuteMs);
  chart.newBars('all');
  expect(axis.endMs).toBe(400 * minuteMs);
  timers.advance(1_000);
  expect(kept).toEqual([]);
});

it('waits for older bars when they are near, and stays at the newest when they are far', () => {
  const near = setUp(9_000 * minuteMs, 10_000 * minuteMs);
  near.chart.newBars('all');
  near.chart.bars = new FakeChart(2_000, minuteMs, 8_500 * minuteMs).bars;
  near.chart.newBars('all');
  expect(near.axis.endMs).toBe(9_000 * minuteMs);
  const far = setUp(1_000 * minuteMs, 10_000 * minuteMs);
  far.chart.newBars('all');
  expect(far.axis.endMs).toBeNull();
});

it('keeps a place once scrolling has paused, the newest bar as none, and at its end what waits', () => {
  const { chart, timers, kept, axis, layer } = setUp(null);
  chart.newBars('all');
  for (let turn = 0; turn < 3; turn += 1) {
    chart.scrollByDistance(100);
    timers.advance(100);
  }
  expect(kept).toEqual([]);
  timers.advance(300);
  expect(kept).toEqual([axis.endMs]);
  expect(axis.endMs).toBe(970 * minuteMs);
  chart.scrollToRealTime();
  layer.close();
  expect(kept).toEqual([970 * minuteMs, null]);
});

it('does not pull back who scrolls while older bars are on their way', () => {
  const { chart, axis } = setUp(9_000 * minuteMs, 10_000 * minuteMs);
  chart.newBars('all');
  chart.scrollToRealTime();
  chart.bars = new FakeChart(2_500, minuteMs, 8_500 * minuteMs).bars;
  chart.end = 2_505;
  chart.newBars('all');
  expect(axis.endMs).toBeNull();
});
