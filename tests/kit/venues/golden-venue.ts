import { createHash } from 'node:crypto';
import type { Command } from '../../../server/engine/command.ts';
import { openEngineHost } from '../../../server/engine/host/engine-host.ts';

/** A venue's folder that was written once and must open for ever; `tests/golden/README.md` says how one is made. */
export interface GoldenVenue {
  /** Commands in the journal. */
  readonly commands: number;
  /** Last command that the snapshot contains. */
  readonly snapshot: number;
  /** Digest of everything that a replay of them tells: order changes, trades, levels, entries, balances, refusals. */
  readonly events: string;
  /** State hash after the last of them. */
  readonly state: string;
}

export const goldenCommands = 900;
const goldenSnapshot = 600;
const firstMs = 1_760_000_000_000;
const stepMs = 250;
/** Small, so that a journal of a few hundred commands has several files. */
const goldenSegmentBytes = 16 * 1024;

/**
 * Writes the commands as a venue's journal with a snapshot in the middle, one batch each at times of their own, so that the same
 * commands give the same bytes in every run.
 */
export async function writeGoldenVenue(folder: string, commands: readonly Command[]): Promise<GoldenVenue> {
  const events = createHash('sha256');
  let given = 0;
  const host = await openEngineHost({
    folder,
    now: () => firstMs + given * stepMs,
    followers: [],
    onCommitted: (batch) => addEvents(events, batch.commands),
    snapshotEveryCommands: 0,
    segmentBytes: goldenSegmentBytes,
  });
  try {
    for (const command of commands) {
      given++;
      await host.submit(command);
      if (given === goldenSnapshot) await host.snapshotNow();
    }
    return { commands: given, snapshot: goldenSnapshot, events: events.digest('hex'), state: host.engine.stateHash() };
  } finally {
    await host.close();
  }
}

/** Adds what commands did to a digest, as text that does not depend on how it is stored. */
export function addEvents(
  digest: { update(text: string): unknown },
  commands: readonly { readonly sequence: number; readonly events: readonly unknown[] }[],
): void {
  for (const { sequence, events } of commands) digest.update(`${sequence} ${JSON.stringify(events, plainValue)}\n`);
}

/** Bigints as decimal text; the fields of an object by name, whatever their order in memory. */
function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
