import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteWriter } from '../server/engine/codec/byte-writer.ts';
import { writeCommand } from '../server/engine/codec/command-codec.ts';
import type { Command } from '../server/engine/command.ts';
import { createEngine } from '../server/engine/engine.ts';
import { openEngineHost } from '../server/engine/host/engine-host.ts';
import type { EngineHostOptions } from '../server/engine/host/host-port.ts';
import { openFileJournal } from '../server/engine/journal/files/open-file-journal.ts';
import { silentSink } from '../server/engine/silent-sink.ts';
import { makeOperations } from './engine/operations.ts';
import { commandBatches, openingCommands } from './engine/stream.ts';
import { withoutDisk } from './engine/without-disk.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const restingOrders = 10_000;
const mixedCommands = 300_000;
const aloneCommands = 50_000;
const allCommands = openingCommands().length + restingOrders + mixedCommands;
/** The best of these counts: the machine's other work only ever adds. */
const rounds = 5;
const startMs = 1_700_000_000_000;

interface Cost {
  /** CPU time of all threads of the process: engine, garbage collector, disk calls. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Figures of the venue's way from command to disk and back; a baseline is the bare engine on the same commands in the same run. */
export const run = async (): Promise<Figure[]> => {
  const best = await bestOfRounds({
    bare: applyAll,
    direct: () => inFolder(journalAll),
    hosted: () => inFolder((folder) => submitAll(folder)),
    replayed: () =>
      inFolder(async (folder) => {
        await submitAll(folder);
        return replayAll(folder);
      }),
    alone: () => inFolder(submitOneByOne),
  });
  const count = mixedCommands;
  const bareRate = count / best.bare.cpuSeconds;
  return [
    figure('journal: engine, ledger and journal', count / best.direct.cpuSeconds, 'commands/CPU s', bareRate),
    figure('journal: whole host, events and answers', count / best.hosted.cpuSeconds, 'commands/CPU s', bareRate),
    figure('journal: replay', allCommands / best.replayed.cpuSeconds, 'commands/CPU s', bareRate),
    figure('journal: replay, elapsed', allCommands / best.replayed.wallSeconds, 'commands/s', count / best.bare.wallSeconds),
    figure(
      'journal: one command from submit to answer, without the disk',
      (best.alone.cpuSeconds / aloneCommands) * 1e6,
      'CPU µs',
      (best.bare.cpuSeconds / count) * 1e6,
    ),
  ];
};

/** One after the other in every round, so that all meet the same neighbours on the machine. */
const bestOfRounds = async <Name extends string>(measures: Record<Name, () => Promise<Cost>>): Promise<Record<Name, Cost>> => {
  const names = Object.keys(measures) as Name[];
  const costs = new Map<Name, Cost>();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) costs.set(name, cheaper(await measures[name](), costs.get(name)));
  }
  return Object.fromEntries(costs) as Record<Name, Cost>;
};

const cheaper = (cost: Cost, other = cost): Cost => ({
  cpuSeconds: Math.min(cost.cpuSeconds, other.cpuSeconds),
  wallSeconds: Math.min(cost.wallSeconds, other.wallSeconds),
});

/** Adds up the cost of `work` on each batch; batches are made between, unmeasured. */
const timed = async <Batch>(batches: Iterable<Batch>, work: (batch: Batch) => Promise<void> | void): Promise<Cost> => {
  let cpuMicros = 0;
  let wallMs = 0;
  for (const batch of batches) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    await work(batch);
    const { user, system } = process.cpuUsage(cpu);
    cpuMicros += user + system;
    wallMs += performance.now() - start;
  }
  return { cpuSeconds: cpuMicros / 1e6, wallSeconds: wallMs / 1e3 };
};

const operations = makeOperations(restingOrders, mixedCommands);

/** Names, money and a full book: run unmeasured first. */
function* preparation(): IterableIterator<readonly Command[]> {
  yield openingCommands();
  yield* commandBatches(operations, 0, restingOrders);
}

const mixed = (count = mixedCommands): IterableIterator<readonly Command[]> =>
  commandBatches(operations, restingOrders, restingOrders + count);

const inFolder = async <Result>(use: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const applyAll = (): Promise<Cost> => {
  const engine = createEngine();
  const applyBatch = (commands: readonly Command[]): void => {
    for (const command of commands) engine.apply(engine.sequence + 1, startMs + engine.sequence, command, silentSink);
  };
  for (const commands of preparation()) applyBatch(commands);
  return timed(mixed(), applyBatch);
};

/** Engine and journal without promises for each command: what the matching thread itself costs. One commit a batch. */
const journalAll = async (folder: string): Promise<Cost> => {
  const engine = createEngine();
  const journal = await openFileJournal({ folder });
  const writer = new ByteWriter();
  const runBatch = (commands: readonly Command[]): Promise<void> => {
    for (const command of commands) {
      const timeMs = startMs + engine.sequence;
      writer.offset = 0;
      writeCommand(writer, timeMs, command);
      engine.apply(journal.append(writer.buffer, writer.offset), timeMs, command, silentSink);
    }
    return journal.commit();
  };
  for (const commands of preparation()) await runBatch(commands);
  const cost = await timed(mixed(), runBatch);
  await journal.close();
  return cost;
};

const hostOptions = (folder: string): EngineHostOptions => ({
  folder,
  now: Date.now,
  followers: [],
  onCommitted: () => undefined,
  snapshotEveryCommands: 0,
});

/** A whole batch in flight at a time, every answer awaited. */
const submitAll = async (folder: string): Promise<Cost> => {
  const host = await openEngineHost(hostOptions(folder));
  const submitBatch = async (commands: readonly Command[]): Promise<void> => {
    await Promise.all(commands.map((command) => host.submit(command)));
  };
  for (const commands of preparation()) await submitBatch(commands);
  const cost = await timed(mixed(), submitBatch);
  await host.close();
  return cost;
};

const replayAll = (folder: string): Promise<Cost> =>
  timed([folder], async () => {
    const host = await openEngineHost({ ...hostOptions(folder), followers: [allCommands] });
    await host.close();
  });

const submitOneByOne = async (folder: string): Promise<Cost> => {
  const host = await openEngineHost({ ...hostOptions(folder), fileSystem: withoutDisk });
  const submitEach = async (commands: readonly Command[]): Promise<void> => {
    for (const command of commands) await host.submit(command);
  };
  for (const commands of preparation()) await submitEach(commands);
  const cost = await timed(mixed(aloneCommands), submitEach);
  await host.close();
  return cost;
};

await printWhenMain(import.meta.url, run);
