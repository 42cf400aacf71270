import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingTools, toolOf } from './catalogue.ts';
import { retracementLevels } from './fibonacci.ts';
import { changeText, spanText } from './measures.ts';
import { beyond, type DrawingTool, type Pixel, type Shape, type ToolInput } from './tool.ts';

const width = 800;
const height = 400;
/** A scale of one price unit a pixel, upside down. */
const inputOf = (points: readonly Pixel[], words = ''): ToolInput => ({
  points,
  prices: points.map(({ y }) => height - y),
  bars: points.map(({ x }) => Math.round(x / 8)),
  timesMs: points.map(({ x }) => Math.round(x / 8) * 60_000),
  width,
  height,
  text: words,
  yOf: (price) => height - price,
  xOf: (timeMs) => (timeMs / 60_000) * 8,
  priceText: (price) => price.toFixed(1),
});
const draw = (id: string, ...points: Pixel[]): readonly Shape[] => toolOf(id)?.draw(inputOf(points, 'words')) ?? [];
const pixelsOf = (shape: Shape): readonly Pixel[] =>
  'points' in shape ? shape.points : [shape.kind === 'circle' ? shape.center : shape.at];
const clicksOf = ({ clicks }: DrawingTool): number => (typeof clicks === 'number' ? clicks : 3);

describe('every tool', () => {
  it('has an id of its own, and there are at least fifteen', () => {
    expect(new Set(drawingTools.map(({ id }) => id)).size).toBe(drawingTools.length);
    expect(drawingTools.length).toBeGreaterThanOrEqual(15);
  });

  it.each(
    drawingTools.map((tool) => [tool.id, tool] as const),
  )('%s draws something finite for any complete points, and never fails before', (_, tool) => {
    const pixel = fc.record({ x: fc.integer({ min: -2000, max: 2000 }), y: fc.integer({ min: -2000, max: 2000 }) });
    const complete = fc.array(pixel, { minLength: clicksOf(tool), maxLength: clicksOf(tool) });
    fc.assert(
      fc.property(complete, (points) => {
        for (let set = 0; set <= points.length; set += 1) {
          for (const shape of tool.draw(inputOf(points.slice(0, set), 'words'))) {
            for (const { x, y } of pixelsOf(shape)) if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
          }
        }
        return (
          tool.draw(inputOf(points, 'words')).length > 0 ||
          new Set(points.map(({ x }) => x)).size < points.length ||
          tool.id === 'fibonacci-time'
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('lines', () => {
  it('a ray leaves the chart in its own direction', () => {
    const from = { x: 100, y: 100 };
    const end = beyond(from, { x: 101, y: 100 }, { width, height });
    expect(end.x).toBeGreaterThan(width);
    expect(end.y).toBe(100);
  });

  it('a horizontal line names its price', () => {
    expect(draw('horizontal', { x: 50, y: 150 })).toContainEqual(expect.objectContaining({ kind: 'text', text: '250.0' }));
  });
});

describe('Fibonacci', () => {
  it('retraces from the second point to the first', () => {
    const texts = draw('fibonacci', { x: 0, y: 400 }, { x: 100, y: 0 }).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(texts).toHaveLength(retracementLevels.length);
    expect(texts[0]).toBe('0.0%  400.0');
    expect(texts[4]).toBe('61.8%  152.8');
    expect(texts.at(-1)).toBe('100.0%  0.0');
  });

  it('extends a swing from the third point', () => {
    const texts = draw('fibonacci-extension', { x: 0, y: 400 }, { x: 50, y: 300 }, { x: 80, y: 350 }).flatMap((shape) =>
      shape.kind === 'text' ? [shape.text] : [],
    );
    expect(texts).toContain('161.8%  211.8');
  });
});

describe('names of levels', () => {
  it('are left out where they would lie on one another', () => {
    const shapes = draw('fibonacci', { x: 0, y: 30 }, { x: 100, y: 0 });
    expect(shapes.filter(({ kind }) => kind === 'line')).toHaveLength(retracementLevels.length + 1);
    expect(shapes.filter(({ kind }) => kind === 'text').length).toBeLessThan(retracementLevels.length);
  });
});

describe('measures', () => {
  it.each([
    [15 * 60_000, '15m'],
    [4.25 * 3_600_000, '4h 15m'],
    [-76 * 3_600_000, '3d 4h'],
    [0, '0m'],
  ])('%s ms reads %s', (ms, words) => {
    expect(spanText(ms)).toBe(words);
  });

  it('say the change with its sign and percent', () => {
    const text = (price: number): string => price.toFixed(2);
    expect(changeText(200, 210, text)).toBe('+10.00 (+5.00%)');
    expect(changeText(200, 190, text)).toBe('−10.00 (−5.00%)');
    expect(changeText(0, 1, text)).toBe('+1.00 (+0.00%)');
  });
});
