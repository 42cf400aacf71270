import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import type { DocumentRecord } from '../records.ts';

const document = (userId: string, key: string, changes: Partial<DocumentRecord> = {}): DocumentRecord => ({
  userId,
  kind: 'chart',
  key,
  revision: 0,
  content: { drawings: [] },
  updatedMs: 1,
  ...changes,
});
const most = 3;

await describeStore('user documents', (store) => {
  it('are saved with a revision that goes up, and only over the revision that was seen', async () => {
    await store().users.create(userRecord('doc'));
    expect(await store().documents.save(document('doc', 'a/b'), most)).toEqual({ outcome: 'saved', revision: 1 });
    expect(await store().documents.save(document('doc', 'a/b'), most)).toEqual({ outcome: 'conflict', revision: 1 });
    const second = document('doc', 'a/b', { revision: 1, content: { drawings: [{ id: 1 }] }, updatedMs: 2 });
    expect(await store().documents.save(second, most)).toEqual({ outcome: 'saved', revision: 2 });
    expect(await store().documents.save(second, most)).toEqual({ outcome: 'conflict', revision: 2 });
    expect(await store().documents.get(second)).toEqual({ ...second, revision: 2 });
    expect(await store().documents.save(document('doc', 'never', { revision: 5 }), most)).toEqual({ outcome: 'conflict', revision: 0 });
  });

  it('are listed by kind in order of keys, and belong to one user', async () => {
    await store().users.create(userRecord('lister'));
    await store().users.create(userRecord('other'));
    for (const key of ['b', 'a', 'B']) await store().documents.save(document('lister', key), most);
    await store().documents.save(document('lister', 'x', { kind: 'template' }), most);
    expect((await store().documents.list('lister', 'chart')).map(({ key }) => key)).toEqual(['B', 'a', 'b']);
    expect(await store().documents.list('other', 'chart')).toEqual([]);
    expect(await store().documents.get({ userId: 'other', kind: 'chart', key: 'a' })).toBeNull();
  });

  it('are limited in number per kind, without touching those that exist', async () => {
    await store().users.create(userRecord('many'));
    for (const key of ['a', 'b', 'c']) await store().documents.save(document('many', key), most);
    expect(await store().documents.save(document('many', 'd'), most)).toEqual({ outcome: 'full' });
    expect(await store().documents.save(document('many', 'a', { revision: 1 }), most)).toEqual({ outcome: 'saved', revision: 2 });
    expect(await store().documents.save(document('many', 'd', { kind: 'other' }), most)).toMatchObject({ outcome: 'saved' });
  });

  it('are deleted only at the revision that was seen', async () => {
    await store().users.create(userRecord('gone'));
    await store().documents.save(document('gone', 'a'), most);
    const address = { userId: 'gone', kind: 'chart', key: 'a' };
    expect(await store().documents.delete(address, 7)).toEqual({ outcome: 'conflict', revision: 1 });
    expect(await store().documents.delete(address, 1)).toEqual({ outcome: 'saved', revision: 0 });
    expect(await store().documents.delete(address, 1)).toEqual({ outcome: 'saved', revision: 0 });
    expect(await store().documents.get(address)).toBeNull();
  });

  it('keep one of two saves that start from the same revision', async () => {
    await store().users.create(userRecord('race'));
    const race = [1, 2].map((at) => store().documents.save(document('race', 'a', { content: { at } }), most));
    expect((await Promise.all(race)).map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'saved']);
  });
});
