import { expect, it } from 'vitest';
import { HouseRewards } from './house-rewards.ts';
import { MoneyBook } from './money-book.ts';

it('takes no name from anybody that a rebate of the house will have, which can be known before the day', async () => {
  const rewards = new HouseRewards({} as never);
  const movementId = rewards.idOf(['2026-11-30', 'tessera', 'ann', 'USDT']);
  const parts = { approvals: { register: () => undefined }, holds: { during: (_id: string, work: () => unknown) => work() }, rewards };
  const book = new MoneyBook(parts as never);
  const thief = { userId: 'bob', username: 'bob', role: 'user', vipLevel: 1 } as const;
  const terms = { movementId, kind: 'withdrawal', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '1' } as const;
  const more = { reason: 'TRC20 TQn9Y2khEsLJW1Ch', proof: '', file: null, destination: null };
  for (const origin of ['owner', 'house'] as const)
    expect(await book.ask(thief, { ...terms, ...more }, origin)).toMatchObject({ ok: false, error: { code: 'MONEY_ID_RESERVED' } });
});
