import { expect, it } from 'vitest';
import type { AuditLog, AuditPageQuery } from '../../core/contract/audit.ts';
import { auditCalls } from './audit-calls.ts';

const gone = () => new AbortController().signal;

/** A log of a million entries, in which nothing is found. */
const size = 1_000_000;

it('a search of a long log answers after a part of it, and says where to go on', async () => {
  const looked: number[] = [];
  const audit = {
    appendLook: async () => undefined,
    page: async (_: unknown, { before = size, patience = size }: AuditPageQuery) => {
      looked.push(Math.min(before, patience));
      return { entries: [], next: before > patience ? before - patience : null };
    },
  } as unknown as AuditLog;
  const people = { get: async () => null, named: async () => null };
  const calls = auditCalls({ audit, people, check: {} as never });
  const ask = (after?: string) =>
    calls.auditList({
      query: { search: 'nowhere', ...(after === undefined ? {} : { after }) },
      principal: { userId: 'ann' },
      gone,
    } as never);
  const first = await ask();
  expect(first).toMatchObject({ ok: true, value: { results: [], next: expect.stringMatching(/^[1-9]\d*$/) } });
  // A caller waits some seconds for an answer, in which a database looks through no more than these.
  expect(looked[0]).toBeLessThanOrEqual(250_000);
  expect(await ask('1000')).toMatchObject({ ok: true, value: { results: [], next: null } });
});

it('searches of one person come one after the other, in nobody else’s way, and one that nobody waits for any more looks at nothing', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const audit = {
    appendLook: async () => undefined,
    page: (_: unknown, { before }: AuditPageQuery) => {
      begun.push(String(before));
      return new Promise((resolve) => ends.set(String(before), () => resolve({ entries: [], next: null })));
    },
  } as unknown as AuditLog;
  const calls = auditCalls({ audit, people: { get: async () => null, named: async () => null }, check: {} as never });
  const leaves = new AbortController();
  const ask = (userId: string, after: string, query: object = { search: 'nowhere' }, signal = gone()) =>
    calls.auditList({ query: { ...query, after }, principal: { userId }, gone: () => signal } as never);
  const asked = [
    ask('ann', '1'),
    ask('ann', '2', { search: 'nowhere' }, leaves.signal),
    ask('ann', '3'),
    ask('bob', '4'),
    ask('ann', '5', {}),
  ];
  await expect.poll(() => [...begun].sort()).toEqual(['1', '4', '5']);
  leaves.abort();
  ends.get('1')?.();
  await expect.poll(() => begun.slice(3)).toEqual(['3']);
  for (const end of ends.values()) end();
  expect(await Promise.all(asked)).toHaveLength(5);
});

it('asks for the people of a page at once and for each of them once, so that no name waits for the one before', async () => {
  const entry = (entryId: number, actor: string, subject: string) => ({
    entryId,
    actor,
    subject,
    action: 'person.changed',
    timeMs: 1,
    hash: '',
  });
  const entries = [entry(3, 'ann', 'person/bob'), entry(2, 'bob', 'person/cid'), entry(1, 'system', 'platform')];
  const audit = { appendLook: async () => undefined, page: async () => ({ entries, next: null }) } as unknown as AuditLog;
  const asked: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const get = async (id: string) => {
    asked.push(id);
    await answered;
    return id === 'system' ? null : { username: `name of ${id}` };
  };
  const calls = auditCalls({ audit, people: { get, named: async () => null } as never, check: {} as never });
  const page = calls.auditList({ query: {}, principal: { userId: 'ann' }, gone } as never);
  await expect.poll(() => [...asked].sort()).toEqual(['ann', 'bob', 'cid', 'system']);
  answer();
  const outcome = await page;
  expect(outcome.ok && outcome.value.results.map(({ actor, subject_name, actor_id }) => [actor, subject_name, actor_id])).toEqual([
    ['name of ann', 'name of bob', 'ann'],
    ['name of bob', 'name of cid', 'bob'],
    ['system', null, null],
  ]);
});

it('a table is read page by page, each in its turn among the searches of its reader, and no further than he stays', async () => {
  const leaves = new AbortController();
  const read: number[] = [];
  let search: (() => void) | undefined;
  const audit = {
    append: async () => undefined,
    appendLook: async () => undefined,
    page: (query: { readonly text?: string }, { before = 4 }: AuditPageQuery) => {
      if (query.text === 'nowhere') return new Promise((resolve) => (search = () => resolve({ entries: [], next: null })));
      read.push(before);
      if (before === 2) leaves.abort();
      return Promise.resolve({ entries: [], next: before - 1 });
    },
  } as unknown as AuditLog;
  const calls = auditCalls({ audit, people: { get: async () => null, named: async () => null }, check: {} as never });
  const principal = { userId: 'ann' };
  const searched = calls.auditList({ query: { search: 'nowhere' }, principal, gone } as never);
  const table = await calls.auditExport({ query: {}, principal, gone: () => leaves.signal } as never);
  const lines: string[] = [];
  const taken = (async () => {
    if (table.ok) for await (const line of table.value as unknown as AsyncIterable<string>) lines.push(line);
  })();
  await expect.poll(() => search).toBeDefined();
  expect(read).toEqual([]);
  search?.();
  await Promise.all([searched, taken]);
  expect(read).toEqual([4, 3, 2]);
  expect(lines.join('')).toContain('entry,time,');
});
