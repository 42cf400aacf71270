import { expect, it } from 'vitest';
import { drawCaptcha } from './draw-captcha.ts';

const height = 50;

/** Every second number of a path is a height; all its commands come with whole points. */
const heightsOf = (svg: string): readonly number[] =>
  [...svg.matchAll(/<path fill="#[^>]* d="([^"]*)"/g)].flatMap(([, path = '']) =>
    (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number).filter((_, at) => at % 2 === 1),
  );

it('cuts no character off at the edge of its picture', () => {
  const heights = Array.from({ length: 150 }, () => heightsOf(drawCaptcha().svg)).flat();
  expect(heights.length).toBeGreaterThan(0);
  expect(heights.reduce((most, y) => Math.max(most, y))).toBeLessThan(height);
  expect(heights.reduce((least, y) => Math.min(least, y))).toBeGreaterThan(0);
});
