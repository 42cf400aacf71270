import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';

await describeStore('workspace', (store) => {
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
});
