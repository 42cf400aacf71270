import type { Command } from '../server/engine/command.ts';
import { createEngine } from '../server/engine/engine.ts';
import type { EnginePort } from '../server/engine/engine-port.ts';
import { silentSink } from '../server/engine/silent-sink.ts';
import { liveBytes } from '../tests/kit/live-bytes.ts';
import { CoreDriver } from './engine/matching-core.ts';
import { cpuSeconds, percentile } from './engine/measure.ts';
import { makeOperations } from './engine/operations.ts';
import { PublishedDriver } from './engine/published-book.ts';
import { commandBatches, openingCommands } from './engine/stream.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const resting = 10_000;
const mixed = 2_000_000;
/** The published book is slow: it gets the first part of the same stream, and so does ours in the comparison. */
const comparedMixed = 100_000;
const sampled = 400_000;

/** Matching core alone, against the published order book, and with accounts and ledger. */
export async function run(): Promise<Figure[]> {
  return [...matchingFigures(), ...ledgerFigures(), heapFigure()];
}

function matchingFigures(): Figure[] {
  const stream = makeOperations(resting, mixed);
  const rate = best(() => {
    const driver = new CoreDriver(stream);
    driver.run(0, resting);
    return mixed / cpuSeconds(() => driver.run(resting, stream.length));
  });
  const until = resting + comparedMixed;
  const short = best(() => {
    const driver = new CoreDriver(stream);
    driver.run(0, resting);
    return comparedMixed / cpuSeconds(() => driver.run(resting, until));
  });
  const published = best(() => {
    const driver = new PublishedDriver(stream);
    driver.run(0, resting);
    return comparedMixed / cpuSeconds(() => driver.run(resting, until));
  });
  return [
    figure('matching, 10k resting', rate, 'operations per CPU-second'),
    figure('matching, against nodejs-order-book', short, 'operations per CPU-second', published),
    figure('matching, p99', matchingP99Us(), 'µs'),
  ];
}

/** Times every operation by itself, clock included. */
function matchingP99Us(): number {
  const stream = makeOperations(resting, mixed / 2 + sampled, 2);
  const driver = new CoreDriver(stream);
  const from = stream.length - sampled;
  driver.run(0, from);
  const samples = new Float64Array(sampled);
  for (let i = 0; i < sampled; i++) {
    const start = process.hrtime.bigint();
    driver.step(from + i);
    samples[i] = Number(process.hrtime.bigint() - start) / 1_000;
  }
  return percentile(samples, 0.99);
}

function ledgerFigures(): Figure[] {
  const stream = makeOperations(resting, mixed / 2);
  const rate = best(() => {
    const engine = createEngine();
    applyAll(engine, openingCommands());
    for (const batch of commandBatches(stream, 0, resting)) applyAll(engine, batch);
    let seconds = 0;
    for (const batch of commandBatches(stream, resting, stream.length)) seconds += cpuSeconds(() => applyAll(engine, batch));
    return (stream.length - resting) / seconds;
  });
  return [figure('engine with ledger, 10k resting', rate, 'commands per CPU-second')];
}

/** What 10,000 resting orders add to an engine that has its accounts and money. */
function heapFigure(): Figure {
  const stream = makeOperations(resting, 0, 3);
  const engine = createEngine();
  applyAll(engine, openingCommands());
  const before = liveBytes();
  for (const batch of commandBatches(stream, 0, resting)) applyAll(engine, batch);
  const bytes = liveBytes() - before;
  if (engine.depth(0, 'BUY', 1).length === 0) throw new Error('the fill did not run');
  return figure('engine, heap of 10k resting orders', bytes / 2 ** 20, 'MiB');
}

function applyAll(engine: EnginePort, commands: readonly Command[]): void {
  let { sequence } = engine;
  for (const command of commands) engine.apply(++sequence, sequence, command, silentSink);
}

/** The best of a few runs: the others had to share the machine or were still being compiled. */
function best(measure: () => number): number {
  let most = 0;
  for (let i = 0; i < 3; i++) most = Math.max(most, measure());
  return most;
}

await printWhenMain(import.meta.url, run);
