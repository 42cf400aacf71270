import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Figure, figure, printWhenMain } from './figure.ts';

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
const rounds = 3;
/** How long the demo trades before it is killed, unless `TESSERA_BENCH_DATA` names a data folder of a demo: a copy of that is started. */
const tradedMs = 60_000;
const patienceMs = 180_000;

interface Started {
  readonly child: ChildProcess;
  /** From the beginning of the process, the loading of its code included. */
  readonly readyMs: number;
  readonly parts: Readonly<Record<string, { readonly ms: number; readonly cpuMs: number }>>;
}

/**
 * How long the product takes to be ready after `kill -9` of a busy demo, against a start without anybody's data: the same code, an empty
 * database, no simulated exchange. Medians of three starts each, in turn.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  try {
    const killed = await demoData(folder);
    const bare = join(folder, 'bare');
    await kill((await start(bare, [])).child);
    const [demoStarts, bareStarts]: [Started[], Started[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      // A start that is killed leaves data behind that it has tended: each gets the same.
      const copy = join(folder, `round-${round}`);
      cpSync(killed, copy, { recursive: true });
      demoStarts.push(await timed(copy, ['--demo']));
      bareStarts.push(await timed(bare, []));
      rmSync(copy, { recursive: true });
    }
    const empty = middle(bareStarts);
    const parts = Object.entries(middle(demoStarts).parts).filter(([, { ms }]) => ms > 0);
    return [
      figure('start on the data of a killed demo, until ready', middle(demoStarts).readyMs, 'ms', empty.readyMs),
      ...parts.map(([name, { ms }]) => figure(`start, ${name}`, ms, 'ms', empty.parts[name]?.ms ?? null)),
      ...parts.map(([name, { cpuMs }]) => figure(`start, ${name}, CPU of all threads`, cpuMs, 'ms', empty.parts[name]?.cpuMs ?? null)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function demoData(folder: string): Promise<string> {
  const given = process.env.TESSERA_BENCH_DATA;
  if (given !== undefined) return given;
  const data = join(folder, 'demo');
  const { child } = await start(data, ['--demo']);
  await new Promise((resolve) => setTimeout(resolve, tradedMs));
  await kill(child);
  return data;
}

async function timed(data: string, args: readonly string[]): Promise<Started> {
  const started = await start(data, args);
  await kill(started.child);
  return started;
}

function start(data: string, args: readonly string[]): Promise<Started> {
  const fromMs = performance.now();
  const env = { ...process.env, TESSERA_PORT: '0', TESSERA_DATA: data, TESSERA_LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.includes('"the server is ready"')) return;
      clearTimeout(timer);
      const { start: parts } = JSON.parse(line) as { readonly start: Started['parts'] };
      resolve({ child, readyMs: performance.now() - fromMs, parts });
    });
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

const middle = (starts: readonly Started[]): Started => {
  const [, one] = starts.toSorted((a, b) => a.readyMs - b.readyMs);
  if (one === undefined) throw new RangeError('a median needs three starts');
  return one;
};

await printWhenMain(import.meta.url, run);
