import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import type { Told } from '../../core/contract/notices.ts';
import type { LetterState } from '../../core/domain/forms/letter.ts';
import type { LetterSummaryView } from '../../schemas/wire/inbox.ts';
import { tellArrivals } from './arrivals.ts';
import { InboxStore } from './inbox-store.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** An inbox at a server with some letters, the newest first. */
function inboxOf(...ids: string[]) {
  const letters = ids.map((letter_id) => ({ letter_id, state: 'new' as LetterState }) as LetterSummaryView);
  const asked: unknown[] = [];
  const errors: string[] = [];
  const one = (letter_id: string) => letters.find((letter) => letter.letter_id === letter_id);
  const api = new FakeApi({
    formTerms: () => ({ retention_days: 180, resume_limit_mb: 10 }),
    inboxList: ({ query }) => {
      asked.push(query);
      const { cursor } = query as { readonly cursor?: string };
      const from = cursor === undefined ? 0 : letters.findIndex(({ letter_id }) => letter_id === cursor) + 1;
      const results = letters.slice(from, from + 2);
      return { results, next: from + 2 < letters.length ? results.at(-1)?.letter_id : null, total: letters.length };
    },
    inboxLetter: ({ query }) => one((query as { letter_id: string }).letter_id) ?? refused('LETTER_UNKNOWN'),
    inboxState: ({ body }) => {
      const { letter_id, state } = body as { letter_id: string; state: LetterState };
      Object.assign(one(letter_id) ?? {}, { state });
      return null;
    },
    inboxDelete: ({ body }) => {
      letters.splice(
        letters.findIndex(({ letter_id }) => letter_id === (body as { letter_id: string }).letter_id),
        1,
      );
      return null;
    },
  });
  const timers = new FakeTimers();
  const store = new InboxStore(api, { error: ({ code }) => void errors.push(code) }, timers);
  return { store, letters, asked, errors, timers, shown: () => store.list.items.map(({ letter_id }) => letter_id) };
}

it('shows a letter that has come in, and keeps the pages that were opened', async () => {
  const { store, letters, shown } = inboxOf('c', 'b', 'a');
  await store.load();
  await store.list.more();
  expect([shown(), store.total, store.retentionDays]).toEqual([['c', 'b', 'a'], 3, 180]);
  letters.unshift({ letter_id: 'd' } as LetterSummaryView);
  await store.hear();
  expect([shown(), store.total]).toEqual([['d', 'c', 'b', 'a'], 4]);
});

it('shows the newest state when two letters come in at once', async () => {
  const { store, letters, shown } = inboxOf('a');
  await store.load();
  letters.unshift({ letter_id: 'b' } as LetterSummaryView);
  const first = store.hear();
  letters.unshift({ letter_id: 'c' } as LetterSummaryView);
  await Promise.all([first, store.hear()]);
  expect(shown()).toEqual(['c', 'b']);
});

it('asks once for a word, when its typing has paused, and with the other filters', async () => {
  const { store, asked, timers } = inboxOf('a');
  await store.load();
  store.narrow({ kind: 'career' });
  for (const search of ['w', 'wa', 'wang']) store.narrow({ search });
  timers.advance(1_000);
  await settle();
  expect(asked).toEqual([{ limit: 100 }, { kind: 'career', limit: 100 }, { kind: 'career', search: 'wang', limit: 100 }]);
  store.narrow({ kind: undefined, search: '' });
  expect(store.isNarrowed).toBe(false);
});

it('closes the letter that somebody has deleted, here or elsewhere', async () => {
  const { store, letters, errors, shown } = inboxOf('b', 'a');
  await store.load();
  await store.open('a');
  await store.setState('a', 'answered');
  expect(store.letter?.state).toBe('answered');
  letters.pop();
  await store.hear();
  expect([store.openId, shown()]).toEqual([null, ['b']]);
  await store.open('b');
  await store.remove('b');
  expect([store.openId, store.letter, shown(), errors]).toEqual([null, null, [], []]);
});

it('tells of a letter that has come in, also while the line was lost, and not of what is done with letters', () => {
  const told: string[] = [];
  const keyOf = (text: Told): string => (typeof text === 'object' && 'key' in text ? text.key : '');
  let hear: (message: never) => void = () => undefined;
  tellArrivals({
    stream: {
      subscribe: (_topic, listener) => {
        hear = listener as typeof hear;
        return () => undefined;
      },
    },
    notices: { show: (_kind, text, options) => void told.push(keyOf(text), keyOf(options?.action?.label ?? '')) },
    commands: { run: async () => undefined },
  });
  const say = (arrived: number, kind: string | null, k = 'e'): void => hear({ k, t: 'inbox', d: { arrived, kind } } as never);
  say(3, 'contact', 's');
  say(3, 'contact');
  expect(told).toEqual([]);
  say(4, 'career');
  say(6, 'contact', 's');
  expect(told).toEqual(['arrived.career', 'arrived.open', 'arrived.contact', 'arrived.open']);
  // A server that was started anew counts anew.
  say(0, null, 's');
  expect(told).toHaveLength(4);
});
