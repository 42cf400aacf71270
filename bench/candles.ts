import { fileURLToPath } from 'node:url';
import type { CDPSession } from '@playwright/test';
import { build } from 'vite';
import { launchChromium } from '../e2e/kit/chromium.ts';
import { watchFrames } from './browser/frames.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const count = 50_000;
const fewer = 500;
const updatesPerSecond = 20;
const seconds = 10;
const draws = 5;

/** The chart with five indicators: how soon a long history is on the screen, and what a stream of changes costs then. */
export async function run(): Promise<Figure[]> {
  const browser = await launchChromium();
  const script = await bundle();
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    // The loader of TypeScript wraps functions in this helper, which the page does not have.
    const helper = '<script>globalThis.__name = (named) => named</script>';
    const ticks = await page.context().newCDPSession(page);
    await ticks.send('Performance.enable', { timeDomain: 'threadTicks' });
    const drawn = async (candles: number): Promise<Drawn> => {
      const times: number[] = [];
      const costs: number[] = [];
      for (let round = 0; round < draws; round += 1) {
        await page.setContent(
          `${helper}<style>:root { --tessera-up: #1fbf83; --tessera-down: #f2555a }</style><div id="chart" style="height: 900px"></div>`,
        );
        await page.addScriptTag({ type: 'module', content: script });
        await page.waitForFunction('globalThis.draw !== undefined');
        await page.evaluate(`prepare(${candles})`);
        const before = await threadMs(ticks);
        times.push(await page.evaluate<number>('draw()'));
        costs.push((await threadMs(ticks)) - before);
      }
      return { elapsedMs: Math.min(...times), cpuMs: Math.min(...costs) };
    };
    const few = await drawn(fewer);
    const many = await drawn(count);
    await page.evaluate(`update(${updatesPerSecond})`);
    const before = await threadMs(ticks);
    await page.waitForTimeout(seconds * 1000);
    const updateMs = ((await threadMs(ticks)) - before) / (seconds * updatesPerSecond);
    await ticks.detach();
    const cdp = await page.context().newCDPSession(page);
    const frames = await watchFrames(page, cdp, seconds);
    return [
      figure('candles: 50,000 drawn with 5 indicators', many.elapsedMs, 'ms', few.elapsedMs),
      figure('candles: 50,000 drawn with 5 indicators, CPU', many.cpuMs, 'ms of CPU', few.cpuMs),
      figure('candles: one update of 50,000 with its frame, CPU', updateMs, 'ms of CPU'),
      figure('candles: p95 frame, 20 updates/s on 50,000', frames.p95FrameMs, 'ms'),
      figure('candles: scripting, 20 updates/s on 50,000', frames.scriptShare * 100, '% of a core'),
      figure('candles: longest task, 20 updates/s on 50,000', frames.longestTaskMs, 'ms'),
    ];
  } finally {
    await browser.close();
  }
}

interface Drawn {
  readonly elapsedMs: number;
  /** Of the page's main thread: does not depend on who shares the machine. */
  readonly cpuMs: number;
}

async function threadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** The chart's own code as one script. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: fileURLToPath(new URL('./browser/candles-page.ts', import.meta.url)) },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as { output: readonly { type: string; code?: string }[] };
  return output.flatMap(({ type, code }) => (type === 'chunk' && code !== undefined ? [code] : [])).join('\n');
}

await printWhenMain(import.meta.url, run);
