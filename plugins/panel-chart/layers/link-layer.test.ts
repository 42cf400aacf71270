import type { Chart } from 'klinecharts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PanelLinksStore } from '../../../core/client/layouts/panel-links-store.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import { Crosshair } from './crosshair.ts';
import { chartLinks, LinkLayer } from './link-layer.ts';
import { FakeChart, width } from './testing/fake-chart.ts';
import { TimeAxis } from './time-axis.ts';

const minuteMs = 60_000;

const element = { addEventListener: () => undefined, removeEventListener: () => undefined } as unknown as HTMLElement;
let links: PanelLinksStore;
let frames: (() => void)[];

beforeEach(() => {
  links = new PanelLinksStore({ role: 'main', post: () => undefined, on: () => () => undefined }, 'window');
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const link = (chart: FakeChart, interval: Interval, followsTime = true): LinkLayer => {
  const library = chart as unknown as Chart;
  const layer = new LinkLayer(
    library,
    new Crosshair(library, element),
    new TimeAxis(library, interval),
    (listener) => links.join(chartLinks, 'blue', listener),
    (listener) => {
      chart.newBars = listener;
      return () => undefined;
    },
  );
  layer.followsTime = followsTime;
  return layer;
};
const nextFrame = (): void => {
  for (const task of frames.splice(0)) task();
};
const hour = () => new FakeChart(50, 60 * minuteMs);
const minutes = () => new FakeChart(3_000, minuteMs);

describe('the crosshair of linked charts', () => {
  it('stands on the bar that holds the same time, at the same price', () => {
    const [fine, coarse] = [minutes(), hour()];
    link(fine, '1m', false);
    link(coarse, '1h', false);
    // 5 bars from the right edge: minute 2,995, in hour 49.
    fine.act('onCrosshairChange', { x: width - 45, y: 120, paneId: 'candle_pane' });
    expect(coarse.crosshair).toEqual({ x: width - 5, y: 120 });
  });

  it('is not shown where the time is out of sight, and goes when the other chart does', () => {
    const [fine, coarse] = [minutes(), hour()];
    const leading = link(coarse, '1h', false);
    link(fine, '1m', false);
    coarse.act('onCrosshairChange', { x: width - 105, y: 120, paneId: 'candle_pane' });
    expect(fine.crosshair).toBeNull();
    coarse.act('onCrosshairChange', { x: width - 5, y: 120, paneId: 'candle_pane' });
    expect(fine.crosshair).toBeNull();
    fine.end = 2_960;
    coarse.act('onCrosshairChange', { x: width - 5, y: 130, paneId: 'candle_pane' });
    expect(fine.crosshair).toEqual({ x: width - 195, y: 130 });
    leading.close();
    expect(fine.crosshair).toBeNull();
  });
});

describe('charts that go together in time', () => {
  it('have the same time at the right edge, once per frame, and do not answer each other', () => {
    const [fine, coarse] = [minutes(), hour()];
    link(fine, '1m');
    link(coarse, '1h');
    coarse.end = 30.5;
    coarse.act('onScroll', {});
    coarse.act('onScroll', {});
    nextFrame();
    expect(fine.end).toBe(30.5 * 60);
    expect(frames).toEqual([]);
  });

  it('widen their bars alike, within what a bar can be', () => {
    const [fine, coarse] = [minutes(), hour()];
    link(fine, '1m');
    link(coarse, '1h');
    fine.act('onZoom', { scale: 1.5 });
    fine.act('onZoom', { scale: 2 });
    nextFrame();
    expect(coarse.barSpace).toBe(30);
    fine.act('onZoom', { scale: 9 });
    nextFrame();
    expect(coarse.barSpace).toBe(50);
  });

  it('go to the newest bar together, and one that only shares its crosshair stays', () => {
    const [fine, coarse, free] = [minutes(), hour(), hour()];
    link(fine, '1m');
    link(coarse, '1h');
    link(free, '1h', false);
    coarse.end = 20;
    free.end = 10;
    fine.scrollToRealTime();
    nextFrame();
    expect([coarse.end, free.end]).toEqual([55, 10]);
  });

  it('follow to bars that are still loaded, and stay at the oldest when too many are missing', () => {
    const [recent, coarse] = [new FakeChart(600, minuteMs, 60_000 * minuteMs), new FakeChart(2_000, 60 * minuteMs)];
    link(recent, '1m');
    link(coarse, '1h');
    coarse.end = 1_000 - 5;
    coarse.act('onScroll', {});
    nextFrame();
    expect(recent.end).toBe(0);
    recent.bars = Array.from({ length: 1_100 }, (_, n) => ({ timestamp: (59_500 + n) * minuteMs }));
    recent.newBars('all');
    expect(recent.end).toBe(200);
    coarse.end = 10;
    coarse.act('onScroll', {});
    nextFrame();
    recent.bars = Array.from({ length: 1_600 }, (_, n) => ({ timestamp: (59_000 + n) * minuteMs }));
    recent.end = 500;
    recent.newBars('all');
    expect(recent.end).toBe(500);
  });
});
