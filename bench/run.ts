/**
 * `npm run bench [name …]`: prints one JSON line a figure. Ratios compare two things measured in the same run, so they hold on
 * any machine; absolute values belong to the machine that is named on stderr.
 */
import { cpus, totalmem } from 'node:os';
import { readCommandLine, refuseCall } from '../scripts/kit/command-line.mjs';
import type { Figure } from './figure.ts';

const benches: Readonly<Record<string, () => Promise<{ run(): Promise<Figure[]> }>>> = {
  engine: () => import('./engine.ts'),
  journal: () => import('./journal.ts'),
  orders: () => import('./orders.ts'),
  fanout: () => import('./fanout.ts'),
  hub: () => import('./hub.ts'),
  backtest: () => import('./backtest.ts'),
  sweep: () => import('./sweep.ts'),
  paper: () => import('./paper.ts'),
  browser: () => import('./browser.ts'),
  candles: () => import('./candles.ts'),
  indicators: () => import('./indicators.ts'),
  endurance: () => import('./endurance.ts'),
  load: () => import('./load.ts'),
  isolation: () => import('./isolation.ts'),
  startup: () => import('./startup.ts'),
  failover: () => import('./failover.ts'),
  bus: () => import('./bus.ts'),
  site: () => import('./site.ts'),
  desk: () => import('./desk.ts'),
};

const usage = `npm run bench [name …]

Without a name all of them: ${Object.keys(benches).join(', ')}.`;
const { positionals: asked } = readCommandLine(usage, { allowPositionals: true });
const unknown = asked.filter((name) => benches[name] === undefined);
if (unknown.length > 0) refuseCall(`No bench is called ${unknown.join(', ')}`, usage);

const [cpu] = cpus();
console.error(`${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`);
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const bench = await benches[name]?.();
  for (const figure of (await bench?.run()) ?? []) console.log(JSON.stringify(figure));
}
process.exit(0);
