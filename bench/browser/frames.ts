import type { CDPSession, Page } from '@playwright/test';
import { percentile } from '../engine/measure.ts';

interface FrameFigures {
  /** 95th percentile of the time between two animation frames. */
  readonly p95FrameMs: number;
  /** Part of one core spent in JavaScript. */
  readonly scriptShare: number;
  readonly longestTaskMs: number;
}

/** Watches animation frames, long tasks and script time of a page for a while. */
export async function watchFrames(page: Page, cdp: CDPSession, seconds: number): Promise<FrameFigures> {
  await cdp.send('Performance.enable');
  const before = await scriptSeconds(cdp);
  const { intervals, longest } = await page.evaluate(
    (forMs) =>
      new Promise<{ intervals: number[]; longest: number }>((resolve) => {
        const intervals: number[] = [];
        let longest = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        });
        observer.observe({ type: 'longtask' });
        const start = performance.now();
        let last = start;
        const next = (now: number): void => {
          intervals.push(now - last);
          last = now;
          if (now - start < forMs) requestAnimationFrame(next);
          else {
            observer.disconnect();
            resolve({ intervals: intervals.slice(1), longest });
          }
        };
        requestAnimationFrame(next);
      }),
    seconds * 1000,
  );
  const after = await scriptSeconds(cdp);
  return { p95FrameMs: percentile(Float64Array.from(intervals), 0.95), scriptShare: (after - before) / seconds, longestTaskMs: longest };
}

async function scriptSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}
