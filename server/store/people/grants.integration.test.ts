import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import type { AccountGrant } from './grant-store.ts';

await describeStore('authorisations between users', (store) => {
  const grantOf = (granteeId: string, apiId: number, changes: Partial<AccountGrant> = {}): AccountGrant => ({
    granteeId,
    apiId,
    acts: ['see', 'report'],
    untilMs: null,
    grantedBy: 'grant-owner',
    grantedMs: 5,
    ...changes,
  });

  it('are kept once for each grantee and account, and end in time or when they are removed', async () => {
    for (const id of ['grant-owner', 'grant-ann', 'grant-bob']) await store().users.create(userRecord(id, { username: id }));
    const terms = {
      userId: 'grant-owner',
      name: 'main',
      exchange: 'tessera',
      permissions: ['spot'],
      groupId: null,
      expiresMs: null,
      state: 'ACTIVE',
      createdMs: 1,
    };
    const { apiId } = await store().apiAccounts.create(terms as Parameters<ReturnType<typeof store>['apiAccounts']['create']>[0]);
    const { accountGrants } = store();
    await accountGrants.put(grantOf('grant-ann', apiId));
    await accountGrants.put(grantOf('grant-bob', apiId, { untilMs: 100 }));
    await accountGrants.put(grantOf('grant-ann', apiId, { acts: ['move'], grantedMs: 6 }));
    expect(await accountGrants.current(99)).toEqual([
      grantOf('grant-ann', apiId, { acts: ['move'], grantedMs: 6 }),
      grantOf('grant-bob', apiId, { untilMs: 100 }),
    ]);
    expect(await accountGrants.current(100)).toHaveLength(1);
    expect(await accountGrants.current(0, 'grant-bob')).toHaveLength(1);
    await accountGrants.remove('grant-ann', apiId);
    await accountGrants.remove('grant-ann', apiId);
    expect(await accountGrants.current(100)).toEqual([]);
    await expect(accountGrants.put(grantOf('nobody', apiId))).rejects.toThrow();
  });
});
