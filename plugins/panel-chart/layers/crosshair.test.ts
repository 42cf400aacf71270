import type { Chart } from 'klinecharts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pixel } from '../drawing/tool.ts';
import { Crosshair, type CrosshairPlace } from './crosshair.ts';

/** As much of klinecharts as a crosshair needs: twenty bars of 10 px, of which the last ten are in sight; prices are px from the top. */
let drawn: Pixel | null;
let scrolled: number;
let follow: (data: unknown) => void;
let listeners: Map<string, (event: unknown) => void>;
let told: (CrosshairPlace | null)[];
let crosshair: Crosshair;

beforeEach(() => {
  drawn = null;
  scrolled = 0;
  listeners = new Map();
  told = [];
  const chart = {
    subscribeAction: (_type: string, listener: typeof follow) => {
      follow = listener;
    },
    unsubscribeAction: () => undefined,
    executeAction: (_type: string, data: Pixel | null) => {
      drawn = data === null ? null : { x: data.x, y: data.y };
    },
    getDataList: () => Array.from({ length: 20 }, (_, n) => ({ timestamp: n * 60_000, close: 150 })),
    getSize: (pane: string) => (pane === 'x_axis_pane' ? { width: 100, height: 20 } : { width: 100, height: 200 }),
    convertFromPixel: ([{ x, y }]: readonly [Pixel]) => {
      const dataIndex = Math.floor(x / 10) + 10 - scrolled / 10;
      return [{ dataIndex, timestamp: dataIndex * 60_000, value: y }];
    },
    convertToPixel: ({ dataIndex, value }: { dataIndex: number; value: number }) => ({
      x: (dataIndex - 10) * 10 + 5 + scrolled,
      y: value,
    }),
    scrollByDistance: (distance: number) => {
      scrolled += distance;
    },
  };
  const element = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    removeEventListener: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0, height: 300 }),
  };
  crosshair = new Crosshair(chart as unknown as Chart, element as unknown as HTMLElement);
  crosshair.listen((place) => told.push(place));
});

describe('the crosshair', () => {
  it('says bar, time and price, and no price over another pane', () => {
    follow({ x: 32, y: 40, paneId: 'candle_pane' });
    follow({ x: 42, y: 7, paneId: 'pane-volume' });
    expect(told).toEqual([
      { barIndex: 13, timeMs: 13 * 60_000, price: 40 },
      { barIndex: 14, timeMs: 14 * 60_000, price: null },
    ]);
  });

  it('is gone when the pointer comes to an axis or leaves the chart', () => {
    follow({ x: 32, y: 40, paneId: 'candle_pane' });
    listeners.get('pointermove')?.({ clientX: 90, clientY: 40 });
    listeners.get('pointermove')?.({ clientX: 101, clientY: 40 });
    expect(told.at(-1)).toBeNull();
    follow({ x: 32, y: 40, paneId: 'candle_pane' });
    listeners.get('pointermove')?.({ clientX: 50, clientY: 285 });
    listeners.get('pointerleave')?.({});
    expect(told.map((place) => place?.barIndex)).toEqual([13, undefined, 13, undefined]);
  });

  it('begins at the last bar by key, goes by bars and pixels, and moves the chart along at its edge', () => {
    crosshair.step(0, 0);
    expect(drawn).toEqual({ x: 95, y: 150 });
    crosshair.step(-2, -4);
    expect(drawn).toEqual({ x: 75, y: 146 });
    crosshair.step(-10, 0);
    expect([drawn, scrolled]).toEqual([{ x: 0, y: 146 }, 25]);
  });
});
