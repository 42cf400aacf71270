import type { Page } from '@playwright/test';
import type { OpenDashboard } from './open-dashboard.ts';

interface Canvas {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Of its picture, in pixels of the device. */
  readonly pixels: readonly [number, number];
}

/**
 * Puts in the place of the dashboard a page with nothing but its canvases, of which each gets one dot in every second frame: what is left of the time between two
 * frames is the browser's own, and no page that draws on as many can be below it.
 */
export async function leaveCanvases({ page }: OpenDashboard): Promise<number> {
  const canvases = await page.evaluate(() =>
    [...document.querySelectorAll('canvas')].flatMap((canvas): Canvas[] => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      return width === 0 || height === 0 ? [] : [{ left, top, width, height, pixels: [canvas.width, canvas.height] }];
    }),
  );
  await page.goto('about:blank');
  await dots(page, canvases);
  return canvases.length;
}

async function dots(page: Page, canvases: readonly Canvas[]): Promise<void> {
  await page.evaluate((all) => {
    const contexts = all.map(({ left, top, width, height, pixels }) => {
      const canvas = document.body.appendChild(document.createElement('canvas'));
      [canvas.width, canvas.height] = pixels;
      Object.assign(canvas.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
      return canvas.getContext('2d');
    });
    let count = 0;
    const next = (): void => {
      if (++count % 2 === 0) for (const context of contexts) context?.fillRect(count % 100, 0, 1, 1);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }, canvases);
}
