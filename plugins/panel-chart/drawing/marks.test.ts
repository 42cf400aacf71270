import { expect, it } from 'vitest';
import type { ChartMark } from '../../../core/contract/chart.ts';
import { distinctMarks, markShapes } from './marks.ts';

const bar = { timeMs: 0, open: 100, high: 120, low: 80, close: 110, volume: 1 };
const input = { xOf: () => 50, yOf: (price: number) => 200 - price, width: 300 };
const fill = (over: Partial<ChartMark>): ChartMark => ({ timeMs: 0, side: 'below', text: 'B 0.1 @ 105', tone: 'up', ...over });
const shapesOf = (
  marks: readonly ChartMark[],
  pointer: { x: number; y: number } | null = null,
  bars = [bar],
  where: Parameters<typeof markShapes>[2] = input,
) =>
  markShapes(marks, bars, where, pointer).flatMap((shape) =>
    shape.kind === 'arrow' || shape.kind === 'mark' ? [[shape.kind === 'arrow' ? 'arrow' : shape.mark.text, shape.at.x, shape.at.y]] : [],
  );

it('points at the price of a fill with the tip of an arrow, and says the rest under the pointer, where it covers no bar', () => {
  const bought = [fill({ price: 105, tip: true })];
  expect(shapesOf(bought)).toEqual([['arrow', 50, 95]]);
  expect(shapesOf(bought, { x: 50, y: 40 })).toHaveLength(1);
  const [, said] = shapesOf(bought, { x: 54, y: 99 });
  expect(said?.[0]).toBe('B 0.1 @ 105');
  expect(said?.[2]).toBeGreaterThan(200 - bar.low);
  const [sold, told] = shapesOf([fill({ side: 'above', text: 'S', price: 90, tip: true })], { x: 50, y: 105 });
  expect(sold).toEqual(['arrow', 50, 110]);
  expect(told?.[2]).toBeLessThan(200 - bar.high);
});

it('makes one arrow of the fills of a bar, with their number', () => {
  const many = [fill({ price: 105, tip: true, fills: ['o1 1', 'o1 2', 'o2 3'] })];
  expect(shapesOf(many).map(([what]) => what)).toEqual(['arrow', '3']);
  expect(shapesOf(many, { x: 50, y: 97 }).map(([what]) => what)).toEqual(['arrow', 'B 0.1 @ 105']);
});

it('keeps the words of a mark at the newest bar whole, before the axis, and its tip at the bar', () => {
  const [tip, words] = shapesOf([fill({ price: 105, tip: true })], { x: 290, y: 97 }, [bar], { ...input, xOf: () => 290 });
  expect(tip?.[1]).toBe(290);
  expect(words?.[1]).toBeLessThan(300 - 30);
});

it('stacks marks beside their bar where they name no price', () => {
  expect(shapesOf([fill({}), fill({})]).map(([, , y]) => y)).toEqual([125, 139]);
});

it('says one fill at a time, the newest of those under the pointer', () => {
  const fills = [fill({ price: 105, tip: true }), fill({ timeMs: 60_000, price: 104, tip: true, text: 'B 0.2 @ 104' })];
  const near = { ...input, xOf: (timeMs: number) => 50 + timeMs / 10_000 };
  const said = shapesOf(fills, { x: 52, y: 98 }, [bar, { ...bar, timeMs: 60_000 }], near);
  expect(said.map(([what]) => what)).toEqual(['arrow', 'arrow', 'B 0.2 @ 104']);
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
