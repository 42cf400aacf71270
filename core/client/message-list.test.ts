import { observable, runInAction } from 'mobx';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../contract/client-services.ts';
import type { Told } from '../contract/notices.ts';
import { MessageList } from './message-list.ts';
import { MessagesStore } from './messages-store.ts';
import { NoticesStore } from './notices-store.ts';
import { UserConfigStore } from './settings/user-config-store.ts';
import { FakeApi } from './testing/fake-api.ts';
import { FakeTimers } from './testing/fake-timers.ts';

/** The server's clock, and the browser's, which is ten minutes ahead. */
let server: FakeTimers;
let timers: FakeTimers;
let kept: readonly Message[];
let saved: string | null;
let list: MessageList;
let notices: NoticesStore;
let messages: MessagesStore;
let config: UserConfigStore;
const language = observable.box('en');
const say = (told: Told): string => (typeof told === 'string' ? told : `${language.get()} ${'key' in told ? told.key : ''}`);

/** What a page has a moment after it was opened. */
async function openPage(): Promise<void> {
  const api = new FakeApi({
    messageList: () => kept,
    messageLoad: () => [],
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
  list = new MessageList({ notices, messages, config, serverTime, texts: { say } });
  await config.load();
  await messages.load();
  notices.show('success', 'Bought 1 BTC', { order: { apiId: 1, orderId: '7' }, pastMs: 2_000 });
}

beforeEach(async () => {
  server = new FakeTimers(10_000);
  timers = new FakeTimers(610_000);
  kept = [{ id: '9', type: 3, title: 'BTCUSDT crossed 60,000', body: 'Watch it', sentMs: 1_000, isRead: false }];
  saved = null;
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
    list.markRead();
    expect(list.unread).toBe(0);
    await config.flush();
    server.advance(1_000);
    await openPage();
    expect([list.items.length, list.unread]).toEqual([2, 0]);
    notices.show('warning', 'Low balance');
    expect([list.items.length, list.unread]).toEqual([3, 1]);
  });

  it('that were removed do not come back with a reload', async () => {
    list.clear();
    await config.flush();
    await openPage();
    expect([list.items.length, list.unread]).toEqual([0, 0]);
  });

  it('that come after the list was looked at or emptied are there and unread, though the clock of the browser runs ahead', async () => {
    notices.show('info', 'Canceled');
    const come = async (id: string): Promise<void> => {
      server.advance(1_000);
      kept = [{ id, type: 3, title: id, body: '', sentMs: server.nowMs(), isRead: false }, ...kept];
      await messages.load();
    };
    list.markRead();
    expect(list.unread).toBe(0);
    await come('first');
    expect([list.items.length, list.unread]).toEqual([4, 1]);
    list.clear();
    expect(list.items).toEqual([]);
    await come('second');
    notices.show('info', 'Placed');
    expect([list.items.map(({ text }) => text), list.unread]).toEqual([['Placed', 'second'], 2]);
  });

  it('that were seen as they came are read and removed after a reload too, when the server tells them with its own time', async () => {
    notices.show('success', 'Bought 2 BTC', { order: { apiId: 1, orderId: '8' } });
    server.advance(1_000);
    list.markRead();
    await config.flush();
    await openPage();
    notices.show('success', 'Bought 2 BTC', { order: { apiId: 1, orderId: '8' }, pastMs: 10_000 });
    expect([list.items.length, list.unread]).toEqual([3, 0]);
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
