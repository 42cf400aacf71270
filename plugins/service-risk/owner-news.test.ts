import { expect, it } from 'vitest';
import type { UserMessage } from '../../core/contract/messages.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import { tellingOfCancels, tellingOwners } from './owner-news.ts';

const clock = { nowMs: () => 7 };
const account = (apiId: number, userId: string) => ({ apiId, userId, name: `Account ${apiId}` });

it('the owner of an account is told in the transaction that freezes it', async () => {
  const sent: unknown[] = [];
  const messages = { send: async ({ userId }: UserMessage, within?: Sql) => void sent.push(userId, within) };
  const within = {} as Sql;
  await tellingOwners({ messages, clock })('frozen', 'too much')(account(1, 'ann'), within);
  expect(sent).toEqual(['ann', within]);
});

it('orders that were taken back are so, whoever of their owners cannot be told', async () => {
  const [sent, logged]: [string[], unknown[]] = [[], []];
  const send = async ({ userId }: UserMessage): Promise<void> => {
    if (userId === 'ann') throw new Error('cut');
    sent.push(userId ?? '');
  };
  const logger = { error: (fields: object) => void logged.push(fields) };
  const canceled = [account(1, 'ann'), account(2, 'bo')].map((one) => ({ ...one, canceled: 3 }));
  await tellingOfCancels({ messages: { send }, clock, logger })(canceled, 'too much');
  expect([sent, logged]).toMatchObject([['bo'], [{ apiId: 1 }]]);
});
