import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

/** A picture as a camera sees it: each module some pixels wide, dark on light. */
function pictureOf({ path, side }: ReturnType<typeof qrPath>, pixels = 6) {
  const width = side * pixels;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < pixels * pixels; at++) {
      const pixel = ((Number(y) * pixels + Math.floor(at / pixels)) * width + Number(x) * pixels + (at % pixels)) * 4;
      data.fill(0, pixel, pixel + 3);
    }
  return { width, height: width, data };
}

it('is read as the link that it was made of', () => {
  const link = 'https://trade.example/register?invite=0A1B2C3D4E';
  expect(decodeQR(pictureOf(qrPath(link)))).toBe(link);
});
