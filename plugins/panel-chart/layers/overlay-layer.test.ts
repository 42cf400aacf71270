import type { Chart } from 'klinecharts';
import { observable, runInAction } from 'mobx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartAction, ChartLine, ChartOverlay, ChartSurface } from '../../../core/contract/chart.ts';
import type { ChartStore } from '../chart-store.ts';
import type { LineLayer } from './line-layer.ts';
import { OverlayLayer } from './overlay-layer.ts';
import type { SurfaceBase } from './surface.ts';

const action = (id: string): ChartAction => ({ id, label: id, tone: 'up', run: () => undefined });
const target = { instrumentId: 'tessera/BTCUSDT/spot', price: '100' };
let surface: ChartSurface | null;
let document: { overlays: Readonly<Record<string, boolean>> };

beforeEach(() => {
  surface = null;
  document = observable({ overlays: {} }, undefined, { deep: false });
});

let plotted: Readonly<Record<string, readonly ChartLine[]>> = {};
const plots = {
  set: (key: string, lines: readonly ChartLine[]) => {
    plotted = { ...plotted, [key]: lines };
  },
};
const open = (...overlays: readonly ChartOverlay[]): OverlayLayer => {
  const chart = { createOverlay: () => undefined, overrideOverlay: () => undefined } as unknown as Chart;
  const list = overlays.map((value, n) => ({ pluginId: `plugin${n}`, id: 'overlay', value, services: () => ({}) }));
  const contributions = { list: () => list, onChange: () => () => undefined } as never;
  const lines = { set: () => undefined } as unknown as LineLayer;
  return new OverlayLayer(chart, { document } as unknown as ChartStore, contributions, {} as SurfaceBase, lines, plots);
};
const overlay = (over: Partial<ChartOverlay>): ChartOverlay => ({
  titleKey: 'x.title',
  shownAtFirst: true,
  attach: (given) => {
    surface = given;
    return () => undefined;
  },
  ...over,
});
const offered = (layer: OverlayLayer): readonly string[] => layer.actionsAt(target).map(({ id }) => id);

describe('the menu at a price', () => {
  it('begins with what overlays added for the moment, until they take it back', () => {
    const layer = open(overlay({ actionsAt: () => [action('always')] }));
    const stop = surface?.addActions((price) => [action(`now ${price}`)]);
    expect(offered(layer)).toEqual(['plugin0/overlay now 100', 'plugin0/overlay always']);
    void stop?.();
    expect(offered(layer)).toEqual(['plugin0/overlay always']);
  });

  it('has nothing of an overlay that is not shown, and the rest when one fails', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = overlay({
      actionsAt: () => {
        throw new Error('broken');
      },
    });
    const layer = open(broken, overlay({ actionsAt: () => [action('well')] }));
    expect(offered(layer)).toEqual(['plugin1/overlay well']);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
    runInAction(() => {
      document.overlays = { 'plugin1/overlay': false };
    });
    expect(layer.surfaceOf('plugin1/overlay')).toBeNull();
    expect(layer.surfaceOf('plugin0/overlay')).not.toBeNull();
  });
});

it('draws the lines of an overlay while it is shown', () => {
  open(overlay({}));
  const line = { id: 'fair', label: 'Fair', points: [{ timeMs: 1, price: 2 }] };
  surface?.setLines([line]);
  expect(plotted['plugin0/overlay']).toEqual([line]);
  runInAction(() => {
    document.overlays = { 'plugin0/overlay': false };
  });
  expect(plotted['plugin0/overlay']).toEqual([]);
});
