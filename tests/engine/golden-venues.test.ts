import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../../server/engine/codec/command-codec.ts';
import { currentEdition, oldestEdition } from '../../server/engine/codec/edition.ts';
import { openEngineHost } from '../../server/engine/host/engine-host.ts';
import type { EngineHostOptions } from '../../server/engine/host/host-port.ts';
import { headMarkName } from '../../server/engine/journal/files/head-mark.ts';
import { openFileJournal } from '../../server/engine/journal/files/open-file-journal.ts';
import { segmentName } from '../../server/engine/journal/segments/segment-header.ts';
import { addEvents, type GoldenVenue, writeGoldenVenue } from '../kit/venues/golden-venue.ts';
import { temporaryFolder } from './journal-kit.ts';

const goldenFolder = join(import.meta.dirname, '..', 'golden');
const editions = Array.from({ length: currentEdition - oldestEdition + 1 }, (_, index) => oldestEdition + index);

interface Opened {
  readonly state: string;
  readonly events: string;
  readonly snapshot: number;
  readonly sequence: number;
}

const expected = async (edition: number): Promise<GoldenVenue> =>
  JSON.parse(await readFile(join(goldenFolder, `edition-${edition}`, 'venue.json'), 'utf8'));

/** Opens a copy of the golden venue; `stored` is how far its followers are. */
const openCopy = async (
  edition: number,
  stored: number,
  options: Partial<EngineHostOptions> = {},
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<Opened> => {
  const { path, remove } = await temporaryFolder();
  try {
    await cp(join(goldenFolder, `edition-${edition}`), path, { recursive: true });
    await prepare(path);
    const events = createHash('sha256');
    const host = await openEngineHost({
      folder: path,
      now: () => 0,
      followers: [stored],
      onCommitted: (batch) => addEvents(events, batch.commands),
      ...options,
    });
    const { recovery, sequence, engine } = host;
    const state = engine.stateHash();
    await host.close();
    return { state, events: events.digest('hex'), snapshot: recovery.snapshotSequence, sequence };
  } finally {
    await remove();
  }
};

/** Journal and snapshots as hex; the note of the journal's end is written without waiting and says how often. */
const filesOf = async (folder: string): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const part of ['journal', 'snapshots']) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      if (name === headMarkName) continue;
      files[`${part}/${name}`] = (await readFile(join(folder, part, name))).toString('hex');
    }
  }
  return files;
};

describe.each(editions)('the golden venue of edition %i', (edition) => {
  it('opens from its first command with the same events and the same state as when it was pinned', async () => {
    const { commands, events, state } = await expected(edition);
    expect(await openCopy(edition, 0)).toEqual({ state, events, snapshot: 0, sequence: commands });
  });

  it('opens from its snapshot with the state of the whole journal', async () => {
    const { commands, snapshot, state } = await expected(edition);
    expect(await openCopy(edition, commands)).toMatchObject({ state, snapshot, sequence: commands });
  });

  it('opens as an exchange that keeps no more than its snapshots need, of which the beginning is gone', async () => {
    const { commands, snapshot, state } = await expected(edition);
    const withoutBeginning = (folder: string): Promise<void> => rm(join(folder, 'journal', segmentName(1)));
    const opened = await openCopy(edition, commands, { retain: 'since-snapshot' }, withoutBeginning);
    expect(opened).toMatchObject({ state, snapshot, sequence: commands });
  });
});

it('writes the commands of the present golden venue down in the same bytes as it did', async () => {
  const source = join(goldenFolder, `edition-${currentEdition}`);
  const { path, remove } = await temporaryFolder();
  try {
    await cp(join(source, 'journal'), join(path, 'read'), { recursive: true });
    const journal = await openFileJournal({ folder: join(path, 'read') });
    const commands = [];
    for await (const { record } of journal.readFrom(1)) commands.push(decodeCommand(record).command);
    await journal.close();
    const written = join(path, 'written');
    expect(await writeGoldenVenue(written, commands)).toEqual(await expected(currentEdition));
    expect(await filesOf(written)).toEqual(await filesOf(source));
  } finally {
    await remove();
  }
});
