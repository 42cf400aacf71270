import { expect, it } from 'vitest';
import { lastLabelY, uncoveredTicks } from './price-axis.ts';

const chartAt = (close: number | null) => ({
  getDataList: () => (close === null ? [] : [{ close }]) as never,
  // A price is as many px from the top.
  convertToPixel: (point: unknown) => ({ y: (point as { value: number }).value }) as never,
});

it('leaves out the price of the axis that the label of the last price or of a line touches, as they move', () => {
  let last: number | null = 100;
  const defaultTicks = [40, 90, 140].map((coord) => ({ coord, value: coord, text: `${coord}.00` }));
  let lines: readonly (number | null)[] = [];
  const ticks = uncoveredTicks((height) => [lastLabelY(chartAt(last), height), ...lines])({
    defaultTicks,
    bounding: { height: 200 },
  } as never);
  const shown = () => ticks.map(({ text }) => text.trim());
  expect(shown()).toEqual(['40.00', '', '140.00']);
  last = 115;
  expect(shown()).toEqual(['40.00', '90.00', '140.00']);
  last = 128;
  expect(shown()).toEqual(['40.00', '90.00', '']);
  lines = [35, null];
  expect(shown()).toEqual(['', '90.00', '']);
  lines = [];
  last = null;
  expect(shown()).toEqual(['40.00', '90.00', '140.00']);
});

it('keeps the width of a price that it leaves out, so that the axis keeps its own', () => {
  const defaultTicks = [{ coord: 100, value: 1, text: '64,000.50' }];
  const [tick] = uncoveredTicks(() => [100])({ defaultTicks, bounding: { height: 200 } } as never);
  expect(tick?.text).toMatch(/^\s{9}$/);
});

it('follows the label to the edge where the last price is out of sight', () => {
  expect([-500, 100, 900].map((close) => lastLabelY(chartAt(close), 200))).toEqual([10, 100, 196]);
});
