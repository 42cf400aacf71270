import { beforeEach, expect, it } from 'vitest';
import { keepNotices } from './kept-notices.ts';
import { NoticesStore } from './notices-store.ts';
import { FakeTimers } from './testing/fake-timers.ts';

let storage: Pick<Storage, 'getItem' | 'setItem'>;

/** A page of a person in one tab. */
function open(username = 'ann'): NoticesStore {
  const timers = new FakeTimers(1_000);
  const notices = new NoticesStore({ timers, serverTime: { in: () => timers.nowMs() } });
  keepNotices({ notices, storage, username });
  return notices;
}
const textsOf = ({ past }: NoticesStore) => past.map(({ text }) => text);

beforeEach(() => {
  const items = new Map<string, string>();
  storage = { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => void items.set(name, value) };
});

it('keeps what was accepted and started over a reload, by the key of its text, and offers nothing that has lost its sense', () => {
  const accepted = { namespace: 'panel-order-ticket', key: 'accepted', params: { symbol: 'BTCUSDT' } };
  const page = open();
  page.show('success', accepted, { detail: [accepted, 'Aurora'], action: { label: 'Undo', run: () => undefined } });
  page.show('info', 'Grid was started.');
  const later = open();
  expect(later.past).toMatchObject([
    { text: 'Grid was started.', detail: null, action: null, timeMs: 1_000 },
    { text: accepted, detail: [accepted, 'Aurora'], action: null },
  ]);
  expect(later.notices).toEqual([]);
});

it('has the last word of an order or an instance, which the data tell anew', () => {
  const page = open();
  page.show('success', 'accepted', { order: { apiId: 1, orderId: '7' } });
  page.show('success', 'started', { about: 'instance 3' });
  const later = open();
  later.show('success', 'Bought 1 BTC', { order: { apiId: 1, orderId: '7' }, pastMs: 2_000 });
  later.show('info', 'ended', { about: 'instance 3', pastMs: 3_000 });
  expect(textsOf(later)).toEqual(['ended', 'Bought 1 BTC']);
});

it('leaves refusals and alerts to the server, and messages to the person who had them', () => {
  const page = open();
  page.show('error', 'refused');
  page.show('warning', 'alert');
  page.show('info', 'mine');
  expect(textsOf(open())).toEqual(['mine']);
  expect(textsOf(open('bob'))).toEqual([]);
});

it.each([
  '{',
  'null',
  '7',
  '[null, 7, {"kind": "info", "text": {"key": 1}, "timeMs": 1}]',
])('begins empty on foreign data: %s', (stored) => {
  storage.setItem('notices.ann', stored);
  expect(textsOf(open())).toEqual([]);
});
