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
    expect(await store().layouts.create(layout('l1', 'lay'), 50)).toMatchObject({ id: 'l1', name: 'l1', revision: 1 });
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
    expect(await store().layouts.create(layout('f1', 'foe', { name: 'o1' }), 50)).toMatchObject({ name: 'o1' });
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
    await store().layouts.create(layout('d2', 'del', { name: 'Trade' }), 50);
    expect(await store().layouts.restore('del', 'd1', 50)).toMatchObject({ id: 'd1', name: 'Trade 2' });
    expect(await store().layouts.get('del', 'd1')).toMatchObject({ name: 'Trade 2', content: layout('d1', 'del').content });
    expect(await store().layouts.restore('del', 'd1', 50)).toBe('unknown');
    await store().layouts.delete('del', 'd1', 200);
    expect(await store().layouts.purge(200)).toBe(0);
    expect(await store().layouts.purge(201)).toBe(1);
    expect(await store().layouts.restore('del', 'd1', 50)).toBe('unknown');
  });

  it('that many windows create, restore or rename at once get a free name in one write each', async () => {
    await store().users.create(userRecord('many'));
    await store().layouts.create(layout('m-old', 'many', { name: 'Trade' }), 50);
    await store().layouts.delete('many', 'm-old', 100);
    await store().layouts.create(layout('m-other', 'many', { name: 'Other' }), 50);
    const made = await Promise.all([
      ...Array.from({ length: 8 }, (_, at) => store().layouts.create(layout(`m-${at}`, 'many', { name: 'Trade' }), 50)),
      store().layouts.restore('many', 'm-old', 50),
    ]);
    const trades = ['Trade', 'Trade 2', 'Trade 3', 'Trade 4', 'Trade 5', 'Trade 6', 'Trade 7', 'Trade 8', 'Trade 9'];
    expect(made.map((one) => (typeof one === 'string' ? one : one.name)).sort()).toEqual(trades);
    const [renamed, beside] = await Promise.all([
      store().layouts.rename('many', 'm-other', 'Night'),
      store().layouts.create(layout('m-night', 'many', { name: 'Night' }), 50),
    ]);
    expect([renamed, beside]).toEqual(
      renamed === 'renamed'
        ? ['renamed', expect.objectContaining({ name: 'Night 2' })]
        : ['name-taken', expect.objectContaining({ name: 'Night' })],
    );
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
    const outcomes = await Promise.all([...adds, store().layouts.restore('full', 'full-0', 3)]);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(6);
    expect(await store().layouts.list('full')).toHaveLength(3);
  });
});
