import { expect, it } from 'vitest';
import type { ChartMark } from '../../../core/contract/chart.ts';
import { distinctMarks, markShapes } from './marks.ts';

const bar = { timeMs: 0, open: 100, high: 120, low: 80, close: 110, volume: 1 };
const input = { xOf: () => 50, yOf: (price: number) => 200 - price, width: 300 };
const fill = (over: Partial<ChartMark>): ChartMark => ({ timeMs: 0, side: 'below', text: 'B 0.1 @ 105', tone: 'up', ...over });
const placesOf = (marks: readonly ChartMark[]) =>
  markShapes(marks, [bar], input).map((shape) => (shape.kind === 'mark' ? [shape.mark.text, shape.at.y] : []));

it('points with a tip at the price of a fill, with the words behind it, where they cover no bar', () => {
  const bought = placesOf([fill({ price: 105, tip: true })]);
  expect(bought[0]).toEqual(['▲', 95]);
  expect(bought[1]?.[1]).toBeGreaterThan(200 - bar.low);
  const sold = placesOf([fill({ side: 'above', text: 'S', price: 90, tip: true })]);
  expect(sold[0]).toEqual(['▼', 110]);
  expect(sold[1]?.[1]).toBeLessThan(200 - bar.high);
});

it('keeps the words of a mark at the newest bar whole, before the axis, and its tip at the bar', () => {
  const shapes = markShapes([fill({ price: 105, tip: true })], [bar], { ...input, xOf: () => 290 });
  const [tip, words] = shapes.map((shape) => (shape.kind === 'mark' ? shape.at.x : Number.NaN));
  expect(tip).toBe(290);
  expect(words).toBeLessThan(300 - 30);
});

it('stacks marks beside their bar where they name no price', () => {
  expect(placesOf([fill({}), fill({})]).map(([, y]) => y)).toEqual([125, 139]);
});

it('says of fills close to each other the newest in words, and keeps the tips of the others at their prices', () => {
  const fills = [fill({ price: 105, tip: true }), fill({ timeMs: 60_000, price: 104, tip: true, text: 'B 0.2 @ 104' })];
  const shapes = markShapes(fills, [bar, { ...bar, timeMs: 60_000 }], { ...input, xOf: (timeMs) => 50 + timeMs / 10_000 });
  expect(shapes.map((shape) => (shape.kind === 'mark' ? shape.mark.text : ''))).toEqual(['▲', '▲', 'B 0.2 @ 104']);
});

it('draws a fill once: a mark that tells nothing but what strong ones tell is left out', () => {
  const [own, others, instance] = [
    fill({ fills: ['o1 7'] }),
    fill({ fills: ['o1 8', 'o9 8'], text: 'B 0.3 @ 105' }),
    fill({ fills: ['o1 7', 'o1 8'], strong: true, text: 'B 0.2 @ 105' }),
  ];
  const drawn = fill({ text: 'drawn by hand' });
  expect(distinctMarks([own, others, instance, drawn])).toEqual([others, instance, drawn]);
  expect(distinctMarks([own, others])).toEqual([own, others]);
});
