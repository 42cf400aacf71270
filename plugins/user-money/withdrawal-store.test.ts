import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import { WithdrawalStore } from './withdrawal-store.ts';

const address = { address_id: 'a', label: 'Cold', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1Ch' };

it('asks for a withdrawal under the name it was given, and reads the list again also when it was refused', async () => {
  const api = new FakeApi({
    addressList: () => [address],
    withdrawalList: () => ({ results: [], next: null }),
    withdrawalAsk: () => refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: '1', asset: 'USDT' }),
  });
  const store = new WithdrawalStore(api);
  await store.load();
  expect([store.state, store.addresses]).toEqual(['ready', [address]]);
  const error = await store.ask({ movementId: 'one', apiId: 1, addressId: 'a', amount: '5' });
  expect(error?.code).toBe('TRANSFER_INSUFFICIENT');
  expect(api.calls.find(({ name }) => name === 'withdrawalAsk')?.body).toEqual({
    ...{ movement_id: 'one', apiId: 1, accountType: 'spot', address_id: 'a', amount: '5' },
  });
  expect(api.names().filter((name) => name === 'withdrawalList')).toHaveLength(2);
});
