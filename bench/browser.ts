import { watchFrames } from './browser/frames.ts';
import { openBrowser, waitForPanels } from './browser/open-dashboard.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const seconds = 15;
const settleMs = 4_000;

/** The default dashboard under 200 row and 20 book changes a second, at full speed and at a quarter of it. */
export async function run(): Promise<Figure[]> {
  const dashboard = await openBrowser([200, 20]);
  try {
    const { page, cdp } = dashboard;
    await page.goto(`${dashboard.http.url}/dashboard`);
    await waitForPanels(page);
    await page.waitForTimeout(settleMs);
    const full = await watchFrames(page, cdp, seconds);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.waitForTimeout(settleMs);
    const throttled = await watchFrames(page, cdp, seconds);
    return [
      figure('browser: p95 frame', full.p95FrameMs, 'ms'),
      figure('browser: scripting', full.scriptShare * 100, '% of a core'),
      figure('browser: longest task', full.longestTaskMs, 'ms'),
      figure('browser: p95 frame, 4x throttle', throttled.p95FrameMs, 'ms', full.p95FrameMs),
      figure('browser: scripting, 4x throttle', throttled.scriptShare * 100, '% of a core', full.scriptShare * 100),
      figure('browser: longest task, 4x throttle', throttled.longestTaskMs, 'ms', full.longestTaskMs),
    ];
  } finally {
    await dashboard.close();
  }
}

await printWhenMain(import.meta.url, run);
