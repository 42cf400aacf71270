import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverFlags } from '../scripts/kit/server-flags.mjs';
import { type Figure, figure, printWhenMain } from './figure.ts';
import type { PaperPlan, PaperResult } from './paper/plan.ts';

const plan: PaperPlan = { instances: 200, markets: 50, updatesPerSecond: 10, moveEvery: 10, warmUpMs: 5_000, measuredMs: 10_000 };
/** Some instances, whose books tell what a step costs when nothing waits. */
const calm: PaperPlan = { ...plan, instances: 20, markets: 20 };

/**
 * Market makers on paper under a stream of books, server, database and threads on one core: from a book to the order or cancel that it
 * leads to. Every tenth book moves the price, so that all quotes are made anew.
 */
export async function run(): Promise<Figure[]> {
  const few = await onOneCore(calm);
  const many = await onOneCore(plan);
  return [
    figure('paper: 200 market makers on one core, books heard', many.heardPerSecond, '1/s', many.booksPerSecond),
    figure('paper: 200 market makers on one core, orders and cancels', many.ordersPerSecond, '1/s'),
    figure('paper: 200 market makers on one core, book to order p50', many.p50Ms, 'ms', few.p50Ms),
    figure('paper: 200 market makers on one core, book to order p99', many.p99Ms, 'ms', few.p99Ms),
    figure('paper: 200 market makers on one core, share of the core that was used', many.cores, '', few.cores),
    figure('paper: 200 market makers on one core, share that other processes took', many.othersCores, '', few.othersCores),
    figure(
      'paper: CPU of all threads for one book',
      (many.cores / many.heardPerSecond) * 1e6,
      'µs',
      (few.cores / few.heardPerSecond) * 1e6,
    ),
    figure('paper: start of the first instance of a plugin', few.firstStartMs, 'ms'),
    figure('paper: start of the others, p99', few.startMs, 'ms'),
    figure('paper: memory of one more instance', many.bytesPerInstance / 2 ** 20, 'MiB'),
  ];
}

async function onOneCore(what: PaperPlan): Promise<PaperResult> {
  const file = fileURLToPath(new URL('./paper/one-core.ts', import.meta.url));
  const pin = existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', '0'] : [];
  if (pin.length === 0) console.error('there is no taskset: the instances use all cores');
  const flags = serverFlags(pin.length === 0 ? availableParallelism() : 1);
  const node = [process.execPath, '--expose-gc', ...flags, '--import', 'tsx', file, JSON.stringify(what)];
  const [command = '', ...rest] = [...pin, ...node];
  const { stdout } = await promisify(execFile)(command, rest, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PaperResult;
}

await printWhenMain(import.meta.url, run);
