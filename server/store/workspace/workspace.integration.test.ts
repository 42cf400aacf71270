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

  it('has one message of one thing for a user, in several languages, and counts by type what nobody has read up to there', async () => {
    await store().users.create(userRecord('n1'));
    await store().users.create(userRecord('n2'));
    const before = await store().messages.unread('n1');
    const words = { 'zh-CN': { title: '标题', body: '' } };
    const of = (userId: string | null, refersTo?: string) =>
      ({ userId, type: 3, title: 'title', body: '', msgTimeMs: 1, words, ...(refersTo === undefined ? {} : { refersTo }) }) as const;
    const heard: (string | null)[] = [];
    const stop = store().messageNews.listen((whose) => void heard.push(whose));
    const first = await store().messages.appendOnce(of('n1', 'instance a'));
    expect(await store().messages.appendOnce(of('n1', 'instance a'))).toBeNull();
    expect(await store().messages.appendOnce(of('n2', 'instance a'))).not.toBeNull();
    expect((await store().messages.page('n1', { type: 3, limit: 10 })).items[0]).toEqual({
      ...of('n1', 'instance a'),
      id: first?.id,
      isRead: false,
    });
    await store().transaction(({ messages }) => messages.appendToAll(['n1', 'n2'], { type: 1, title: 'deal', body: '', msgTimeMs: 2 }));
    expect(heard).toEqual(['n1', 'n2', 'n1', 'n2']);
    const unread = await store().messages.unread('n1');
    expect(unread).toEqual({ 1: before[1] + 1, 2: before[2], 3: before[3] + 1 });
    await store().messages.markReadUntil('n1', first?.id ?? 0, 3);
    expect(await store().messages.unread('n1')).toEqual({ 1: 1, 2: 0, 3: 0 });
    expect((await store().messages.page('n1', { afterId: first?.id, limit: 10 })).items.map(({ title }) => title)).toEqual(['deal']);
    await stop();
  });

  it('tells of no message of a transaction that is taken back, and of those of plugins once theirs has ended', async () => {
    await store().users.create(userRecord('p1'));
    const heard: (string | null)[] = [];
    const stop = store().messageNews.listen((whose) => void heard.push(whose));
    const row = { userId: 'p1', type: 3, title: 'title', body: '', msgTimeMs: 1 } as const;
    const failing = store().transaction(async ({ messages }) => {
      await messages.append(row);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await store()
      .tablesOf('feature-diary')
      .transaction(async (sql) => {
        await store().of(sql).messages.append(row);
        expect(heard).toEqual([]);
      });
    expect(heard).toEqual(['p1']);
    await stop();
  });
});
