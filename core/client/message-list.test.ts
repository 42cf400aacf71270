import { beforeEach, describe, expect, it } from 'vitest';
import { MessageList } from './message-list.ts';
import { MessagesStore } from './messages-store.ts';
import { NoticesStore } from './notices-store.ts';
import { UserConfigStore } from './settings/user-config-store.ts';
import { FakeApi } from './testing/fake-api.ts';
import { FakeTimers } from './testing/fake-timers.ts';

let timers: FakeTimers;
let saved: string | null;
let list: MessageList;
let notices: NoticesStore;
let config: UserConfigStore;

/** What a page has a moment after it was opened. */
async function openPage(): Promise<void> {
  const kept = [{ id: '9', type: 3, title: 'BTCUSDT crossed 60,000', body: 'Watch it', sentMs: 1_000, isRead: false }];
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
  notices = new NoticesStore(timers, ({ code }) => code);
  const messages = new MessagesStore(api);
  list = new MessageList({ notices, messages, config, timers });
  await config.load();
  await messages.load();
  notices.show('success', 'Bought 1 BTC', { order: { apiId: 1, orderId: '7' }, pastMs: 2_000 });
}

beforeEach(async () => {
  timers = new FakeTimers(10_000);
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
    timers.advance(1_000);
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
});
