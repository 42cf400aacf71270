import { watchFrames } from './browser/frames.ts';
import { heapUse } from './browser/heap.ts';
import { openBrowser } from './browser/open-dashboard.ts';
import { openGrid } from './browser/panel-grid.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

/** A quiet hour brings 33 row and 2 book changes a second; here eight of them come in eight minutes. */
const rates = [33 * 60, 2 * 60] as const;
const minutes = 8;
const panels = 16;

/** The messages of eight hours in eight minutes: what the page holds after a quarter of them, and after all. */
export async function run(): Promise<Figure[]> {
  const opened = await openBrowser(rates);
  try {
    const { page, cdp } = opened;
    await openGrid(opened, panels);
    await page.waitForTimeout((minutes / 4) * 60_000);
    const early = await heapUse(opened);
    await page.waitForTimeout((minutes / 2) * 60_000);
    const frames = await watchFrames(page, cdp, (minutes / 4) * 60);
    const late = await heapUse(opened);
    const held = 'endurance: eight hours of messages';
    return [
      figure(`${held}, objects at the end`, late.objectBytes / 2 ** 20, 'MiB', early.objectBytes / 2 ** 20),
      figure(`${held}, DOM nodes at the end`, late.domNodes, 'nodes', early.domNodes),
      figure(`${held}, listeners at the end`, late.listeners, 'listeners', early.listeners),
      figure(`${held}, p95 frame of the last quarter`, frames.p95FrameMs, 'ms'),
    ];
  } finally {
    await opened.close();
  }
}

await printWhenMain(import.meta.url, run);
