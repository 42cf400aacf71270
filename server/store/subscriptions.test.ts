import { expect, it } from 'vitest';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';

await describeStore('symbol subscriptions', (store) => {
  it('are kept per user in the order in which they were added, each once', async () => {
    for (const user of ['sub-ann', 'sub-bob']) await store().users.create(userRecord(user));
    const { subscriptions } = store();
    await subscriptions.add('sub-ann', 'b/BTCUSDT/spot', 1);
    await subscriptions.add('sub-ann', 'a/BTCUSDT/spot', 2);
    await subscriptions.add('sub-ann', 'b/BTCUSDT/spot', 3);
    await subscriptions.add('sub-bob', 'c/BTCUSDT/spot', 4);
    expect(await subscriptions.of('sub-ann')).toEqual([
      { instrumentId: 'b/BTCUSDT/spot', createdMs: 1 },
      { instrumentId: 'a/BTCUSDT/spot', createdMs: 2 },
    ]);
    await subscriptions.remove('sub-ann', 'b/BTCUSDT/spot');
    await subscriptions.remove('sub-ann', 'never/X/spot');
    expect((await subscriptions.of('sub-ann')).map(({ instrumentId }) => instrumentId)).toEqual(['a/BTCUSDT/spot']);
    expect(await subscriptions.of('sub-bob')).toHaveLength(1);
  });
});
