import { expect, it } from 'vitest';
import { type RowPart, rowWidths } from './row-widths.ts';

const px = (size: number, least = 100): RowPart => ({ size, unit: 'px', least });
const share = (size: number, least = 100): RowPart => ({ size, unit: '%', least });

it('keeps the widths of the sides at every width of the window, and the middle takes the rest', () => {
  const desk = [px(240), share(100, 400), px(280), px(300)];
  expect(rowWidths(desk, 1_368)).toEqual([240, 548, 280, 300]);
  expect(rowWidths(desk, 2_500)).toEqual([240, 1_680, 280, 300]);
});

it('lets the sides give way, each down to its least, before the middle has less than its own', () => {
  expect(rowWidths([px(300, 200), share(1, 400), px(200, 200)], 850)).toEqual([250, 400, 200]);
  expect(rowWidths([px(80, 120), share(1)], 500)).toEqual([120, 380]);
});

it('cuts all alike where not even the least have room', () => {
  expect(rowWidths([px(300, 200), share(1, 400)], 300)).toEqual([100, 200]);
});

it('shares what is left between several that grow, none below its least', () => {
  expect(rowWidths([px(200), share(60), share(30), share(10)], 800)).toEqual(
    [200, 1_000 / 3, 500 / 3, 100].map((width) => expect.closeTo(width)),
  );
  expect(rowWidths([px(100), share(50), share(50)], 700)).toEqual([100, 300, 300]);
});

it('takes widths for shares where nothing grows', () => {
  expect(rowWidths([px(200), px(300)], 1_000)).toEqual([400, 600]);
});
