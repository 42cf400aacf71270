import { randomInt } from 'node:crypto';
import svgCaptcha from 'svg-captcha';
import type { CaptchaDraw } from './captcha-desk.ts';
import { flatten, type Outline, pathOf, ribbon } from './captcha-outlines.ts';

const width = 232;
const height = 64;
/** Dark on light in every theme: whoever sees little should not have to guess. */
const [ink, ground] = ['#1d2633', '#f4f5f7'];
/** As tall as the tails of y and j leave room for. */
const fontSize = 56;
/** Pixels: of a line of noise, and of what makes the thin sides of the letters bolder. */
const [lineWidth, boldness] = [0.6, 1.1];

/** Nobody can foretell it, as he could a seeded one from the pictures before. */
const random = (): number => randomInt(2 ** 32) / 2 ** 32;

/**
 * Five letters and digits without the ones that look alike. The library draws each as a path of its own, whose commands tell which it
 * is: here all outlines are taken apart at random points and become one path, in random order.
 */
export const drawCaptcha: CaptchaDraw = () => {
  const { text, data } = svgCaptcha.create({ size: 5, ignoreChars: '0o1ilIO9gq', noise: 2, width, height, fontSize });
  const paths = [...data.matchAll(/<path ([^>]*)>/g)].map(([, attributes = '']) => ({
    isLine: attributes.includes('stroke='),
    outlines: flatten(/ ?d="([^"]*)"/.exec(attributes)?.[1] ?? '', random),
  }));
  const outlines = paths.flatMap(({ isLine, outlines: own }): readonly Outline[] =>
    isLine ? own.map((line) => ribbon(line, lineWidth)) : own,
  );
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0,0,${width},${height}"><rect ${size} fill="${ground}"/><path fill="${ink}" stroke="${ink}" stroke-width="${boldness}" d="${pathOf(outlines, random)}"/></svg>`;
  return { text, svg };
};
