import type { Chart, OverlayCreate } from 'klinecharts';
import { beforeEach, describe, expect, it } from 'vitest';
import { DocumentsStore } from '../../../core/client/layouts/documents-store.ts';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { ChartStore } from '../chart-store.ts';
import { toolOf } from '../drawing/catalogue.ts';
import type { DrawingData } from '../drawing/drawing-data.ts';
import { DrawingLayer } from './drawing-layer.ts';

const minuteMs = 60_000;
/** As much of klinecharts as drawings need: a bar and a minute every 10 px, a price a px. */
let drawn: Map<string, OverlayCreate>;
let store: ChartStore;
let layer: DrawingLayer;
let accepts: boolean;

beforeEach(() => {
  drawn = new Map();
  accepts = true;
  const put = (overlay: OverlayCreate): void => void drawn.set(overlay.id ?? '', overlay);
  const chart = {
    createOverlay: put,
    overrideOverlay: put,
    removeOverlay: ({ id }: { id: string }) => drawn.delete(id),
    getSize: () => ({ width: 500, height: 400 }),
    convertFromPixel: ([{ x, y }]: readonly [{ x: number; y: number }]) => {
      const dataIndex = Math.round(x / 10);
      return [{ dataIndex, timestamp: dataIndex * minuteMs, value: 1000 - y }];
    },
  };
  const documents = new DocumentsStore(new FakeApi({ documentGet: () => null }), new FakeTimers(), {
    onConflict: () => undefined,
    onFailure: () => undefined,
  });
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `id${ids}`;
  };
  store = new ChartStore(documents, 'tessera/BTCUSDT/spot', newId, () => undefined);
  const bars = () => [{ timeMs: 20 * minuteMs, open: 940, high: 960, low: 890, close: 910, volume: 1 }];
  const hooks = { accepts: () => accepts, onEditText: () => undefined };
  layer = new DrawingLayer(chart as unknown as Chart, store, { bars, toolOf }, hooks, newId, () => undefined);
});

const overlays = (): readonly OverlayCreate[] => [...drawn.values()];
const handles = (): readonly boolean[] => overlays().map(({ extendData }) => (extendData as DrawingData).handles);

describe('a drawing in hand', () => {
  it('is seen with its handles while it is made, then stands selected with them, once', () => {
    store.pickTool('segment');
    layer.hand?.set({ x: 100, y: 100 });
    layer.hand?.move({ x: 150, y: 50 });
    expect(overlays().map(({ points }) => points)).toEqual([
      [
        { timestamp: 10 * minuteMs, value: 900 },
        { timestamp: 15 * minuteMs, value: 950 },
      ],
    ]);
    layer.hand?.set({ x: 200, y: 50 });
    expect([store.tool, layer.hand, store.document.drawings.length]).toEqual([null, null, 1]);
    expect(handles()).toEqual([true]);
    store.select(null);
    expect(handles()).toEqual([false]);
  });

  it('leaves nothing behind when its tool is put away or its place refused', () => {
    store.pickTool('segment');
    layer.hand?.set({ x: 100, y: 100 });
    store.pickTool(null);
    expect(drawn.size).toBe(0);
    accepts = false;
    store.pickTool('horizontal');
    layer.hand?.set({ x: 100, y: 100 });
    expect([drawn.size, store.document.drawings.length, store.tool]).toEqual([0, 0, null]);
  });

  it('snaps to the prices of its bar with the magnet', () => {
    store.toggleMagnet();
    store.pickTool('horizontal');
    layer.hand?.set({ x: 200, y: 45 });
    expect(store.document.drawings[0]?.points).toEqual([{ timeMs: 20 * minuteMs, price: 960 }]);
  });
});

it('a locked drawing shows no handles, for none can be moved', () => {
  store.pickTool('horizontal');
  layer.hand?.set({ x: 200, y: 45 });
  store.toggleLock();
  expect(handles()).toEqual([false]);
});
