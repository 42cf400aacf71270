import { expect, it } from 'vitest';
import { movementKinds, movementReference } from '../../../core/domain/accounts/money-movement.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { balanceRecord, depositEntry, projectionBatch, userRecord } from '../../../tests/kit/store-records.ts';

await describeStore('the statement of an account', (store) => {
  it('calls each movement of money what the house calls it, rebates too, and what the house has not moved by its sign alone', async () => {
    const venue = 'moved';
    const wallet = { apiId: 310, exchange: venue, accountType: 'spot', asset: 'USDT' } as const;
    await store().users.create(userRecord('mover'));
    const amounts = { deposit: '9', withdrawal: '-1', adjustment: '-2', bonus: '3', rebate: '0.5' } as const;
    const moved = movementKinds.map((kind, at) => ({ kind, amount: amounts[kind], movementId: `moved-${kind}`, entryId: at + 1 }));
    for (const { kind, amount, movementId } of moved)
      await store().money.add({
        ...{ movementId, kind, amount, ...wallet, userId: 'mover', value: null, reason: 'a test', proof: '', file: null },
        ...{ state: 'DONE', askedMs: 1_000, destination: null, approvalId: null, askedById: 'mover' },
      });
    const entries = [
      ...moved.map(({ entryId, amount, movementId }) =>
        depositEntry(entryId, 310, amount, { venue, timeMs: 1_000 + entryId, reference: movementReference(movementId) }),
      ),
      depositEntry(6, 310, '-4', { venue, timeMs: 1_006, reference: 'by the exchange' }),
      depositEntry(7, 310, '0.25', { venue, timeMs: 1_007, kind: 'FUNDING' }),
    ];
    await store().projections.apply(projectionBatch(1, { venue, entries, balances: [{ ...balanceRecord(310, 'USDT', '5.75'), venue }] }));
    const { items } = await store().ledger.page({ accounts: [310], limit: 10 });
    expect((await store().ledger.standings(items)).map(({ balance, movement }) => [balance, movement])).toEqual([
      ['5.75', null],
      ['5.5', 'withdrawal'],
      ['9.5', 'rebate'],
      ['9', 'bonus'],
      ['6', 'adjustment'],
      ['8', 'withdrawal'],
      ['9', 'deposit'],
    ]);
  });
});
