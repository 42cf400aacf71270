import type { Chart } from 'klinecharts';
import { autorun, observable, onReactionError, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChartContext } from '../chart-context.ts';
import { PlotLayer } from './plot-layer.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** A chart that calculates an indicator as soon as it is made, as klinecharts does. */
function chartOf(calculated: () => void): Chart {
  const nothing = (): void => undefined;
  return {
    subscribeAction: nothing,
    unsubscribeAction: nothing,
    createIndicator: () => calculated(),
    removeIndicator: nothing,
    overrideIndicator: nothing,
    getVisibleRange: () => ({ from: 0, to: 0, realFrom: 0, realTo: 0 }),
  } as unknown as Chart;
}

it('can be set by what follows something else, without following its own lines', () => {
  const problems: unknown[] = [];
  const stopHearing = onReactionError((error) => problems.push(error));
  const context = { bars: () => [], colour: () => '#fff' } as unknown as ChartContext;
  const layer: PlotLayer = new PlotLayer(
    chartOf(() => void layer.rows([])),
    context,
  );
  const value = observable.box(1);
  let runs = 0;
  const stop = autorun(() => {
    runs += 1;
    layer.set('mine', [{ id: 'fair', label: 'Fair', points: [{ timeMs: 1, price: value.get() }] }]);
  });
  runInAction(() => value.set(2));
  expect([runs, problems]).toEqual([2, []]);
  expect(layer.valuesAt(0)).toMatchObject([{ label: 'Fair' }]);
  stop();
  stopHearing();
  layer.close();
});
