import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ByteWriter } from '../server/engine/byte-writer.ts';
import type { Command } from '../server/engine/command.ts';
import { writeCommand } from '../server/engine/command-codec.ts';
import { createEngine } from '../server/engine/engine.ts';
import { openEngineHost } from '../server/engine/host/engine-host.ts';
import type { EngineHostOptions } from '../server/engine/host/host-port.ts';
import { silentSink } from '../server/engine/host/silent-sink.ts';
import type { FileSystem } from '../server/engine/journal/file-system.ts';
import { nodeFileSystem } from '../server/engine/journal/node-file-system.ts';
import { openFileJournal } from '../server/engine/journal/open-file-journal.ts';
import { makeCommands } from './engine/stream.ts';
import type { Figure } from './figure.ts';

const restingOrders = 20_000;
const mixedCommands = 300_000;
const aloneCommands = 50_000;
/** The best of these counts: the machine's other work only ever adds. */
const rounds = 3;
/** Commands that wait for the disk at a time; also the size of a commit in the direct measurement. */
const inFlight = 2048;
const startMs = 1_700_000_000_000;

interface Cost {
  /** CPU time of all threads of the process: engine, garbage collector, disk calls. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Figures of the venue's way from command to disk and back; a baseline is the bare engine on the same commands in the same run. */
export const run = async (): Promise<Figure[]> => {
  const { opening, fill, mixed } = makeCommands(restingOrders, mixedCommands);
  const stream: Stream = { before: [...opening, ...fill], measured: mixed };
  const all = stream.before.length + mixed.length;
  const alone: Stream = { ...stream, measured: mixed.slice(0, aloneCommands) };
  const best = await bestOfRounds({
    bare: () => applyAll(stream),
    direct: () => inFolder((folder) => journalAll(folder, stream)),
    hosted: () => inFolder((folder) => submitAll(folder, stream)),
    replayed: () =>
      inFolder(async (folder) => {
        await submitAll(folder, stream);
        return replayAll(folder, all);
      }),
    alone: () => inFolder((folder) => submitOneByOne(folder, alone)),
  });
  const count = mixed.length;
  const bareRate = count / best.bare.cpuSeconds;
  return [
    compared('journal: engine, ledger and journal', count / best.direct.cpuSeconds, 'commands/CPU s', bareRate),
    compared('journal: whole host, events and answers', count / best.hosted.cpuSeconds, 'commands/CPU s', bareRate),
    compared('journal: replay', all / best.replayed.cpuSeconds, 'commands/CPU s', bareRate),
    compared('journal: replay, elapsed', all / best.replayed.wallSeconds, 'commands/s', count / best.bare.wallSeconds),
    compared(
      'journal: one order from submit to answer, without the disk',
      (best.alone.cpuSeconds / aloneCommands) * 1e6,
      'CPU µs',
      (best.bare.cpuSeconds / count) * 1e6,
    ),
  ];
};

/** Commands to run unmeasured first, so that the book is full and the code warm, and those to measure. */
interface Stream {
  readonly before: readonly Command[];
  readonly measured: readonly Command[];
}

const compared = (name: string, value: number, unit: string, baseline: number): Figure => ({
  name,
  value: rounded(value),
  unit,
  baseline: rounded(baseline),
  ratio: rounded(value / baseline),
});

const rounded = (value: number): number => Number(value.toPrecision(4));

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

const timed = async (work: () => Promise<void> | void): Promise<Cost> => {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuSeconds: (user + system) / 1e6, wallSeconds: (performance.now() - start) / 1e3 };
};

const inFolder = async <Result>(use: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const applyAll = ({ before, measured }: Stream): Promise<Cost> => {
  const engine = createEngine();
  const apply = (command: Command): void => engine.apply(engine.sequence + 1, startMs + engine.sequence, command, silentSink);
  for (const command of before) apply(command);
  return timed(() => {
    for (const command of measured) apply(command);
  });
};

/** Engine and journal without promises for each command: what the matching thread itself costs. */
const journalAll = async (folder: string, { before, measured }: Stream): Promise<Cost> => {
  const engine = createEngine();
  const journal = await openFileJournal({ folder });
  const writer = new ByteWriter();
  const runAll = async (commands: readonly Command[]): Promise<void> => {
    for (const command of commands) {
      const timeMs = startMs + engine.sequence;
      writer.offset = 0;
      writeCommand(writer, timeMs, command);
      engine.apply(journal.append(writer.buffer, writer.offset), timeMs, command, silentSink);
      if (engine.sequence % inFlight === 0) await journal.commit();
    }
    await journal.commit();
  };
  await runAll(before);
  const cost = await timed(() => runAll(measured));
  await journal.close();
  return cost;
};

const hostOptions = (folder: string): EngineHostOptions => ({
  folder,
  now: Date.now,
  projectedThrough: 0,
  onCommitted: () => undefined,
  snapshotEveryCommands: 0,
});

const submitAll = async (folder: string, { before, measured }: Stream): Promise<Cost> => {
  const host = await openEngineHost(hostOptions(folder));
  await Promise.all(before.map((command) => host.submit(command)));
  let next = 0;
  const submitNext = async (): Promise<void> => {
    for (let command = measured[next]; command !== undefined; command = measured[next]) {
      next += 1;
      await host.submit(command);
    }
  };
  const cost = await timed(async () => {
    await Promise.all(Array.from({ length: inFlight }, submitNext));
  });
  await host.close();
  return cost;
};

const replayAll = (folder: string, count: number): Promise<Cost> =>
  timed(async () => {
    const host = await openEngineHost({ ...hostOptions(folder), projectedThrough: count });
    await host.close();
  });

const submitOneByOne = async (folder: string, { before, measured }: Stream): Promise<Cost> => {
  const host = await openEngineHost({ ...hostOptions(folder), fileSystem: withoutDisk });
  await Promise.all(before.map((command) => host.submit(command)));
  const cost = await timed(async () => {
    for (const command of measured) await host.submit(command);
  });
  await host.close();
  return cost;
};

const done = Promise.resolve();

/** Files that take everything at once and keep nothing. */
const withoutDisk: FileSystem = {
  ...nodeFileSystem,
  open: async (path, mode) => {
    const file = await nodeFileSystem.open(path, mode);
    return {
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      write: () => done,
      datasync: () => done,
      truncate: (length) => file.truncate(length),
      size: () => file.size(),
      close: () => file.close(),
    };
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const figure of await run()) console.log(JSON.stringify(figure));
}
