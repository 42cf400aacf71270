import type { Browser } from '@playwright/test';

export interface PageVisit {
  readonly path: string;
  /** Over the line, as it was compressed. */
  readonly scriptBytes: number;
  readonly allBytes: number;
  /** From the navigation to the largest contentful paint. */
  readonly paintMs: number;
  /** Cumulative layout shift until nothing moved any more. */
  readonly shift: number;
}

/** What Lighthouse calls slow 4G: 1.6 Mbit/s, an answer after 150 ms. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const throttle = 4;
const settleMs = 2_000;

interface Seen {
  paintMs: number;
  shift: number;
}

/** Opens a page in a browser that keeps nothing yet, and scrolls to its end, so that every island is loaded. */
export async function visitSlowly(browser: Browser, origin: string, path: string): Promise<PageVisit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', slow4g);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const kinds = new Map<string, string>();
    let [scriptBytes, allBytes] = [0, 0];
    cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId);
      // Calls of islands go on for as long as the page is open.
      if (kind === 'Fetch' || kind === 'XHR') return;
      allBytes += encodedDataLength;
      if (kind === 'Script') scriptBytes += encodedDataLength;
    });
    await context.addInitScript(() => {
      const seen: Seen = { paintMs: 0, shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.paintMs = startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { readonly value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    await page.waitForTimeout(settleMs);
    // Before anybody touches the page: a paint after that is none of the first view.
    const { paintMs } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(settleMs);
    const { shift } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    return { path, scriptBytes, allBytes, paintMs, shift };
  } finally {
    await context.close();
  }
}
