import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import type { LayoutRecord } from '../records.ts';

const layout = (id: string, userId: string, changes: Partial<LayoutRecord> = {}): LayoutRecord => ({
  id,
  userId,
  name: id,
  version: 2,
  revision: 1,
  content: { panels: [{ type: 'chart', config: { depth: [1, 2.5, null] } }] },
  updatedMs: 1,
  ...changes,
});

await describeStore('layouts', (store) => {
  it('keep what was saved last, and only over the revision that the save names', async () => {
    await store().users.create(userRecord('lay'));
    expect(await store().layouts.create(layout('l1', 'lay'), 50)).toBe('created');
    const change = { id: 'l1', userId: 'lay', version: 2, revision: 1, content: { root: null }, updatedMs: 5 };
    const race = await Promise.all([store().layouts.save(change), store().layouts.save({ ...change, content: null })]);
    expect(race.sort()).toEqual([false, true]);
    expect(await store().layouts.get('lay', 'l1')).toMatchObject({ revision: 2, updatedMs: 5 });
    expect(await store().layouts.save({ ...change, revision: 2, content: null })).toBe(true);
    expect(await store().layouts.get('lay', 'l1')).toMatchObject({ revision: 3, content: null });
  });

  it('belong to one user, who has each name once', async () => {
    await store().users.create(userRecord('own'));
    await store().users.create(userRecord('foe'));
    await store().layouts.create(layout('o1', 'own'), 50);
    expect(await store().layouts.create(layout('o2', 'own', { name: 'o1' }), 50)).toBe('name-taken');
    expect(await store().layouts.create(layout('o1', 'foe'), 50)).toBe('name-taken');
    expect(await store().layouts.create(layout('f1', 'foe', { name: 'o1' }), 50)).toBe('created');
    await store().layouts.create(layout('o3', 'own'), 50);
    expect(await store().layouts.rename('own', 'o3', 'o1')).toBe('name-taken');
    expect(await store().layouts.rename('foe', 'o3', 'mine')).toBe('unknown');
    expect(await store().layouts.rename('own', 'o3', 'a')).toBe('renamed');
    expect((await store().layouts.list('own')).map(({ name }) => name)).toEqual(['a', 'o1']);
    expect(await store().layouts.get('foe', 'o1')).toBeNull();
    expect(await store().layouts.delete('foe', 'o1', 9)).toBe(false);
  });

  it('that are deleted free their name, and come back until they are purged', async () => {
    await store().users.create(userRecord('del'));
    await store().layouts.create(layout('d1', 'del', { name: 'Trade' }), 50);
    expect(await store().layouts.delete('del', 'd1', 100)).toBe(true);
    expect(await store().layouts.list('del')).toEqual([]);
    expect(await store().layouts.get('del', 'd1')).toBeNull();
    expect(await store().layouts.create(layout('d2', 'del', { name: 'Trade' }), 50)).toBe('created');
    expect(await store().layouts.restore('del', 'd1', 'Trade', 50)).toBe('name-taken');
    expect(await store().layouts.restore('del', 'd1', 'Trade 2', 50)).toBe('restored');
    expect(await store().layouts.restore('del', 'd1', 'Trade 3', 50)).toBe('unknown');
    await store().layouts.delete('del', 'd1', 200);
    expect(await store().layouts.purge(200)).toBe(0);
    expect(await store().layouts.purge(201)).toBe(1);
    expect(await store().layouts.restore('del', 'd1', 'Trade 2', 50)).toBe('unknown');
  });

  it('that are shared stand once per role and name, at most one of them the default', async () => {
    const shared = { role: 'risk', name: 'Desk', version: 2, content: { root: null }, updatedMs: 1 } as const;
    const first = await store().sharedLayouts.share({ id: 's1', ...shared });
    expect(first).toMatchObject({ id: 's1', isDefault: false });
    expect(await store().sharedLayouts.setDefault('risk', 's1')).toBe(true);
    const again = await store().sharedLayouts.share({ id: 's2', ...shared, content: null, updatedMs: 2 });
    expect(again).toMatchObject({ id: 's1', isDefault: true, updatedMs: 2 });
    await store().sharedLayouts.share({ id: 's3', ...shared, name: 'Night' });
    expect(await store().sharedLayouts.setDefault('risk', 'gone')).toBe(false);
    expect((await store().sharedLayouts.defaultOf('risk'))?.id).toBe('s1');
    expect(await store().sharedLayouts.setDefault('risk', 's3')).toBe(true);
    expect((await store().sharedLayouts.list('risk')).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      ['s1', false],
      ['s3', true],
    ]);
    expect(await store().sharedLayouts.setDefault('risk', null)).toBe(true);
    expect(await store().sharedLayouts.defaultOf('risk')).toBeNull();
    expect(await store().sharedLayouts.delete('s1')).toBe(true);
    expect(await store().sharedLayouts.list('user')).toEqual([]);
  });

  it('are never more than the most, however many windows add one at once', async () => {
    await store().users.create(userRecord('full'));
    await store().layouts.create(layout('full-0', 'full'), 3);
    await store().layouts.delete('full', 'full-0', 1);
    const adds = Array.from({ length: 8 }, (_, at) => store().layouts.create(layout(`full-${at + 1}`, 'full'), 3));
    const outcomes = await Promise.all([...adds, store().layouts.restore('full', 'full-0', 'full-0', 3)]);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(6);
    expect(await store().layouts.list('full')).toHaveLength(3);
  });
});
