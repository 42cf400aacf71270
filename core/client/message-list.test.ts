import { observable, runInAction } from 'mobx';
import { beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../contract/app-error.ts';
import type { Message, MessagesTold } from '../contract/client-services.ts';
import type { Told } from '../contract/notices.ts';
import { MessageList } from './message-list.ts';
import { MessagesStore } from './messages-store.ts';
import { NoticesStore } from './notices-store.ts';
import { UserConfigStore } from './settings/user-config-store.ts';
import { FakeApi } from './testing/fake-api.ts';
import { FakeStream } from './testing/fake-stream.ts';
import { FakeTimers } from './testing/fake-timers.ts';

/** The server's clock, and the browser's, which is ten minutes ahead. */
let server: FakeTimers;
let timers: FakeTimers;
let kept: readonly Message[];
let saved: string | null;
let isDown: boolean;
let list: MessageList;
let notices: NoticesStore;
let messages: MessagesStore;
let config: UserConfigStore;
let stream: FakeStream;
const language = observable.box('en');
const say = (told: Told): string => (typeof told === 'string' ? told : `${language.get()} ${'key' in told ? told.key : ''}`);

const announced = (announcement_id: string, pinned: boolean) => ({
  ...{ announcement_id, pinned, language: 'en', title: 'News', text: 'In full', publish_time: 1_000 },
});

/** What a page has a moment after it was opened. */
async function openPage(): Promise<void> {
  const api = new FakeApi({
    messageList: () => [1, 2, 3].flatMap((type) => kept.filter((one) => one.type === type).slice(0, 50)),
    messageLoad: () => [],
    messageLoadBefore: ({ query }) => {
      const { beforeId, type, limit } = query as { readonly beforeId: string; readonly type: number; readonly limit: number };
      return kept.filter((one) => one.type === type && Number(one.id) < Number(beforeId)).slice(0, limit);
    },
    messageRead: ({ body }) => {
      if (isDown) return refused('CLIENT_OFFLINE');
      const { until } = body as { readonly until: string };
      kept = kept.map((one) => (Number(one.id) <= Number(until) ? { ...one, isRead: true } : one));
      return { messages: [], until };
    },
    announcementList: () => [announced('a1', true), announced('a2', false)],
    configGet: () => ({ config_json: saved }),
    configSave: ({ body }) => {
      saved = (body as { readonly config_json: string }).config_json;
      return null;
    },
  });
  config = new UserConfigStore(api, timers);
  const serverTime = { in: (ms: number) => server.nowMs() + ms };
  notices = new NoticesStore({ timers, serverTime });
  messages = new MessagesStore(api);
  stream = new FakeStream();
  messages.follow(stream);
  list = new MessageList({ api, notices, messages, config, serverTime, texts: { say } });
  await config.load();
  await messages.load();
  notices.show('success', 'Bought 1 BTC', { order: { apiId: 1, orderId: '7' }, pastMs: 2_000 });
}

beforeEach(async () => {
  server = new FakeTimers(10_000);
  timers = new FakeTimers(610_000);
  kept = [{ id: '9', type: 3, title: 'BTCUSDT crossed 60,000', body: 'Watch it', sentMs: 1_000, isRead: false }];
  saved = null;
  isDown = false;
  await openPage();
});

describe('messages', () => {
  it('of the server and fills while nobody was there are in the list, newest first, and count as unread', () => {
    expect(list.items.map(({ text, detail }) => [text, detail])).toEqual([
      ['Bought 1 BTC', null],
      ['BTCUSDT crossed 60,000', 'Watch it'],
    ]);
    expect(list.unread).toBe(2);
  });

  it('that were read are still there after a reload, and what came since is unread', async () => {
    await list.markRead();
    expect(list.unread).toBe(0);
    await config.flush();
    server.advance(1_000);
    await openPage();
    expect([list.items.length, list.unread]).toEqual([2, 0]);
    notices.show('warning', 'Low balance');
    expect([list.items.length, list.unread]).toEqual([3, 1]);
  });

  it('of announcements say which the house has pinned, once somebody looks', async () => {
    const of = (id: string, refersTo?: string): Message => ({
      ...{ id, type: 2, title: `News ${id}`, body: 'In full', sentMs: Number(id), isRead: false },
      ...(refersTo === undefined ? {} : { refersTo }),
    });
    kept = [of('3'), of('2', 'announcement a2'), of('1', 'announcement a1')];
    await messages.load();
    const pinned = (): readonly string[] => list.items.filter(({ isPinned }) => isPinned).map(({ text }) => text);
    expect(pinned()).toEqual([]);
    await list.open();
    expect(pinned()).toEqual(['News 1']);
  });

  it('that were removed do not come back with a reload', async () => {
    await list.clear();
    await config.flush();
    await openPage();
    expect([list.items.length, list.unread]).toEqual([0, 0]);
  });

  it('that come after the list was looked at or emptied are there and unread, though the clock of the browser runs ahead', async () => {
    notices.show('info', 'Canceled');
    const come = async (id: string, title: string): Promise<void> => {
      server.advance(1_000);
      kept = [{ id, type: 3, title, body: '', sentMs: server.nowMs(), isRead: false }, ...kept];
      await messages.load();
    };
    await list.markRead();
    expect(list.unread).toBe(0);
    await come('10', 'first');
    expect([list.items.length, list.unread]).toEqual([4, 1]);
    await list.clear();
    expect(list.items).toEqual([]);
    await come('11', 'second');
    notices.show('info', 'Placed');
    expect([list.items.map(({ text }) => text), list.unread]).toEqual([['Placed', 'second'], 2]);
  });

  it('that were seen as they came are read and removed after a reload too, when the server tells them with its own time', async () => {
    notices.show('success', 'Bought 2 BTC', { order: { apiId: 1, orderId: '8' } });
    server.advance(1_000);
    await list.markRead();
    await config.flush();
    await openPage();
    notices.show('success', 'Bought 2 BTC', { order: { apiId: 1, orderId: '8' }, pastMs: 10_000 });
    expect([list.items.length, list.unread]).toEqual([3, 0]);
  });

  it('stay unread until the server has confirmed, and say so when it cannot', async () => {
    isDown = true;
    await list.markRead();
    expect(list.items.map(({ text, isRead }) => [text, isRead])).toEqual(
      expect.arrayContaining([
        ['Bought 1 BTC', true],
        ['BTCUSDT crossed 60,000', false],
      ]),
    );
    expect(list.items.some(({ kind }) => kind === 'error')).toBe(true);
    isDown = false;
    const confirmed = list.markRead();
    expect(list.unread).toBe(1);
    await confirmed;
    expect(list.unread).toBe(0);
  });

  it('go on to older ones, of all types in their order and without a gap, until there are none', async () => {
    const one = (id: number, type: number): Message => ({ id: `${id}`, type, title: `${id}`, body: '', sentMs: id, isRead: true });
    // Those of type 1 are rare, so that their first page goes much further back.
    kept = Array.from({ length: 400 }, (_, at) => one(400 - at, at % 5 === 0 ? 1 : 3));
    await openPage();
    const shown = (): readonly string[] => list.items.filter(({ key }) => key.startsWith('kept-')).map(({ text }) => text);
    const all = kept.map(({ id }) => id);
    expect(shown().length).toBeGreaterThan(50);
    let pages = 0;
    while (list.hasOlder) {
      expect(shown()).toEqual(all.slice(0, shown().length));
      kept = [one(500 + pages++, 3), ...kept];
      await list.loadOlder();
    }
    expect(shown()).toEqual(all);
    expect(pages).toBeGreaterThan(3);
  });

  it('offer in the list only what keeps its sense', () => {
    const run = (): void => undefined;
    notices.show('info', 'Deleted', { action: { label: 'Undo', run } });
    notices.show('info', 'Ended', { action: { label: 'Details', run, lasts: true } });
    const offered = list.items.map(({ text, action }) => [text, action?.label ?? null]);
    expect(offered).toEqual(
      expect.arrayContaining([
        ['Deleted', null],
        ['Ended', 'Details'],
      ]),
    );
  });

  /** What the server tells of new messages and counts. */
  const say = (unread: Partial<MessagesTold['unread']>, ...results: Message[]): void => {
    kept = [...results.filter(({ id }) => kept.every((one) => one.id !== id)), ...kept];
    const d = { pagination: { total: kept.length, results }, unread: { deal: 0, announcement: 0, system: 0, ...unread } };
    stream.say('messages', { t: 'messages', k: 'e', d });
  };
  const message = (id: string, type: number, changes: Partial<Message> = {}): Message => ({
    ...{ id, type, title: `${id}`, body: '', sentMs: server.nowMs(), isRead: false },
    ...changes,
  });

  it('come by themselves with the counts of the server, which also has those that are not here', async () => {
    say({ system: 70, announcement: 1 }, message('12', 2, { title: 'A new market' }));
    expect(list.items[0]?.text).toBe('A new market');
    expect([list.unreadOf('system'), list.unreadOf('announcement'), list.unreadOf('deal'), list.unread]).toEqual([70, 1, 0, 72]);
    await list.markRead();
    expect([list.unread, kept.every(({ isRead }) => isRead)]).toEqual([0, true]);
  });

  it('are read when another page has read them, and not before', () => {
    say({ system: 2 }, message('12', 3));
    expect(list.items.filter(({ isRead }) => !isRead)).toHaveLength(3);
    say({ system: 1 }, message('9', 3, { isRead: true }));
    expect(list.unreadOf('system')).toBe(1);
    say({});
    expect(list.items.filter(({ isRead }) => !isRead).map(({ text }) => text)).toEqual(['Bought 1 BTC']);
  });

  it('stand and count once where the page has told the same, whichever of the two came first and was read', async () => {
    say({ deal: 1, system: 1 }, message('12', 1, { title: 'Bought 1 BTC at 60,000', refersTo: '1/7' }));
    expect(list.items.map(({ text, of }) => [text, of])).toEqual([
      ['Bought 1 BTC', 'deal'],
      ['BTCUSDT crossed 60,000', 'system'],
    ]);
    expect([list.unreadOf('deal'), list.unread]).toEqual([1, 2]);
    say({ deal: 2, system: 1 }, message('13', 1, { title: 'Sold 2 BTC at 61,000', refersTo: '1/8' }));
    notices.show('success', 'Sold 2 BTC', { order: { apiId: 1, orderId: '8' } });
    expect([list.items.length, list.unread]).toEqual([3, 3]);
    isDown = true;
    await list.markRead();
    // Seen on the page; the message of the server waits for its word, and so does the error that says so.
    expect([list.unreadOf('deal'), list.unreadOf('system')]).toEqual([0, 1]);
    say({ system: 1 }, message('12', 1, { isRead: true, refersTo: '1/7' }), message('13', 1, { isRead: true, refersTo: '1/8' }));
    expect(list.unreadOf('deal')).toBe(0);
  });

  it('are loaded anew after a lost line', async () => {
    const snapshot = (): void =>
      stream.say('messages', {
        t: 'messages',
        k: 's',
        d: { pagination: { total: 0, results: [] }, unread: { deal: 0, announcement: 0, system: 1 } },
      });
    snapshot();
    kept = [message('14', 3, { title: 'Meanwhile' }), ...kept];
    snapshot();
    await new Promise((resolve) => setTimeout(resolve));
    expect(list.items.map(({ text }) => text)).toContain('Meanwhile');
  });

  it('have marks that foreign data cannot break', () => {
    config.set('messages', { readMs: 'x', clearedMs: null });
    expect([list.items.length, list.unread]).toEqual([2, 2]);
  });

  it('are said in the language that the reader has now', () => {
    notices.show('success', { namespace: 'app', key: 'started' });
    expect(list.items[0]?.text).toBe('en started');
    runInAction(() => language.set('zh-CN'));
    expect(list.items[0]?.text).toBe('zh-CN started');
    runInAction(() => language.set('en'));
  });
});
