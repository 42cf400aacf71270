import { expect, it } from 'vitest';
import type { AuditLog, AuditPageQuery } from '../../core/contract/audit.ts';
import { auditCalls } from './audit-calls.ts';

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
    calls.auditList({ query: { search: 'nowhere', ...(after === undefined ? {} : { after }) }, principal: { userId: 'ann' } } as never);
  const first = await ask();
  expect(first).toMatchObject({ ok: true, value: { results: [], next: expect.stringMatching(/^[1-9]\d*$/) } });
  // A caller waits some seconds for an answer, in which a database looks through no more than these.
  expect(looked[0]).toBeLessThanOrEqual(250_000);
  expect(await ask('1000')).toMatchObject({ ok: true, value: { results: [], next: null } });
});
