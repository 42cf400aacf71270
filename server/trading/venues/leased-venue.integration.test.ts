import { expect, it } from 'vitest';
import { bytesOf, readTexts } from '../../../tests/engine/journal-kit.ts';
import { limitTerms, openingCommands } from '../../../tests/engine/venue.ts';
import { SeededRandom } from '../../../tests/kit/seeded-random.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { encodeCommand } from '../../engine/codec/command-codec.ts';
import { currentEdition } from '../../engine/codec/edition.ts';
import { stateVersion } from '../../engine/codec/state-migrations.ts';
import type { Command } from '../../engine/command.ts';
import { openEngineHost } from '../../engine/host/engine-host.ts';
import type { EngineHost, EngineHostOptions } from '../../engine/host/host-port.ts';
import { encodeSnapshotHead, snapshotHeadBytes } from '../../engine/host/snapshot-format.ts';
import { VenueStopped } from '../../engine/host/venue-stopped.ts';
import { LeaseLost } from '../../engine/journal/failures/lease-lost.ts';
import { silentLogger } from '../../engine/journal/logger.ts';
import { RowJournal } from '../../engine/journal/rows/row-journal.ts';
import { leasedRows } from './leased-rows.ts';

await describeStore('a venue whose journal is in the database', (store) => {
  const openJournal = (venue: string, epoch: number): Promise<RowJournal> =>
    RowJournal.open({ venue, rows: leasedRows(store().journals, venue, epoch), logger: silentLogger });
  const openVenue = (
    venue: string,
    epoch: number,
    { onStopped = () => undefined, followers = [] }: Partial<Pick<EngineHostOptions, 'onStopped' | 'followers'>> = {},
  ): Promise<EngineHost> =>
    openEngineHost({
      folder: venue,
      rows: leasedRows(store().journals, venue, epoch),
      now: Date.now,
      followers,
      onCommitted: () => undefined,
      snapshotEveryCommands: 100,
      onStopped,
    });
  const orders = (count: number, seed: number): Command[] => {
    const random = new SeededRandom(seed);
    return Array.from({ length: count }, () => ({
      type: 'PLACE',
      terms: {
        ...limitTerms,
        account: random.integer(0, 2),
        side: random.next() < 0.5 ? 'BUY' : 'SELL',
        price: random.integer(95, 105),
        qty: random.integer(1, 9),
      },
    }));
  };

  it('has its records with their numbers and bytes again, from any of them on', async () => {
    const first = await openJournal('reread', 1);
    for (const text of ['one', 'two']) first.append(bytesOf(text));
    await first.commit();
    for (const text of ['three', 'four', 'five']) first.append(bytesOf(text));
    await first.close();
    const second = await openJournal('reread', 1);
    expect([second.firstSequence, second.lastSequence, second.durableSequence]).toEqual([1, 5, 5]);
    const all = ['1:one', '2:two', '3:three', '4:four', '5:five'];
    for (const from of [1, 2, 3, 4, 5, 6]) expect(await readTexts(second, from)).toEqual(all.slice(from - 1));
    await second.dropThrough(3);
    expect(second.firstSequence).toBe(3);
    await second.close();
  });

  it('writes what came in during one write with the next, in one row', async () => {
    const journal = await openJournal('grouped', 1);
    const commits = Array.from({ length: 500 }, (_, at) => {
      journal.append(bytesOf(`record ${at}`));
      return journal.commit();
    });
    await Promise.all(commits);
    expect(journal.durableSequence).toBe(500);
    expect((await store().journals.batches('grouped', 1, 10)).length).toBeLessThanOrEqual(2);
    await journal.close();
  });

  it('refuses to be read where a row is damaged or missing, and says which', async () => {
    const journal = await openJournal('damaged', 1);
    const { journals } = store();
    await journal.close();
    await journals.append('damaged', 1, { firstSequence: 1, lastSequence: 1, records: bytesOf('no record at all, whatever its row says') });
    const reopened = await openJournal('damaged', 1);
    await expect(readTexts(reopened)).rejects.toThrow(
      'The journal is corrupt in journal_batch (damaged, 1) at byte 0: record 1 cannot be read',
    );
    await expect(reopened.verifyBefore(2)).rejects.toThrow('record 1 cannot be read');
    await reopened.close();
  });

  it('does not start on a command or a snapshot of a newer version, and names the row and the byte', async () => {
    const host = await openVenue('newer', 1);
    await host.submit({ type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
    await host.close();
    const journal = await openJournal('newer', 1);
    const record = encodeCommand(1_000, { type: 'ADD_ASSET', asset: 1, code: 'BTC', scale: 8 });
    journal.append(Uint8Array.of(currentEdition + 1, ...record.subarray(1)));
    await journal.close();
    await expect(openVenue('newer', 1, { followers: [1] })).rejects.toMatchObject({
      code: 'ENGINE_UNKNOWN_FORMAT',
      file: 'journal_batch (newer, 2)',
      offset: 0,
    });
    const state = Uint8Array.of(stateVersion + 1, 0, 0, 0);
    const head = encodeSnapshotHead({ sequence: 1, timeMs: 1_000, state });
    await store().journals.saveSnapshot('newer', 1, 1, Uint8Array.of(...head, ...state));
    await expect(openVenue('newer', 1, { followers: [1] })).rejects.toMatchObject({
      code: 'ENGINE_UNKNOWN_FORMAT',
      file: 'journal_snapshot (newer, 1)',
      offset: snapshotHeadBytes,
    });
    expect(await store().journals.snapshots('newer')).toEqual([1]);
  });

  it('comes back from snapshot and rows as it was', { timeout: 60_000 }, async () => {
    const host = await openVenue('reopened', 1);
    await Promise.all([...openingCommands(3), ...orders(350, 11)].map((command) => host.submit(command)));
    const hash = host.engine.stateHash();
    await host.close();
    expect((await store().journals.snapshots('reopened')).length).toBeGreaterThan(0);
    const again = await openVenue('reopened', 1);
    expect(again.engine.stateHash()).toBe(hash);
    await again.close();
  });

  it('is stopped where another server has taken it over, which has all that was acknowledged and nothing that was not', {
    timeout: 60_000,
  }, async () => {
    const stopped: Error[] = [];
    const first = await openVenue('taken', 1, { onStopped: (cause) => stopped.push(cause) });
    for (const command of openingCommands(3)) await first.submit(command);
    const acknowledged = first.sequence;
    const second = await openVenue('taken', 2);
    expect(second.sequence).toBe(acknowledged);
    const late = first.submit(orders(1, 5)[0] as Command);
    await expect(late).rejects.toThrow(VenueStopped);
    expect(LeaseLost.among(stopped[0])?.message).toBe('another server has taken over taken; this one ends');
    await second.submit(orders(1, 6)[0] as Command);
    await second.close();
    expect((await openJournal('taken', 2)).lastSequence).toBe(acknowledged + 1);
    await expect(openVenue('taken', 1)).rejects.toThrow(LeaseLost);
  });

  it('goes from hand to hand under load without losing or doubling what was acknowledged', { timeout: 120_000 }, async () => {
    const acknowledged: number[] = [];
    let under = await openVenue('handed', 1);
    for (const command of openingCommands(3)) await under.submit(command);
    const opened = under.sequence;
    for (let epoch = 2; epoch <= 12; epoch += 1) {
      const answers = orders(40, epoch).map((command, at) =>
        under.submit(command).then(
          ({ sequence }) => acknowledged.push(sequence),
          () => at,
        ),
      );
      // In the middle of the load: some of it is under way in the old one.
      const next = await openVenue('handed', epoch);
      await Promise.all(answers);
      under = next;
    }
    await under.close();
    const journal = await openJournal('handed', 12);
    const numbers = (await readTexts(journal)).map((text) => Number(text.slice(0, text.indexOf(':'))));
    expect(numbers).toEqual(Array.from({ length: journal.lastSequence }, (_, at) => at + 1));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(acknowledged.every((sequence) => sequence > opened && sequence <= journal.lastSequence)).toBe(true);
    await journal.close();
  });
});
