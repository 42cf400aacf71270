import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteIndex } from '../core/contract/site.ts';
import { launchChromium } from '../e2e/kit/chromium.ts';
import { buildProduct, root } from '../scripts/kit/prepare.mjs';
import { freshDataDir } from '../tests/kit/servers/data-folder.ts';
import { freePort } from '../tests/kit/servers/server-pair.ts';
import { ServerProcess } from '../tests/kit/servers/server-process.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';
import { lighthouseScores } from './site/lighthouse-scores.ts';
import { type PageVisit, visitSlowly } from './site/page-visit.ts';
import { statsCost } from './site/stats-cost.ts';
import { uploadMemory } from './site/upload-memory.ts';

const goals = { scriptKb: 70, allKb: 300, paintMs: 1_000, score: 95, statsMs: 2, uploadMb: 20 };
/** Of these Lighthouse looks at every page; of the guide's many pages the others are made alike. */
const judged = /^\/(?!guide\/)/;

/**
 * The public site: what each page weighs, how soon it stands on a slow line with a quarter of the processor, Lighthouse's scores, and what the
 * calls of it cost the server. Names the worst page of each figure.
 */
export async function run(): Promise<Figure[]> {
  if (!buildProduct()) throw new Error('the client cannot be built');
  const index = JSON.parse(readFileSync(join(root, 'dist', 'client', 'site.json'), 'utf8')) as SiteIndex;
  const all = index.pages.map(({ path }) => path);
  const paths = all.filter((path) => judged.test(path));
  const port = await freePort();
  const server = await ServerProcess.start(await freshDataDir(), { calm: true });
  const browser = await launchChromium(`--remote-debugging-port=${port}`);
  try {
    const visits: PageVisit[] = [];
    for (const path of all) visits.push(await visitSlowly(browser, server.url, path));
    const scores = await lighthouseScores(
      paths.map((path) => `${server.url}${path}`),
      port,
    );
    const worst = (what: string, of: (visit: PageVisit) => number, unit: string, goal: number | null): Figure => {
      const [most] = [...visits].sort((a, b) => of(b) - of(a));
      if (most === undefined) throw new Error('the site has no pages');
      return figure(`site: ${what}, most of ${visits.length} pages (${most.path})`, of(most), unit, goal);
    };
    return [
      worst('script, gzip', ({ scriptBytes }) => scriptBytes / 1_000, 'kB', goals.scriptKb),
      worst('all that is loaded', ({ allBytes }) => allBytes / 1_000, 'kB', goals.allKb),
      worst('largest contentful paint, 4x throttle and slow 4G', ({ paintMs }) => paintMs, 'ms', goals.paintMs),
      worst('layout shift', ({ shift }) => shift, '', null),
      ...Object.entries(scores).map(([name, { score, url }]) =>
        figure(`site: Lighthouse, ${name}, least of ${paths.length} pages (${new URL(url).pathname})`, score, '', goals.score),
      ),
      ...(await statsCost(goals.statsMs)),
      ...(await uploadMemory(goals.uploadMb)),
    ];
  } finally {
    await browser.close();
    await server.kill();
  }
}

await printWhenMain(import.meta.url, run);
