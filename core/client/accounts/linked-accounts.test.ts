import { autorun, observable, runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import type { Accounts, ApiAccount } from '../../contract/client-services.ts';
import { LinkedAccounts } from './linked-accounts.ts';

const account = (apiId: number, exchange: string) =>
  ({ apiId, exchange, name: `${exchange} ${apiId}`, permissions: ['spot'] }) as unknown as ApiAccount;
const own = [account(1, 'aurora'), account(2, 'aurora'), account(3, 'borealis')];
const placed: unknown[] = [];
const all = {
  apiAccounts: own,
  selectedIds: [1, 3],
  accountFor: (exchange: string, type = 'spot') => (type === 'spot' ? (own.find((one) => one.exchange === exchange) ?? null) : null),
  openOrders: [],
  place: async (order: unknown) => void placed.push(order),
} as unknown as Accounts;

describe('the accounts of a link group', () => {
  it('are all of them until the group is tied to one', () => {
    const accounts = new LinkedAccounts(all, () => null);
    expect([accounts.selectedIds, accounts.accountFor('aurora')?.apiId]).toEqual([[1, 3], 1]);
  });

  it('are the one that the group is tied to: in lists, and for orders at its exchange', () => {
    const accounts = new LinkedAccounts(all, () => 2);
    expect(accounts.selectedIds).toEqual([2]);
    expect([accounts.accountFor('aurora')?.apiId, accounts.accountFor('borealis')?.apiId]).toEqual([2, 3]);
    expect(accounts.accountFor('aurora', 'usdm')).toBeNull();
  });

  it('are all again when the account is gone, as in a layout that somebody else made', () => {
    const accounts = new LinkedAccounts(all, () => 99);
    expect([accounts.selectedIds, accounts.accountFor('aurora')?.apiId]).toEqual([[1, 3], 1]);
  });

  it('change for everybody who looks when the group is tied to another', () => {
    const linked = observable.box<number | null>(null);
    const accounts = new LinkedAccounts(all, () => linked.get());
    const seen: (readonly number[])[] = [];
    const stop = autorun(() => seen.push(accounts.selectedIds));
    runInAction(() => linked.set(2));
    stop();
    expect(seen).toEqual([[1, 3], [2]]);
  });

  it('send orders the one way there is', async () => {
    await new LinkedAccounts(all, () => 2).place({ apiId: 2 } as never);
    expect(placed).toEqual([{ apiId: 2 }]);
  });
});
