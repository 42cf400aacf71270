import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../../server/engine/codec/command-codec.ts';
import { commandTypes } from '../../server/engine/codec/command-fields.ts';
import { currentEdition, oldestEdition } from '../../server/engine/codec/edition.ts';
import type { Command } from '../../server/engine/command.ts';
import { openEngineHost } from '../../server/engine/host/engine-host.ts';
import type { EngineHostOptions } from '../../server/engine/host/host-port.ts';
import { headMarkName } from '../../server/engine/journal/files/head-mark.ts';
import { openFileJournal } from '../../server/engine/journal/files/open-file-journal.ts';
import { segmentName } from '../../server/engine/journal/segments/segment-header.ts';
import { addEvents, type GoldenVenue, writeGoldenVenue } from '../kit/venues/golden-venue.ts';
import { temporaryFolder } from './journal-kit.ts';

const goldenFolder = join(import.meta.dirname, '..', 'golden');
const editions = Array.from({ length: currentEdition - oldestEdition + 1 }, (_, index) => `edition-${oldestEdition + index}`);
const present = `edition-${currentEdition}`;
/** All of them: of an edition that has learned types of commands afterwards there is more than one. */
const venues = readdirSync(goldenFolder).filter((name) => name.startsWith('edition-'));

interface Opened {
  readonly state: string;
  readonly events: string;
  readonly snapshot: number;
  readonly sequence: number;
}

const expected = async (venue: string): Promise<GoldenVenue> => JSON.parse(await readFile(join(goldenFolder, venue, 'venue.json'), 'utf8'));

/** Opens a copy of the golden venue; `stored` is how far its followers are. */
const openCopy = async (
  venue: string,
  stored: number,
  options: Partial<EngineHostOptions> = {},
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<Opened> => {
  const { path, remove } = await temporaryFolder();
  try {
    await cp(join(goldenFolder, venue), path, { recursive: true });
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

describe.each(venues)('the golden venue %s', (venue) => {
  it('opens from its first command with the same events and the same state as when it was pinned', async () => {
    const { commands, events, state } = await expected(venue);
    expect(await openCopy(venue, 0)).toEqual({ state, events, snapshot: 0, sequence: commands });
  });

  it('opens from its snapshot with the state of the whole journal', async () => {
    const { commands, snapshot, state } = await expected(venue);
    expect(await openCopy(venue, commands)).toMatchObject({ state, snapshot, sequence: commands });
  });

  it('opens as an exchange that keeps no more than its snapshots need, of which the beginning is gone', async () => {
    const { commands, snapshot, state } = await expected(venue);
    const withoutBeginning = (folder: string): Promise<void> => rm(join(folder, 'journal', segmentName(1)));
    const opened = await openCopy(venue, commands, { retain: 'since-snapshot' }, withoutBeginning);
    expect(opened).toMatchObject({ state, snapshot, sequence: commands });
  });
});

it('are there of every edition', () => {
  expect(venues).toEqual(expect.arrayContaining(editions));
});

/** Its journal, in a folder where it may be read. */
async function commandsOf(source: string, path: string): Promise<readonly Command[]> {
  await cp(join(source, 'journal'), join(path, 'read'), { recursive: true });
  const journal = await openFileJournal({ folder: join(path, 'read') });
  const commands: Command[] = [];
  for await (const { record } of journal.readFrom(1)) commands.push(decodeCommand(record).command);
  await journal.close();
  return commands;
}

it('have every type of command in those of the present edition', async () => {
  const { path, remove } = await temporaryFolder();
  try {
    const found = new Set<string>();
    for (const venue of venues.filter((name) => name === present || name.startsWith(`${present}-`)))
      for (const { type } of await commandsOf(join(goldenFolder, venue), join(path, venue))) found.add(type);
    expect([...found].sort()).toEqual([...commandTypes].sort());
  } finally {
    await remove();
  }
});

it.each(venues.filter((name) => name.startsWith(present)))('writes the commands of %s down in the same bytes as it did', async (venue) => {
  const source = join(goldenFolder, venue);
  const { path, remove } = await temporaryFolder();
  try {
    const commands = await commandsOf(source, path);
    const written = join(path, 'written');
    expect(await writeGoldenVenue(written, commands)).toEqual(await expected(venue));
    expect(await filesOf(written)).toEqual(await filesOf(source));
  } finally {
    await remove();
  }
});
