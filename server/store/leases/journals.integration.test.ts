import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import type { JournalBatch } from './journal-store.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const batch = (firstSequence: number, lastSequence: number): JournalBatch => ({
  firstSequence,
  lastSequence,
  records: bytes(`${firstSequence}-${lastSequence}`),
});

await describeStore('journals', (store) => {
  const texts = async (venue: string, sequence: number, limit = 10): Promise<readonly string[]> =>
    (await store().journals.batches(venue, sequence, limit)).map(({ records }) => new TextDecoder().decode(records));

  it('give their batches from any record on', async () => {
    const { journals } = store();
    expect(await journals.claim('read', 1)).toEqual({ firstSequence: 1, lastSequence: 0 });
    for (const one of [batch(1, 3), batch(4, 4), batch(5, 9)]) expect(await journals.append('read', 1, one)).toBe(true);
    expect(await texts('read', 1)).toEqual(['1-3', '4-4', '5-9']);
    expect(await texts('read', 3, 1)).toEqual(['1-3']);
    expect(await texts('read', 4)).toEqual(['4-4', '5-9']);
    expect(await texts('read', 10)).toEqual([]);
    expect(await journals.claim('read', 1)).toEqual({ firstSequence: 1, lastSequence: 9 });
  });

  it('take neither a gap, nor a number twice, nor what is written under an epoch that is over', async () => {
    const { journals } = store();
    await journals.claim('fence', 4);
    expect(await journals.append('fence', 4, batch(1, 2))).toBe(true);
    expect([await journals.append('fence', 4, batch(2, 2)), await journals.append('fence', 4, batch(4, 5))]).toEqual([false, false]);
    expect(await journals.claim('fence', 5)).toEqual({ firstSequence: 1, lastSequence: 2 });
    expect(await journals.append('fence', 4, batch(3, 3))).toBe(false);
    expect(await journals.claim('fence', 4)).toBeNull();
    expect(await journals.saveSnapshot('fence', 4, 2, bytes('late'))).toBe(false);
    expect(await journals.drop('fence', 4, 2)).toBeNull();
    expect(await journals.append('fence', 5, batch(3, 3))).toBe(true);
    expect(await texts('fence', 1)).toEqual(['1-2', '3-3']);
  });

  it('written to by two processes at once hold every record once', async () => {
    const { journals } = store();
    await journals.claim('race', 1);
    await journals.claim('race', 2);
    const written = await Promise.all([1, 2, 2, 1, 2].map((epoch) => journals.append('race', epoch, batch(1, 1))));
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await texts('race', 1)).toEqual(['1-1']);
  });

  it('give up old batches whole, and go on counting', async () => {
    const { journals } = store();
    await journals.claim('drop', 1);
    for (const one of [batch(1, 3), batch(4, 6)]) await journals.append('drop', 1, one);
    expect(await journals.drop('drop', 1, 2)).toBe(1);
    expect(await journals.drop('drop', 1, 5)).toBe(4);
    expect(await journals.drop('drop', 1, 6)).toBe(7);
    expect(await journals.claim('drop', 1)).toEqual({ firstSequence: 7, lastSequence: 6 });
    expect(await journals.append('drop', 1, batch(7, 7))).toBe(true);
  });

  it('keep snapshots, and set aside what is of no use', async () => {
    const { journals } = store();
    await journals.claim('snap', 1);
    for (const sequence of [20, 5, 10]) await journals.saveSnapshot('snap', 1, sequence, bytes(`state ${sequence}`));
    expect(await journals.snapshots('snap')).toEqual([5, 10, 20]);
    expect(new TextDecoder().decode((await journals.snapshot('snap', 10)) ?? undefined)).toBe('state 10');
    await journals.claim('snap', 2);
    // What another process has taken over is not the former's to prune.
    await journals.deleteSnapshots('snap', 1, [10]);
    await journals.setSnapshotAside('snap', 1, 10, 'late');
    await journals.setSnapshotAside('snap', 2, 20, 'its checksum is wrong');
    await journals.deleteSnapshots('snap', 2, [5]);
    await journals.deleteSnapshots('snap', 2, []);
    expect(await journals.snapshots('snap')).toEqual([10]);
    expect(await journals.snapshot('snap', 5)).toBeNull();
  });
});
