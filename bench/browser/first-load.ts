import type { OpenDashboard } from './open-dashboard.ts';
import { waitForPanels } from './open-dashboard.ts';

interface FirstLoad {
  /** From the navigation until every panel of the first workspace has its content on the screen. */
  readonly paintedMs: number;
  /** Of the server: pictures within a style sheet are none. */
  readonly requests: number;
  /** Bytes of answers as they came over the line, compressed; frames of the socket are not among them. */
  readonly bytes: number;
}

/** Opens the first workspace with an empty cache, `rounds` times; the fastest counts, for neighbours only ever take away. */
export async function firstLoad({ page, cdp, http }: OpenDashboard, rounds: number): Promise<FirstLoad> {
  await cdp.send('Network.enable');
  let found: FirstLoad = { paintedMs: Number.POSITIVE_INFINITY, requests: 0, bytes: 0 };
  const counted = { requests: 0, bytes: 0 };
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) counted.requests += 1;
  });
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
  });
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank');
    await cdp.send('Network.clearBrowserCache');
    Object.assign(counted, { requests: 0, bytes: 0 });
    await page.goto(`${http.url}/dashboard`, { waitUntil: 'commit' });
    await waitForPanels(page);
    const paintedMs = await page.evaluate(() => performance.now());
    if (paintedMs < found.paintedMs) found = { paintedMs, ...counted };
  }
  return found;
}
