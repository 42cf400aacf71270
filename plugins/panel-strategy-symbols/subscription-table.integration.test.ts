import { expect, it } from 'vitest';
import { UserQuota } from '../../server/store/quota/user-quota.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import { SubscriptionTable } from './subscription-table.ts';

await describeStore('symbol subscriptions', (store) => {
  it('are kept per user in the order in which they were added, each once', async () => {
    for (const user of ['sub-ann', 'sub-bob']) await store().users.create(userRecord(user));
    const subscriptions = await SubscriptionTable.open(store().tablesOf('panel-strategy-symbols'));
    await subscriptions.add('sub-ann', 'b/BTCUSDT/spot', 1, 9);
    await subscriptions.add('sub-ann', 'a/BTCUSDT/spot', 2, 9);
    await subscriptions.add('sub-ann', 'b/BTCUSDT/spot', 3, 9);
    await subscriptions.add('sub-bob', 'c/BTCUSDT/spot', 4, 9);
    expect(await subscriptions.of('sub-ann')).toEqual([
      { instrumentId: 'b/BTCUSDT/spot', createdMs: 1 },
      { instrumentId: 'a/BTCUSDT/spot', createdMs: 2 },
    ]);
    await subscriptions.remove('sub-ann', 'b/BTCUSDT/spot');
    await subscriptions.remove('sub-ann', 'never/X/spot');
    expect((await subscriptions.of('sub-ann')).map(({ instrumentId }) => instrumentId)).toEqual(['a/BTCUSDT/spot']);
    expect(await subscriptions.of('sub-bob')).toHaveLength(1);
  });

  it('are never more than the most, however many are added at once', async () => {
    await store().users.create(userRecord('sub-all'));
    const subscriptions = await SubscriptionTable.open(store().tablesOf('panel-strategy-symbols'));
    const added = await Promise.all(Array.from({ length: 8 }, (_, at) => subscriptions.add('sub-all', `a/C${at}/spot`, at, 3)));
    expect(added.filter((one) => one.ok && one.value)).toHaveLength(3);
    const [first] = await subscriptions.of('sub-all');
    expect(await subscriptions.add('sub-all', first?.instrumentId ?? 'a/C0/spot', 9, 3)).toEqual({ ok: true, value: true });
    expect(await subscriptions.of('sub-all')).toHaveLength(3);
  });

  it('count towards the quota of their user', async () => {
    await store().users.create(userRecord('sub-full'));
    const subscriptions = await SubscriptionTable.open(store().tablesOf('panel-strategy-symbols', new UserQuota(store(), 140)));
    expect(await subscriptions.add('sub-full', 'a/C1/spot', 1, 9)).toEqual({ ok: true, value: true });
    expect((await store().storage.use('sub-full')).documents).toBeGreaterThan(64);
    expect(await subscriptions.add('sub-full', 'a/C2/spot', 2, 9)).toMatchObject({ ok: false, error: { code: 'STORAGE_FULL' } });
    expect(await subscriptions.of('sub-full')).toHaveLength(1);
  });
});
