import { expect, it } from 'vitest';
import type { UserMessage } from '../../core/contract/messages.ts';
import type { Movement } from '../../core/contract/money.ts';
import { OwnerNews } from './owner-news.ts';

const hourMs = 3_600_000;
const movement = (changes: Partial<Movement>): Movement => ({
  ...{ movementId: 'one', kind: 'withdrawal', apiId: 1, account: 'Main', accountType: 'spot', asset: 'USDT', amount: '-5', value: '5' },
  ...{ reason: '', proof: '', file: null, destination: null, exchange: 'aurora', userId: 'ann', username: 'ann', state: 'DONE' },
  ...{ failure: null, askedBy: 'ann', decidedBy: 'bo', decisionReason: null, askedMs: hourMs, decidedMs: hourMs, doneMs: hourMs },
  ...changes,
});

function telling(movements: readonly Movement[] = []) {
  const [sent, logged]: [UserMessage[], unknown[]] = [[], []];
  const news = new OwnerNews({
    money: { find: async () => ({ movements, next: null }), exchangeTitle: () => 'Aurora' },
    messages: {
      send: async (message) => {
        if (message.userId === 'gone') throw new Error('cut');
        sent.push(message);
      },
    },
    clock: { nowMs: () => 3 * hourMs },
    logger: { error: (fields) => void logged.push(fields) },
  });
  const said = (): readonly unknown[] => sent.map(({ body }) => (typeof body === 'function' ? body('en') : body));
  return { news, sent, said, logged };
}

it('says why the exchange has not made a movement', async () => {
  const { news, said, sent } = telling();
  await news.tell(movement({ state: 'FAILED', failure: 'TRANSFER_INSUFFICIENT' }));
  await news.tell(movement({ state: 'FAILED', failure: 'ORDER_AMOUNT_OFF_GRID' }));
  expect(said()).toEqual([
    'Withdrawal of 5 USDT, account “Main” at Aurora: failed because not enough of it was free. No money moved.',
    'Withdrawal of 5 USDT, account “Main” at Aurora: rejected by the exchange, and no money moved.',
  ]);
  expect(sent[0]).toMatchObject({ userId: 'ann', about: 'money', refersTo: 'movement one FAILED' });
});

it('says nothing of what waits, of what was taken back, of what needed nobody, and of rebates', async () => {
  const { news, sent } = telling();
  for (const state of ['REQUESTED', 'TAKEN_BACK', 'UNRESOLVED'] as const) await news.tell(movement({ state }));
  await news.tell(movement({ state: 'APPROVED', decidedMs: null }));
  await news.tell(movement({ kind: 'rebate' }));
  expect(sent).toEqual([]);
});

it('tells later what a stop kept from an owner, and goes on past those who cannot be told', async () => {
  const old = movement({ movementId: 'old', askedMs: 0, decidedMs: 0, doneMs: hourMs - 1 });
  const { news, sent, logged } = telling([movement({ movementId: 'new' }), movement({ movementId: 'lost', userId: 'gone' }), old]);
  await news.tellMissed();
  expect([sent.map(({ refersTo }) => refersTo), logged]).toMatchObject([['movement new DONE'], [{ movementId: 'lost' }]]);
});
