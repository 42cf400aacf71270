import type { Page } from '@playwright/test';
import { percentile } from '../engine/measure.ts';

interface Probed {
  readonly paintedMs: number[];
}

/**
 * From the arrival of a message with tickers of rows in sight until the frame that shows it is handed to the compositor. To be
 * installed before the page loads.
 */
export async function installLatencyProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const probe = { paintedMs: [] as number[] };
    Object.assign(globalThis, { latencyProbe: probe });
    let oldest: number | null = null;
    let inSight: readonly string[] = [];
    setInterval(() => {
      const rows = [...document.querySelectorAll('[role=grid] [role=row][id*="/spot"]')];
      // The id of a row ends with its instrument's.
      inSight = [...new Set(rows.map(({ id }) => `"id":"${id.slice(id.lastIndexOf('-') + 1)}"`))];
    }, 500);
    // One row may come with the price that it has already; two of them hardly do.
    const isInSight = (data: string): boolean => inSight.filter((id) => data.includes(id)).length > 1;
    const Native = globalThis.WebSocket;
    globalThis.WebSocket = class extends Native {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('message', ({ data }) => {
          if (typeof data === 'string' && data.includes('"tickers"') && isInSight(data)) oldest ??= performance.now();
        });
      }
    };
    const channel = new MessageChannel();
    const shown: number[] = [];
    // Changes are made in an animation frame; a message posted there arrives when that frame is painted.
    channel.port1.onmessage = () => {
      for (const from of shown.splice(0)) probe.paintedMs.push(performance.now() - from);
    };
    new MutationObserver((changes) => {
      if (oldest === null || !changes.some(({ type }) => type === 'characterData')) return;
      shown.push(oldest);
      oldest = null;
      channel.port2.postMessage(null);
    }).observe(document, { subtree: true, characterData: true });
  });
}

/** Forgets what was measured so far. */
export const restartLatencyProbe = (page: Page): Promise<void> =>
  page.evaluate(() => void (globalThis as unknown as { latencyProbe: Probed }).latencyProbe.paintedMs.splice(0));

/** 99th percentile in ms since the last restart. */
export async function latencyP99(page: Page): Promise<number> {
  const measured = await page.evaluate(() => (globalThis as unknown as { latencyProbe: Probed }).latencyProbe.paintedMs);
  return percentile(Float64Array.from(measured), 0.99);
}
