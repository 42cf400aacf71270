import { expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { ApprovalRecord } from '../store/money/money-store.ts';
import type { Store } from '../store/store.ts';
import { ApprovalBook } from './approval-book.ts';

it('runs what was agreed to on the tables of whoever registered the kind, whoever decides', async () => {
  const record = {
    id: 'one',
    kind: 'limit',
    subject: 'desk',
    content: null,
    askedBy: 'ann',
    askedMs: 0,
    state: 'WAITING',
  } as ApprovalRecord;
  const users = {
    hold: async () => [{ id: 'bob', role: 'risk', state: 'ACTIVE' }],
    find: async () => ({ id: 'bob', role: 'risk', state: 'ACTIVE' }),
  };
  const repositories = { users, approvals: { hold: async () => record, decided: async () => undefined } };
  const book = new ApprovalBook({
    store: { of: () => repositories } as unknown as Pick<Store, 'of'>,
    clock: { nowMs: () => 0 },
    newId: () => 'one',
    messages: { sendToRole: async () => undefined },
  });
  const tablesOf = (owner: string): Sql => ({ owner }) as unknown as Sql;
  const ran: Sql[] = [];
  book
    .of('registrar', (work) => work(tablesOf('registrar')))
    .register({
      kind: 'limit',
      roles: ['risk'],
      approved: async (_approval, _note, within) => {
        ran.push(within);
        return accepted(undefined);
      },
      refused: async () => undefined,
    });
  const decider = book.of('decider', (work) => work(tablesOf('decider')));
  const decided = await decider.decide('one', true, { by: { userId: 'bob', role: 'risk' }, reason: 'fine' });
  expect(decided).toMatchObject({ ok: true, value: { state: 'APPROVED' } });
  expect(ran).toEqual([tablesOf('registrar')]);
});
