import { expect, it } from 'vitest';
import { drawCaptcha } from './draw-captcha.ts';

const pathsOf = (svg: string): string[] => [...svg.matchAll(/<path [^>]*d="([^"]*)"/g)].map(([, path = '']) => path);
const outlinesOf = (svg: string): string[] => pathsOf(svg).flatMap((path) => path.split('M').slice(1));
/** Every second number of a path is a height; all its commands come with whole points. */
const heightsOf = (svg: string): number[] =>
  pathsOf(svg).flatMap((path) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number).filter((_, at) => at % 2 === 1));
const drawn = Array.from({ length: 150 }, () => drawCaptcha());

it('cuts no character off at the edge of its picture', () => {
  const heights = drawn.flatMap(({ svg }) => heightsOf(svg));
  expect(heights.length).toBeGreaterThan(0);
  expect(heights.reduce((most, y) => Math.max(most, y))).toBeLessThan(64);
  expect(heights.reduce((least, y) => Math.min(least, y))).toBeGreaterThan(0);
});

it('draws all in one path of straight lines, so that no command tells a character', () => {
  for (const { svg } of drawn) {
    expect(pathsOf(svg)).toHaveLength(1);
    expect(
      pathsOf(svg)[0]
        ?.replaceAll(/[-\d. ]/g, '')
        .replaceAll('L', ''),
    ).toMatch(/^(MZ){5,}$/);
  }
});

it('tells a character neither by the number of its corners nor by its place in the path', () => {
  const simple = drawn.flatMap(({ svg }) => outlinesOf(svg)).map((outline) => outline.split('L').length);
  // A table of the 53 characters would know some two outlines of each.
  expect(new Set(simple).size).toBeGreaterThan(60);
  const firstIsLeft = drawn.filter(({ svg }) =>
    outlinesOf(svg)
      .slice(1)
      .every((one) => Number.parseFloat(one) > Number.parseFloat(outlinesOf(svg)[0] ?? '')),
  );
  expect(firstIsLeft.length).toBeLessThan(drawn.length / 2);
});
