import { describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { someBalance } from '../../core/client/testing/views.ts';
import type { AccessDecision } from '../../core/contract/access.ts';
import { refused } from '../../core/contract/app-error.ts';
import type { AccountBalance, ApiAccount, LedgerLine } from '../../core/contract/client-services.ts';
import { formatAccountKey } from '../../core/domain/accounts/account-key.ts';
import { TransferPairs } from './past-transfers.ts';
import type { Services } from './requires.ts';
import { TransferStore } from './transfer-store.ts';

const exchanges: Readonly<Record<string, object>> = {
  duo: { accountTypes: ['spot', 'usdm'], transfers: true, accountTransfers: false },
  aurora: { accountTypes: ['spot'], transfers: true, accountTransfers: true },
  far: { accountTypes: ['spot', 'usdm'], transfers: false, accountTransfers: false },
};
const account = (apiId: number, exchange: string, owner?: string) =>
  ({ apiId, exchange, name: `${exchange} ${apiId}`, ...(owner === undefined ? { own: true } : { own: false, owner }) }) as ApiAccount;
const money = someBalance('USDT', '100', { exchange: 'duo', available: '60' });

function open(
  accounts: readonly ApiAccount[] = [account(2, 'aurora'), account(1, 'duo')],
  balances: readonly AccountBalance[] = [money, someBalance('BTC', '1', { available: '0' })],
  may: (apiId: number) => AccessDecision = () => ({ outcome: 'granted' }),
) {
  const api = new FakeApi({ transfer: () => [] });
  const services = {
    api,
    accounts: { apiAccounts: accounts, balances, may: (_act: string, apiId: number) => may(apiId) },
    markets: { exchange: (exchange: string) => exchanges[exchange] ?? null },
  } as unknown as Services;
  let ids = 0;
  const store = new TransferStore({ services, newId: () => `id-${++ids}` });
  const sides = (): readonly (string | null)[] => [store.from, store.to].map((key) => key && formatAccountKey(key));
  return { store, api, sides };
}

describe('a transfer that is put together', () => {
  it('begins at an exchange that moves money, with its first two accounts and what is free in the first', () => {
    const { store, sides } = open();
    expect([store.account?.apiId, store.offered, store.asset, store.available]).toEqual([1, true, 'USDT', '60']);
    expect(sides()).toEqual(['1/spot', '1/usdm']);
    expect(store.assets).toEqual(['USDT', 'BTC']);
  });

  it('bars with the reason what has nowhere to go while another account has, and nothing where none has', () => {
    const accounts = [account(1, 'duo'), account(2, 'aurora'), account(3, 'far')];
    const barred = (known: readonly ApiAccount[]) => known.map((one) => open(known).store.barred(one));
    expect(barred(accounts)).toEqual([null, 'alone', 'exchange']);
    expect(barred(accounts.slice(1))).toEqual([null, null]);
  });

  it('says of an exchange with one account that nothing can be moved, before anything is typed', () => {
    const { store } = open();
    store.chooseAccount(2);
    expect([store.account?.exchange, store.offered, store.to]).toEqual(['aurora', false, null]);
  });

  it('goes to the other accounts that its owner has at the exchange, where that moves money between them', () => {
    const accounts = [account(1, 'aurora'), account(2, 'aurora'), account(3, 'aurora', 'ann'), account(4, 'duo'), account(5, 'duo')];
    const { store, sides } = open(accounts, [someBalance('USDT', '9', { exchange: 'aurora', apiId: 2 })]);
    expect(sides()).toEqual(['1/spot', '2/spot']);
    expect(store.targets.map(formatAccountKey)).toEqual(['1/spot', '2/spot']);
    store.swap();
    expect([...sides(), store.account?.apiId, store.available]).toEqual(['2/spot', '1/spot', 2, '9']);
    store.chooseAccount(3);
    expect([store.offered, store.to], 'it is the only one of its owner').toEqual([false, null]);
    store.chooseAccount(4);
    expect(store.targets.map(formatAccountKey)).toEqual(['4/spot', '4/usdm']);
  });

  it('goes between two accounts of somebody else who has authorised both, and never to a third person', () => {
    const accounts = [account(1, 'aurora', 'ann'), account(2, 'aurora', 'bob'), account(3, 'aurora', 'ann'), account(4, 'aurora')];
    const { store, sides } = open(accounts, []);
    expect(sides()).toEqual(['1/spot', '3/spot']);
    expect(store.targets.map(formatAccountKey)).toEqual(['1/spot', '3/spot']);
    store.chooseAccount(2);
    expect(store.offered).toBe(false);
  });

  it('goes nowhere at an exchange that moves nothing, and into no account that is closed to it', () => {
    const locked: AccessDecision = { outcome: 'locked', minVip: 2 };
    expect(open([account(1, 'far'), account(2, 'far')], []).store.offeredAnywhere).toBe(false);
    const { store } = open([account(1, 'aurora'), account(2, 'aurora')], [], (apiId) => (apiId === 2 ? locked : { outcome: 'granted' }));
    store.chooseAccount(1);
    expect([store.offered, store.to]).toEqual([false, null]);
  });

  it('leaves out accounts in which the user may not move money, and shows what a level would open', () => {
    const locked: AccessDecision = { outcome: 'locked', minVip: 2 };
    const { store } = open(undefined, undefined, (apiId) => (apiId === 1 ? locked : { outcome: 'absent' }));
    expect([store.owners.map(({ apiId }) => apiId), store.access]).toEqual([[1], locked]);
  });

  it('swaps its sides by the button, and when one is chosen that the other has', () => {
    const { store, sides } = open();
    store.swap();
    expect(sides()).toEqual(['1/usdm', '1/spot']);
    store.chooseFrom('1/spot');
    expect(sides()).toEqual(['1/spot', '1/usdm']);
    store.chooseTo('1/spot');
    expect(sides()).toEqual(['1/usdm', '1/spot']);
    expect([store.asset, store.available]).toEqual([null, '0']);
  });

  it('has isolated margin accounts that have ever held something among its sides', () => {
    const isolated = someBalance('USDT', '1', { accountType: 'isolated_margin', symbol: 'BTCUSDT' });
    expect(open(undefined, [isolated]).store.purses.map(formatAccountKey)).toContain('1/isolated_margin/BTCUSDT');
  });

  it.each([
    ['', 'empty'],
    ['0', 'empty'],
    ['60.00000001', 'tooMuch'],
    ['60', null],
    ['0.5', null],
  ])('of %j is %s', (amount, problem) => {
    const { store } = open();
    store.type(amount);
    expect(store.problem).toBe(problem);
  });

  it('takes all that is free', () => {
    const { store } = open();
    store.takeAll();
    expect(store.amount).toBe('60');
  });
});

describe('a transfer that is sent', () => {
  it('goes once, with a name of its own, and empties the amount', async () => {
    const { store, api } = open();
    store.type('5');
    const sent = store.send();
    expect(await store.send()).toBeNull();
    expect(await sent).toMatchObject({ amount: '5', reference: 'id-1' });
    expect(api.calls.map(({ body }) => body)).toEqual([
      { from: { apiId: 1, accountType: 'spot' }, to: { apiId: 1, accountType: 'usdm' }, asset: 'USDT', amount: '5', reference: 'id-1' },
    ]);
    expect([store.amount, store.unsure]).toEqual(['', null]);
  });

  it('keeps its name while it has no answer, so that asking again moves nothing twice', async () => {
    const { store, api } = open();
    api.handlers.transfer = () => refused('CLIENT_TIMEOUT', { timeoutS: 20 });
    store.type('5');
    expect(await store.send()).toBeNull();
    expect(store.unsure?.reference).toBe('id-1');
    expect(await store.send()).toBeNull();
    api.handlers.transfer = () => [];
    expect(await store.askAgain()).toMatchObject({ reference: 'id-1' });
    expect(api.calls.map(({ body }) => (body as { reference: string }).reference)).toEqual(['id-1', 'id-1']);
    expect(store.unsure).toBeNull();
  });

  it('shows a refusal until something is typed, and has another name the next time', async () => {
    const { store, api } = open();
    api.handlers.transfer = () => refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: '1', asset: 'USDT' });
    store.type('5');
    await store.send();
    expect([store.error?.code, store.amount]).toEqual(['TRANSFER_INSUFFICIENT', '5']);
    store.type('1');
    expect(store.error).toBeNull();
    api.handlers.transfer = () => [];
    expect(await store.send()).toMatchObject({ reference: 'id-2' });
  });
});

it('makes transfers of the ledger’s lines, over the end of a page as well, and none of a deposit', () => {
  const line = (entryId: string, amount: string, accountType: LedgerLine['accountType']): LedgerLine => ({
    ...{ exchange: 'duo', entryId, kind: 'TRANSFER', reference: 'r', apiId: 1, accountType, asset: 'USDT', amount, timeMs: 5 },
  });
  const pairs = new TransferPairs();
  expect(pairs.take([line('3', '-2', 'spot'), line('3', '2', 'usdm'), line('2', '9', 'spot'), line('1', '1', 'spot')])).toMatchObject([
    { from: { accountType: 'spot', apiId: 1 }, to: { accountType: 'usdm', apiId: 1 }, amount: '2', asset: 'USDT' },
  ]);
  expect(pairs.take([line('1', '-1', 'usdm')])).toMatchObject([
    { from: { accountType: 'usdm' }, to: { accountType: 'spot' }, amount: '1' },
  ]);
});
