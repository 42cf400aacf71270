import { expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { KeptKeys } from '../../core/replica/kept-keys.ts';
import { ringInMemory } from '../../tests/kit/keys.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import type { Store } from '../store/store.ts';
import { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { SecretVault } from '../venues/secret-vault.ts';
import { StoredExchangeAccounts } from './stored-exchange-accounts.ts';

const keys = await ringInMemory();
const typed = { apiKey: 'key-of-ann-0123', secretKey: 'secret-of-ann-4567', passphrase: null };
const others = { ...typed, apiKey: 'key-of-ann-8901' };

await describeStore('accounts at exchanges', (store) => {
  let users = 0;
  const clock = new ManualClock(1_000_000_000_000);

  /** Accounts of a new user at an exchange that wants keys; what its venue keeps may come to nothing. */
  async function desk() {
    const userId = `owner-${++users}`;
    await store().users.create(userRecord(userId));
    const kept = new KeptKeys(
      new SecretVault('venue-far', {
        ...{ rows: store().secrets, rowsIn: (within) => store().of(within).secrets, keys, hide: () => undefined },
      }),
    );
    const world = { cut: null as Error | null, moved: Promise.resolve(accepted(undefined)) };
    const venue = {
      ...{ exchange: 'far', title: 'Far', durability: 'reconciled', capabilities: { trading: true, transfer: true, accountTypes: [] } },
      ...{ accounts: () => [], transfer: () => world.moved },
      accountKeys: {
        passphrase: false,
        check: async () => accepted(undefined),
        keep: async (...asked: Parameters<KeptKeys['keep']>) => {
          await kept.keep(...asked);
          if (world.cut !== null) throw world.cut;
        },
        forget: async () => undefined,
      },
    } as unknown as Venue;
    const directory = (of: Pick<Store, 'apiAccounts' | 'ledger'>) => new ApiAccountDirectory(of, clock, { venue: () => venue });
    /** What was read of all accounts comes late, as over a slow connection. */
    const late = { answer: Promise.resolve() };
    const all = async () => {
      const read = await store().apiAccounts.all();
      await late.answer;
      return read;
    };
    const apiAccounts = new Proxy(store().apiAccounts, {
      get: (real, name) => (name === 'all' ? all : (Reflect.get(real, name) as (...asked: unknown[]) => unknown).bind(real)),
    });
    const accounts = directory({ apiAccounts, ledger: store().ledger });
    const room = { accounts, venues: { venue: () => venue, venues: () => [venue] } } as unknown as TradingRoom;
    const deeds = async () =>
      (await store().audit.page({ actor: userId, limit: 20 })).items.map(({ action, subject }) => `${action} ${subject}`);
    return { userId, world, late, kept, accounts, deeds, own: new StoredExchangeAccounts({ store: store(), room, clock }) };
  }
  type Desk = Awaited<ReturnType<typeof desk>>;
  const terms = (name: string, groupId: number | null = null) =>
    ({ name, exchange: 'far', permissions: ['spot'], groupId, expiresMs: null }) as const;
  const made = async ({ own, userId }: Desk, name: string, groupId: number | null = null) => {
    const outcome = await own.make(userId, terms(name, groupId), typed);
    if (!outcome.ok) throw outcome.error;
    return outcome.value.apiId;
  };

  it('are not made, and no entry says so, when their keys cannot be kept', async () => {
    const one = await desk();
    one.world.cut = new Error('cut');
    await expect(one.own.make(one.userId, terms('Mine'), typed)).rejects.toThrow('cut');
    expect([await store().apiAccounts.countOf(one.userId), await one.deeds()]).toEqual([0, []]);
  });

  it('keep their keys, and no entry says otherwise, when new ones cannot be kept', async () => {
    const one = await desk();
    const apiId = await made(one, 'Mine');
    one.world.cut = new Error('cut');
    await expect(one.own.change(one.userId, apiId, { name: 'New' }, others)).rejects.toThrow('cut');
    expect(await one.kept.of(apiId)).toEqual(typed);
    expect([one.own.get(apiId)?.name, await one.deeds()]).toEqual(['Mine', [`account.created account/${apiId}`]]);
    one.world.cut = null;
    await one.own.change(one.userId, apiId, {}, others);
    expect([await one.kept.of(apiId), (await one.deeds())[0]]).toEqual([others, `account.keys-changed account/${apiId}`]);
  });

  it('are not deleted while money is on its way into them', async () => {
    const one = await desk();
    const [from, to] = [await made(one, 'From'), await made(one, 'To')];
    let arrive = (): void => undefined;
    one.world.moved = new Promise((done) => (arrive = () => done(accepted(undefined))));
    const move = { from: spotAccount(from), to: spotAccount(to), asset: 'USDT', amount: '1' };
    const moving = one.accounts.transfer({ ...move, reference: 'on its way' });
    await expect.poll(() => one.accounts.isMoving(to)).toBe(true);
    expect(await one.own.delete(one.userId, to)).toMatchObject({ error: { code: 'ACCOUNT_MONEY_MOVING' } });
    arrive();
    expect(await moving).toMatchObject({ ok: true });
    const late = one.accounts.transfer({ ...move, reference: 'too late' });
    expect(await one.own.delete(one.userId, to)).toMatchObject({ ok: true });
    expect(await late).toMatchObject({ error: { code: 'ACCESS_ACCOUNT' } });
    expect(one.accounts.isMoving(from)).toBe(false);
  });

  it('stay as somebody else has just made or changed them while a group is deleted', async () => {
    const [one, other] = [await desk(), await desk()];
    const group = await one.own.saveGroup(one.userId, null, 'Group');
    const groupId = group.ok ? group.value.groupId : 0;
    const inGroup = await made(one, 'Mine', groupId);
    const before = await store().apiAccounts.create({ ...terms('Before'), userId: other.userId, state: 'ACTIVE', createdMs: 1 });
    await one.accounts.take(before);
    let arrive = (): void => undefined;
    one.late.answer = new Promise((done) => (arrive = done));
    const deleted = one.own.deleteGroup(one.userId, groupId);
    await Promise.race([deleted, new Promise((done) => setImmediate(done))]);
    await one.own.change(other.userId, before.apiId, { isActive: false });
    const young = await store().apiAccounts.create({ ...terms('Young'), userId: other.userId, state: 'ACTIVE', createdMs: 2 });
    await one.accounts.take(young);
    arrive();
    await deleted;
    expect([one.accounts.get(before.apiId)?.state, one.accounts.get(young.apiId)?.name]).toEqual(['INACTIVE', 'Young']);
    expect(one.accounts.get(inGroup)?.groupId).toBeNull();
  });
});
