import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ngVariant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import example from '../plugins/strategy-market-maker/example.json' with { type: 'json' };
import { bundleStrategy } from '../scripts/plugin-pack/bundle-strategy.ts';
import { executors } from '../server/runtime/executors/index.ts';
import { GuestEngine } from '../server/runtime/isolated/guest-engine.ts';
import { defaultGuestLimits, GuestRealm } from '../server/runtime/isolated/guest-realm.ts';
import { IsolatedShelf } from '../server/runtime/isolated/isolated-shelf.ts';
import { IsolatedStrategy } from '../server/runtime/isolated/isolated-strategy.ts';
import { StepCheck } from '../server/runtime/isolated/step-check.ts';
import { testInstrument } from '../tests/kit/market-fixtures.ts';
import { quoteBooks } from './backtest/quote-load.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';
import { compartmentStrategy } from './isolation/in-compartment.ts';

const books = 5_000;
const rounds = 4;
const entry = fileURLToPath(new URL('../plugins/strategy-market-maker/server.ts', import.meta.url));
const childFile = fileURLToPath(new URL('./isolation/in-process.mjs', import.meta.url));

/** Walls around foreign strategies: what a step of the market maker costs behind each, beside the same without a wall. */
export async function run(): Promise<Figure[]> {
  const code = await bundleStrategy(entry);
  const bare = best(() => quoteBooks(books)) / books;
  const engine = await GuestEngine.start();
  const shelf = new IsolatedShelf(engine, code, executors);
  const quickjs = costOf(() => opened(shelf));
  const ng = await ngCost(code);
  const realmMs = best(() => engine.open(code).close());
  const realm = engine.open(code);
  const child = await childCost(code);
  // Last: it freezes this process's own built-ins.
  const compartment = compartmentStrategy(code);
  const ses = best(() => quoteBooks(books, compartment)) / books;
  return [
    figure('isolation: step without a wall', bare * 1e3, 'µs CPU'),
    figure('isolation: step in QuickJS (WebAssembly)', quickjs * 1e3, 'µs CPU', bare * 1e3),
    figure('isolation: step in quickjs-ng (WebAssembly)', ng * 1e3, 'µs CPU', bare * 1e3),
    figure('isolation: step in an SES compartment', ses * 1e3, 'µs CPU', bare * 1e3),
    figure('isolation: step in a process, both sides', child.stepUs, 'µs CPU', bare * 1e3),
    figure('isolation: step in a process, round trip', child.tripUs, 'µs'),
    figure('isolation: new realm in QuickJS', realmMs, 'ms CPU'),
    figure('isolation: new process', child.startMs, 'ms'),
    figure('isolation: memory of a realm in QuickJS', realm.usedBytes / 2 ** 20, 'MiB'),
    figure('isolation: memory of a process', child.memoryMb, 'MiB'),
  ];
}

const strategyId = 'market-maker';

function opened(shelf: IsolatedShelf) {
  const strategy = shelf.open(strategyId);
  if (strategy === null) throw new Error(`the package has no ${strategyId}`);
  return strategy;
}

const costOf = (open: () => ReturnType<typeof opened>): number => {
  const strategy = open();
  const cost = best(() => quoteBooks(books, strategy.definition)) / books;
  strategy.close();
  return cost;
};

async function ngCost(code: string): Promise<number> {
  const module = await newQuickJSWASMModuleFromVariant(ngVariant);
  return costOf(() => {
    const realm = new GuestRealm(module.newRuntime(), code, defaultGuestLimits, () => undefined);
    return {
      definition: new IsolatedStrategy(realm, strategyId, { params: {}, suggests: false }, new StepCheck(executors)),
      close: () => realm.close(),
    };
  });
}

/** Asks a process for one step after the other, as a thread of instances would. */
async function childCost(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-isolation-'));
  const script = join(folder, 'strategy.js');
  writeFileSync(script, code);
  const execArgv = ['--experimental-permission', `--allow-fs-read=${script}`, `--allow-fs-read=${childFile}`, '--no-warnings'];
  const began = performance.now();
  const child = fork(childFile, [script], { execArgv, env: {} });
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (exit) => reject(new Error(`the process ended (${exit})`)));
    });
  await next();
  const startMs = performance.now() - began;
  const pid = child.pid ?? 0;
  const instruments = { [testInstrument.id]: { ...testInstrument, makerFee: '0' } };
  const params = { ...example, instrumentId: testInstrument.id, startPosition: '1', maxMove: '0.5' };
  const ask = async (hook: string, at: number): Promise<void> => {
    const bid = 50_000 + Math.round(Math.sin(at / 40) * 30);
    const book = { instrumentId: testInstrument.id, sequence: at, timeMs: at * 100, bids: [[`${bid}`, '1']], asks: [[`${bid + 1}`, '2']] };
    child.send({ hook, context: { params, nowMs: at * 100, instruments, positions: [], balances: [] }, event: { type: 'book', book } });
    await next();
    child.removeAllListeners();
  };
  await ask('start', 0);
  const [own, theirs, from] = [process.cpuUsage(), cpuMsOf(pid), performance.now()];
  for (let at = 1; at <= books; at++) await ask('onMarket', at);
  const used = process.cpuUsage(own);
  const stepUs = (used.user + used.system + (cpuMsOf(pid) - theirs) * 1e3) / books;
  const tripUs = ((performance.now() - from) * 1e3) / books;
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  return { startMs, stepUs, tripUs, memoryMb };
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time that a process has used. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** CPU time in ms of the fastest of some runs. */
function best(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    work();
    const used = process.cpuUsage(start);
    least = Math.min(least, (used.user + used.system) / 1e3);
  }
  return least;
}

await printWhenMain(import.meta.url, run);
