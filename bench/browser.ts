import { leaveCanvases } from './browser/bare-page.ts';
import { frameCost } from './browser/cost.ts';
import { firstLoad } from './browser/first-load.ts';
import { watchFrames } from './browser/frames.ts';
import { heapAfter, heapUse } from './browser/heap.ts';
import { installLatencyProbe, latencyP99, restartLatencyProbe } from './browser/message-latency.ts';
import { openBrowser, waitForPanels } from './browser/open-dashboard.ts';
import { packagedPanel } from './browser/packaged-panel.ts';
import { everyType, openGrid, openPanels } from './browser/panel-grid.ts';
import { scrollMarkets } from './browser/scroll.ts';
import { shiftWhileTrading } from './browser/trading.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const seconds = 15;
const busySeconds = 60;
const tradingSeconds = 30;
const settleMs = 4_000;
/** Every function that the page uses has been compiled by then, and the hottest ones have been optimised. */
const heapWarmUp = 20;
const heapRounds = 50;
/** A figure of this stands beside the one after the first `heapRounds`: the engine goes on optimising functions, ever fewer of them. */
const reopened = `after every panel was opened and closed ${heapRounds} times and ${heapRounds} times again`;
const loadRounds = 5;
/** 1,500 trades a second for ten minutes are the 31 a second of a busy market over eight hours; each has its first hour's worth as baseline. */
const hoursSeconds = 600;
const mebibyte = 2 ** 20;
const manyMarkets = 5_000;

/** The default dashboard under 200 row changes, 20 books and 500 trades a second of its market, at full speed and at a quarter of it. */
async function dashboard(): Promise<Figure[]> {
  const opened = await openBrowser([200, 20, 200, 500]);
  try {
    const { page, cdp } = opened;
    await page.goto(`${opened.http.url}/dashboard`);
    await waitForPanels(page);
    await page.waitForTimeout(settleMs);
    const full = await watchFrames(page, cdp, seconds);
    const cost = await frameCost(page, cdp, seconds);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.waitForTimeout(settleMs);
    const throttled = await watchFrames(page, cdp, seconds);
    const canvases = await leaveCanvases(opened);
    await page.waitForTimeout(settleMs);
    const bare = await watchFrames(page, cdp, seconds);
    return [
      figure('browser: p95 frame', full.p95FrameMs, 'ms'),
      figure('browser: scripting', full.scriptShare * 100, '% of a core'),
      figure('browser: longest task', full.longestTaskMs, 'ms'),
      figure('browser: script per frame', cost.scriptMs, 'ms of CPU'),
      figure('browser: style and layout per frame', cost.layoutMs, 'ms of CPU'),
      figure('browser: paint per frame', cost.paintMs, 'ms of CPU'),
      figure('browser: p95 frame, 4x throttle', throttled.p95FrameMs, 'ms', full.p95FrameMs),
      figure('browser: scripting, 4x throttle', throttled.scriptShare * 100, '% of a core', full.scriptShare * 100),
      figure('browser: longest task, 4x throttle', throttled.longestTaskMs, 'ms', full.longestTaskMs),
      figure(`browser: p95 frame, 4x throttle, of ${canvases} canvases alone with a dot each`, bare.p95FrameMs, 'ms', throttled.p95FrameMs),
      figure(
        `browser: longest task, 4x throttle, of ${canvases} canvases alone with a dot each`,
        bare.longestTaskMs,
        'ms',
        throttled.longestTaskMs,
      ),
    ];
  } finally {
    await opened.close();
  }
}

/** The first workspace with an empty cache. */
async function load(): Promise<Figure[]> {
  const opened = await openBrowser([200, 20]);
  try {
    const { paintedMs, requests, bytes } = await firstLoad(opened, loadRounds);
    return [
      figure('browser: first load until every panel of the first workspace stands', paintedMs, 'ms'),
      figure('browser: requests until then', requests, 'requests'),
      figure('browser: bytes over the line until then', bytes / 1_000, 'kB'),
    ];
  } finally {
    await opened.close();
  }
}

/** The default dashboard while it hears as many books and trades as a busy market has in eight hours. */
async function hours(): Promise<Figure[]> {
  const opened = await openBrowser([200, 100, 200, 1_500]);
  try {
    const { page } = opened;
    await page.goto(`${opened.http.url}/dashboard`);
    await waitForPanels(page);
    await page.waitForTimeout((hoursSeconds * 1_000) / 8);
    const first = await heapUse(opened);
    await page.waitForTimeout((hoursSeconds * 1_000 * 7) / 8);
    const last = await heapUse(opened);
    return [
      figure(
        'browser: objects after the books and trades of eight hours',
        last.objectBytes / mebibyte,
        'MiB',
        first.objectBytes / mebibyte,
      ),
      figure('browser: whole heap after them', last.usedBytes / mebibyte, 'MiB', first.usedBytes / mebibyte),
      figure('browser: DOM nodes after them', last.domNodes, 'nodes', first.domNodes),
    ];
  } finally {
    await opened.close();
  }
}

/** Somebody trades by hand on the default dashboard. */
async function trading(): Promise<Figure[]> {
  const opened = await openBrowser([200, 20]);
  try {
    await opened.page.goto(`${opened.http.url}/dashboard`);
    await waitForPanels(opened.page);
    await opened.page.waitForTimeout(settleMs);
    return [figure(`browser: layout shift in ${tradingSeconds} s of trading`, await shiftWhileTrading(opened, tradingSeconds), '')];
  } finally {
    await opened.close();
  }
}

/** What opening and closing every panel again and again leaves behind: the whole heap, with all that the engine compiles meanwhile. */
async function heap(): Promise<Figure[]> {
  const opened = await openBrowser([200, 20]);
  try {
    await openPanels(opened, await everyType());
    const warm = await heapAfter(opened, heapWarmUp);
    const before = await heapAfter(opened, heapRounds - heapWarmUp);
    const after = await heapAfter(opened, heapRounds);
    return [
      figure(`browser: heap ${reopened}`, after.usedBytes / mebibyte, 'MiB', before.usedBytes / mebibyte),
      figure(`browser: heap after the first ${heapRounds} times`, before.usedBytes / mebibyte, 'MiB', warm.usedBytes / mebibyte),
      figure('browser: compiled code in it', after.codeBytes / mebibyte, 'MiB', before.codeBytes / mebibyte),
      figure('browser: machine code in that', after.machineCodeBytes / mebibyte, 'MiB', before.machineCodeBytes / mebibyte),
      figure(`browser: objects ${reopened}`, after.objectBytes / mebibyte, 'MiB', before.objectBytes / mebibyte),
      figure('browser: functions compiled after that', after.functions, 'functions', before.functions),
      figure('browser: DOM nodes after that', after.domNodes, 'nodes', before.domNodes),
      figure('browser: listeners after that', after.listeners, 'listeners', before.listeners),
    ];
  } finally {
    await opened.close();
  }
}

/** 16 panels under 2,000 row and 20 book changes a second for a minute. */
async function busy(): Promise<Figure[]> {
  const opened = await openBrowser([2_000, 20]);
  try {
    const { page, cdp } = opened;
    await installLatencyProbe(page);
    await openGrid(opened, 16);
    await page.waitForTimeout(settleMs);
    await restartLatencyProbe(page);
    const frames = await watchFrames(page, cdp, busySeconds);
    return [
      figure('browser: p95 frame, 16 panels, 2,000 rows/s', frames.p95FrameMs, 'ms'),
      figure('browser: scripting, 16 panels, 2,000 rows/s', frames.scriptShare * 100, '% of a core'),
      figure('browser: longest task, 16 panels, 2,000 rows/s', frames.longestTaskMs, 'ms'),
      figure('browser: message to paint p99, 16 panels, 2,000 rows/s', await latencyP99(page), 'ms'),
    ];
  } finally {
    await opened.close();
  }
}

/** The table of all markets, scrolled from end to end while its rows change. */
async function scrolling(): Promise<Figure[]> {
  const opened = await openBrowser([2_000, 20, manyMarkets]);
  try {
    const { page, cdp } = opened;
    await openGrid(opened, 4);
    await page.waitForTimeout(settleMs);
    const [frames] = await Promise.all([watchFrames(page, cdp, seconds), scrollMarkets(opened, seconds)]);
    return [
      figure(`browser: p95 frame, ${manyMarkets} markets scrolled`, frames.p95FrameMs, 'ms'),
      figure(`browser: longest task, ${manyMarkets} markets scrolled`, frames.longestTaskMs, 'ms'),
    ];
  } finally {
    await opened.close();
  }
}

/** How long a panel takes to open in the frame of a package, beside the same one of the build, whose code the page has already. */
async function packages(): Promise<Figure[]> {
  const opened = await openBrowser([200, 20]);
  try {
    const { builtInMs, packagedMs } = await packagedPanel(opened);
    return [figure('browser: a packaged panel restored and painted', packagedMs, 'ms', builtInMs)];
  } finally {
    await opened.close();
  }
}

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = { load, dashboard, trading, heap, hours, busy, scrolling, packages };

/**
 * The first load, the dashboard under a steady stream of changes, what moves on it while somebody trades, what opening and closing and long hours leave behind, a full workspace under a heavy stream, a
 * long table under the wheel, and a panel of a package; or only some of these parts, by name.
 */
export async function run(names: readonly string[] = Object.keys(parts)): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    const part = parts[name];
    if (part === undefined) throw new Error(`no part called ${name}; there are: ${Object.keys(parts).join(', ')}`);
    figures.push(...(await part()));
  }
  return figures;
}

await printWhenMain(import.meta.url, run);
