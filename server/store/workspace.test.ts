import { expect, it } from 'vitest';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import type { LayoutRecord } from './records.ts';

const layout = (id: string, userId: string, changes: Partial<LayoutRecord> = {}): LayoutRecord => ({
  id,
  userId,
  name: id,
  version: 1,
  content: { panels: [{ type: 'chart', config: { depth: [1, 2.5, null] } }] },
  isCurrent: false,
  updatedMs: 1,
  ...changes,
});

await describeStore('workspace', (store) => {
  it('saves layouts of a user, one of them current', async () => {
    await store().users.create(userRecord('lay'));
    expect(await store().layouts.save(layout('l1', 'lay', { isCurrent: true }))).toBe('saved');
    expect(await store().layouts.save(layout('l2', 'lay', { isCurrent: true, content: ['new'] }))).toBe('saved');
    expect((await store().layouts.list('lay')).map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      ['l1', false],
      ['l2', true],
    ]);
    expect(await store().layouts.current('lay')).toEqual(layout('l2', 'lay', { isCurrent: true, content: ['new'] }));
    expect(await store().layouts.setCurrent('lay', 'l1')).toBe(true);
    expect(await store().layouts.setCurrent('lay', 'gone')).toBe(false);
    expect((await store().layouts.current('lay'))?.id).toBe('l1');
    expect(await store().layouts.save(layout('l1', 'lay', { content: null, updatedMs: 5, isCurrent: true }))).toBe('saved');
    expect(await store().layouts.get('lay', 'l1')).toMatchObject({ content: null, updatedMs: 5 });
    expect(await store().layouts.delete('lay', 'l1')).toBe(true);
    expect(await store().layouts.current('lay')).toBeNull();
  });

  it("refuses a layout's second name and another user's layout", async () => {
    await store().users.create(userRecord('own'));
    await store().users.create(userRecord('foe'));
    await store().layouts.save(layout('o1', 'own'));
    expect(await store().layouts.save(layout('o2', 'own', { name: 'o1' }))).toBe('name-taken');
    expect(await store().layouts.save(layout('o1', 'foe'))).toBe('foreign');
    expect(await store().layouts.save(layout('f1', 'foe', { name: 'o1' }))).toBe('saved');
    expect(await store().layouts.get('foe', 'o1')).toBeNull();
    expect(await store().layouts.delete('foe', 'o1')).toBe(false);
    const race = ['r1', 'r2'].map((id) => store().layouts.save(layout(id, 'own', { name: 'race', isCurrent: true })));
    expect((await Promise.all(race)).sort()).toEqual(['name-taken', 'saved']);
  });

  it('keeps settings of every JSON shape', async () => {
    await store().users.create(userRecord('set'));
    const values = { 'a.text': 'x "quoted"', 'a.null': null, 'a.list': [1, 'two'], 'b.object': { deep: { yes: true } }, 'b.number': 0.1 };
    for (const [key, value] of Object.entries(values)) await store().settings.set('set', key, value);
    expect(await store().settings.all('set')).toEqual(values);
    expect(Object.keys(await store().settings.all('set', 'a.'))).toEqual(['a.list', 'a.null', 'a.text']);
    expect(await store().settings.get('set', 'a.null')).toBeNull();
    expect(await store().settings.get('set', 'gone')).toBeUndefined();
    expect(await store().settings.delete('set', 'a.text')).toBe(true);
    expect(await store().settings.delete('set', 'a.text')).toBe(false);
  });

  it("shows a user its own messages and everyone's, and who has read them", async () => {
    await store().users.create(userRecord('m1'));
    await store().users.create(userRecord('m2'));
    const send = (userId: string | null, type: 1 | 2 | 3, msgTimeMs: number) =>
      store().messages.append({ userId, type, title: 'title', body: 'body', msgTimeMs });
    const own = await send('m1', 1, 10);
    const foreign = await send('m2', 1, 20);
    const everyone = await send(null, 2, 30);
    expect((await store().messages.page('m1', { limit: 10 })).items).toEqual([everyone, own]);
    expect((await store().messages.page('m1', { type: 2, limit: 10 })).items).toEqual([everyone]);
    expect((await store().messages.page('m1', { afterMs: 10, limit: 10 })).items).toEqual([everyone]);
    expect(await store().messages.page('m1', { limit: 1 })).toEqual({ items: [everyone], next: everyone.id });
    expect((await store().messages.page('m1', { beforeId: everyone.id, limit: 1 })).items).toEqual([own]);
    expect(await store().messages.count('m1', { unread: true })).toBe(2);
    const read = await store().messages.markRead('m1', [own.id, foreign.id, everyone.id, 999_999], 40);
    expect(read).toEqual([own.id, everyone.id]);
    expect(await store().messages.markRead('m1', [own.id], 50)).toEqual([own.id]);
    expect(await store().messages.count('m1', { unread: true })).toBe(0);
    expect(await store().messages.count('m1', { type: 2, unread: false })).toBe(1);
    expect((await store().messages.page('m2', { limit: 10 })).items.map((message) => message.isRead)).toEqual([false, false]);
  });

  it('keeps thousands of A-share names', async () => {
    const names = Array.from({ length: 6_000 }, (_, i) => ({
      securityId: String(i).padStart(6, '0'),
      exchangeId: ((i % 2) + 1) as 1 | 2,
      securityName: `名${i}`,
    }));
    expect(await store().astockNames.upsert(names)).toBe(6_000);
    await store().astockNames.upsert([{ securityId: '000001', exchangeId: 2, securityName: '"新\\名"' }]);
    expect(await store().astockNames.count()).toBe(6_000);
    expect((await store().astockNames.get(2, '000001'))?.securityName).toBe('"新\\名"');
    expect(await store().astockNames.get(1, '000001')).toBeNull();
    expect(await store().astockNames.all()).toHaveLength(6_000);
  });
});
