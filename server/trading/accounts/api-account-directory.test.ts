import { describe, expect, it } from 'vitest';
import { AppError, accepted } from '../../../core/contract/app-error.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { accountRecord, exchange, fakeVenue, MemoryStore, steppingClock } from '../trading-fixture.ts';
import { ApiAccountDirectory } from './api-account-directory.ts';

const open = async (venue: Venue | null = null, stored = [accountRecord(1, 'ann')]): Promise<ApiAccountDirectory> => {
  const accounts = new ApiAccountDirectory(new MemoryStore(stored).store, steppingClock(), { venue: () => venue });
  await accounts.load();
  return accounts;
};

describe('Accounts', () => {
  it('gives the account that is there, and makes one when there is none', async () => {
    const known: number[] = [];
    const accounts = await open(fakeVenue({ openAccount: async ({ apiId }) => void known.push(apiId) }));
    expect((await accounts.ensureAccount('ann', exchange)).apiId).toBe(1);
    const [first, second] = await Promise.all([accounts.ensureAccount('bob', exchange), accounts.ensureAccount('bob', exchange)]);
    expect(first).toMatchObject({ apiId: 2, userId: 'bob', exchange, name: 'Fake', state: 'ACTIVE', permissions: ['spot', 'futures'] });
    expect(second).toBe(first);
    expect(known).toEqual([2]);
    expect(accounts.apiIdsOf(exchange)).toEqual([1, 2]);
  });

  it('puts a user’s accounts at one exchange into one trade group', async () => {
    const accounts = await open(null, [
      accountRecord(1, 'ann'),
      accountRecord(2, 'bob'),
      accountRecord(3, 'ann'),
      accountRecord(4, 'ann', { exchange: 'aurora' }),
    ]);
    expect([1, 2, 3, 4, 9].map((apiId) => accounts.tradeGroupOf(apiId))).toEqual([1, 2, 1, 4, 0]);
  });

  it('deposits where the venue takes deposits', async () => {
    const capabilities = { ...fakeVenue().capabilities, deposit: true };
    const accounts = await open(fakeVenue({ capabilities, deposit: async () => accepted(undefined) }));
    expect(await accounts.deposit(spotAccount(1), 'BTC', '1', 'gift')).toEqual(accepted(undefined));
    expect(await accounts.deposit(spotAccount(9), 'BTC', '1', 'gift')).toMatchObject({ error: { code: 'ACCESS_ACCOUNT' } });
    expect(await (await open(fakeVenue())).deposit(spotAccount(1), 'BTC', '1', 'gift')).toMatchObject({
      error: { code: 'ORDER_NOT_SUPPORTED' },
    });
    expect(await (await open(null)).deposit(spotAccount(1), 'BTC', '1', 'gift')).toMatchObject({ error: { code: 'VENUE_UNAVAILABLE' } });
  });

  it('makes a deposit once under its reference, however long ago that was', async () => {
    const store = new MemoryStore([accountRecord(1, 'ann')]);
    const lines = [{ account: 1, accountType: 'spot', asset: 'BTC', amount: '1' }] as const;
    const entry = { venue: exchange, entryId: 7, kind: 'TRANSFER', reference: 'gift', timeMs: 0, lines } as const;
    await store.store.projections.apply({
      venue: exchange,
      sequence: 1,
      orders: [],
      events: [],
      fills: [],
      entries: [entry],
      balances: [],
    });
    const capabilities = { ...fakeVenue().capabilities, deposit: true };
    const accounts = new ApiAccountDirectory(store.store, steppingClock(), { venue: () => fakeVenue({ capabilities }) });
    await accounts.load();
    expect(await accounts.deposit(spotAccount(1), 'BTC', '1.0', 'gift')).toEqual(accepted(undefined));
    for (const amount of ['2', 'x']) {
      expect(await accounts.deposit(spotAccount(1), 'BTC', amount, 'gift')).toMatchObject({
        error: { code: 'TRANSFER_DUPLICATE_REFERENCE' },
      });
    }
  });

  it('withdraws where the venue lets money out, and once under its reference, however long ago that was', async () => {
    const store = new MemoryStore([accountRecord(1, 'ann')]);
    const lines = [{ account: 1, accountType: 'spot', asset: 'BTC', amount: '-1' }] as const;
    const entry = { venue: exchange, entryId: 7, kind: 'TRANSFER', reference: 'out', timeMs: 0, lines } as const;
    const nothing = { orders: [], events: [], fills: [], balances: [] };
    await store.store.projections.apply({ venue: exchange, sequence: 1, ...nothing, entries: [entry] });
    const asked: string[] = [];
    const capabilities = { ...fakeVenue().capabilities, withdrawal: true };
    const withdraw = async (_account: unknown, _asset: string, amount: string) => accepted(void asked.push(amount));
    const accounts = new ApiAccountDirectory(store.store, steppingClock(), { venue: () => fakeVenue({ capabilities, withdraw }) });
    await accounts.load();
    expect(await accounts.withdraw(spotAccount(1), 'BTC', '1.0', 'out')).toEqual(accepted(undefined));
    for (const move of [accounts.withdraw(spotAccount(1), 'BTC', '2', 'out'), accounts.withdraw(spotAccount(1), 'ETH', '1', 'out')])
      expect(await move).toMatchObject({ error: { code: 'TRANSFER_DUPLICATE_REFERENCE' } });
    expect(asked).toEqual([]);
    expect(await accounts.withdraw(spotAccount(1), 'BTC', '2', 'another')).toEqual(accepted(undefined));
    expect(asked).toEqual(['2']);
    expect(await (await open(fakeVenue())).withdraw(spotAccount(1), 'BTC', '1', 'x')).toMatchObject({
      error: { code: 'ORDER_NOT_SUPPORTED' },
    });
  });

  it('asks the ledger again, once that has what just happened, before it refuses a transfer', async () => {
    const store = new MemoryStore([accountRecord(1, 'ann'), accountRecord(2, 'ann')]);
    const capabilities = { ...fakeVenue().capabilities, transfer: true };
    const venue = fakeVenue({ capabilities, transfer: () => Promise.reject(new Error('not expected')) });
    const accounts = new ApiAccountDirectory(store.store, steppingClock(), { venue: () => venue });
    await accounts.load();
    const lines = [
      { account: 1, accountType: 'spot', asset: 'BTC', amount: '-1' },
      { account: 2, accountType: 'spot', asset: 'BTC', amount: '1' },
    ] as const;
    const entry = { venue: exchange, entryId: 7, kind: 'TRANSFER', reference: 'gone through', timeMs: 0, lines } as const;
    const nothing = { orders: [], events: [], fills: [], balances: [] };
    const stored = async () => void (await store.store.projections.apply({ venue: exchange, sequence: 1, ...nothing, entries: [entry] }));
    const frozen = () => new AppError('ACCOUNT_FROZEN', { apiId: 1 });
    const move = { from: spotAccount(1), to: spotAccount(2), asset: 'BTC', amount: '1' };
    expect(await accounts.transfer({ ...move, reference: 'gone through' }, frozen, stored)).toEqual(accepted(undefined));
    expect(await accounts.transfer({ ...move, reference: 'new' }, frozen)).toMatchObject({ error: { code: 'ACCOUNT_FROZEN' } });
  });

  it('makes an opening venue know all its accounts', async () => {
    const known: number[] = [];
    const accounts = await open();
    await accounts.opened(fakeVenue({ openAccount: async ({ apiId }) => void known.push(apiId) }));
    expect(known).toEqual([1]);
  });
});
