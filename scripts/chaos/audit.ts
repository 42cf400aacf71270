import { join } from 'node:path';
import { decodeCommand } from '../../server/engine/codec/command-codec.ts';
import { createEngine, restoreEngine } from '../../server/engine/engine.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import { RowSnapshots } from '../../server/engine/host/row-snapshots.ts';
import { SnapshotFiles } from '../../server/engine/host/snapshot-files.ts';
import { nodeFileSystem } from '../../server/engine/journal/files/node-file-system.ts';
import { openFileJournal } from '../../server/engine/journal/files/open-file-journal.ts';
import type { Journal, VenueStorage } from '../../server/engine/journal/journal-port.ts';
import { silentLogger } from '../../server/engine/journal/logger.ts';
import { RowJournal } from '../../server/engine/journal/rows/row-journal.ts';
import { silentSink } from '../../server/engine/silent-sink.ts';
import type { EngineSink } from '../../server/engine/sink.ts';
import { tradingLeaseName } from '../../server/leases/trading-lease.ts';
import type { Store } from '../../server/store/store.ts';
import { TrackedEngineFactory } from '../../server/trading/engine/tracked-engine-factory.ts';
import { leasedRows } from '../../server/trading/venues/leased-rows.ts';

interface Audit {
  readonly sequence: number;
  readonly stateHash: string;
  readonly differences: readonly string[];
}

/** What a live venue said of itself. */
export interface LiveState {
  readonly sequence: number;
  readonly stateHash: string;
}

/** A venue whose journal and snapshots are files of a folder; as {@link auditStorage}. */
export async function auditVenue(folder: string, live: LiveState | null = null): Promise<Audit> {
  const journal = await openFileJournal({ folder: join(folder, 'journal'), logger: silentLogger });
  try {
    const snapshots = new SnapshotFiles(join(folder, 'snapshots'), nodeFileSystem, silentLogger);
    await snapshots.open();
    return await auditStorage(folder, { journal, snapshots }, live);
  } finally {
    await journal.close();
  }
}

/** A venue whose journal and snapshots are rows of a database that no server uses any more; as {@link auditStorage}. */
export async function auditStoredVenue(store: Store, venue: string, live: LiveState | null = null): Promise<Audit> {
  const epoch = (await store.leases.look(tradingLeaseName))?.epoch ?? 0;
  const options = { venue, rows: leasedRows(store.journals, venue, epoch), logger: silentLogger };
  return auditStorage(venue, { journal: await RowJournal.open(options), snapshots: await RowSnapshots.open(options) }, live);
}

/**
 * Replays a venue's whole journal, offline: every ledger entry must sum to zero, the state after the command that the live venue
 * named must be the one that it had, and every snapshot must lead to the same end.
 */
async function auditStorage(name: string, { journal, snapshots }: VenueStorage, live: LiveState | null): Promise<Audit> {
  const found: string[] = [];
  const engine = createEngine();
  const sink: EngineSink = { ...silentSink, posted: (entry) => checkEntry(entry, found) };
  if (live !== null) {
    await replay(journal, engine, sink, live.sequence);
    if (engine.sequence !== live.sequence || engine.stateHash() !== live.stateHash)
      found.push(
        `${name}: the live venue had ${nameOf(live)}, the replay gives ${nameOf({ sequence: engine.sequence, stateHash: engine.stateHash() })}`,
      );
  }
  await replay(journal, engine, sink);
  for (const sequence of snapshots.sequences) {
    const snapshot = await snapshots.read(sequence);
    if (snapshot === null) continue;
    const restored = new TrackedEngineFactory({ create: createEngine, restore: restoreEngine }).restore(snapshot.state);
    await replay(journal, restored, silentSink);
    if (restored.stateHash() !== engine.stateHash())
      found.push(`${name}: snapshot ${sequence} leads to another state than the whole journal`);
  }
  return { sequence: engine.sequence, stateHash: engine.stateHash(), differences: found };
}

const nameOf = ({ sequence, stateHash }: LiveState): string => `state ${stateHash.slice(0, 16)} after command ${sequence}`;

/** Goes on from the engine's state, to the end or through one command. */
async function replay(journal: Journal, engine: EnginePort, sink: EngineSink, through = Number.POSITIVE_INFINITY): Promise<void> {
  if (engine.sequence >= through) return;
  for await (const { sequence, record } of journal.readFrom(engine.sequence + 1)) {
    const { edition, timeMs, command } = decodeCommand(record);
    engine.apply(sequence, timeMs, command, sink, edition);
    if (sequence >= through) return;
  }
}

function checkEntry(entry: Parameters<EngineSink['posted']>[0], found: string[]): void {
  const sums = new Map<number, bigint>();
  for (const line of entry.lines) sums.set(line.asset, (sums.get(line.asset) ?? 0n) + line.amount);
  for (const [asset, sum] of sums) if (sum !== 0n) found.push(`ledger entry ${entry.entryId} leaves ${sum} of asset ${asset}`);
}
