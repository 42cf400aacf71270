import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../core/contract/access.ts';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { VenueDefinition } from '../../core/contract/venue.ts';
import { type AccountKey, accountKeyOf, spotAccount } from '../../core/domain/accounts/account-key.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { lendingVenue } from '../../tests/kit/venues/lending-venue.ts';
import { TradingOrderPort } from '../runtime/instances/orders/trading-order-port.ts';
import type { EngineMatching } from './engine/engine-matching.ts';
import { openTradingRoom, type TradingRoom } from './open-trading-room.ts';
import { accountRecord, assets, btcusdt, exchange, MemoryStore, silent, steppingClock, trader } from './trading-fixture.ts';

const spot = spotAccount(1);
const usdm = accountKeyOf(1, 'usdm') as AccountKey;
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-loans-'));
let rooms: readonly TradingRoom[] = [];
let lends: TradingRoom;
let house: TradingRoom;

/** Spot and USD-M, of which the second holds what the exchange has to lend. */
const exchangeOf = (matching: EngineMatching, isLending: boolean): VenueDefinition => ({
  open: async (_services, { sink }) => {
    const venue = await matching.open({
      ...{ exchange, title: 'Tessera', assets, instruments: [btcusdt], sink, retain: 'all', accountTypes: ['spot', 'usdm'] },
    });
    return [isLending ? lendingVenue(venue, 'usdm') : venue];
  },
});

beforeAll(async () => {
  rooms = await Promise.all(
    [true, false].map(async (isLending) => {
      const room = await openTradingRoom({
        roles: new RoleBook(),
        store: new MemoryStore([accountRecord(1, 'ann', { permissions: ['spot', 'futures'] }), accountRecord(2, 'bob')]).store,
        ...{ clock: steppingClock(), logger: silent, dataDir: join(dataDir, String(isLending)) },
        ...{ publisher: { publish: () => undefined }, guard: { guard: () => null } },
      });
      await room.venues.open(exchangeOf(room.matching, isLending), {});
      await room.accounts.deposit(usdm, 'USDT', '1000', 'start');
      return room;
    }),
  );
  [lends, house] = rooms as [TradingRoom, TradingRoom];
});
afterAll(async () => {
  await Promise.all(rooms.map((room) => room.close()));
  rmSync(dataDir, { recursive: true });
});

const codeOf = (outcome: Outcome<void>): string => (outcome.ok ? 'done' : outcome.error.code);
const loanOf = (reference: string, amount: string, account = spot) => ({ account, asset: 'USDT', amount, reference });
const borrow = async (reference: string, amount: string, who: Principal = trader('ann'), room = lends): Promise<string> =>
  codeOf(await room.trading.borrow(who, loanOf(reference, amount)));
const repay = async (reference: string, amount: string, who: Principal = trader('ann')): Promise<string> =>
  codeOf(await lends.trading.repay(who, loanOf(reference, amount)));
const free = (): string => lends.venues.venue(exchange)?.available(spot, 'USDT') ?? '';

it('lends once per reference what there is to lend, and takes back no more than is owed', async () => {
  expect(await borrow('l-1', '600')).toBe('done');
  expect(await borrow('l-1', '600')).toBe('done');
  expect(free()).toBe('600');
  expect(await borrow('l-1', '500')).toBe('TRANSFER_DUPLICATE_REFERENCE');
  expect(await borrow('l-2', '401')).toBe('LOAN_LIMIT');
  expect(await repay('r-1', '601')).toBe('LOAN_EXCEEDED');
  expect(await repay('r-2', '250')).toBe('done');
  expect(free()).toBe('350');
});

it('lends nobody who may not trade with the account, and lets whoever lost that right pay back', async () => {
  expect(await borrow('x-1', '1', trader('bob'))).toBe('ACCESS_ACCOUNT');
  expect(await repay('x-2', '1', trader('bob'))).toBe('ACCESS_ACCOUNT');
  const observer: Principal = { ...trader('ann'), role: 'observer' };
  expect(await borrow('x-3', '1', observer)).not.toBe('done');
  expect(await repay('x-4', '50', observer)).toBe('done');
  expect(free()).toBe('300');
});

it('says why where the exchange lends nothing, and where it is away', async () => {
  expect(await borrow('n-1', '1', trader('ann'), house)).toBe('LOAN_NOT_OFFERED');
  const port = new TradingOrderPort({
    ...{
      trading: house.trading,
      principal: () => trader('ann'),
      fateOf: async () => ({ state: 'UNSURE' }) as const,
      find: async () => null,
    },
  });
  const effect = { type: 'borrow', reference: 'n-2', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '1' } as const;
  expect(await port.lend(effect)).toEqual({ outcome: 'denied', code: 'LOAN_NOT_OFFERED', params: { exchange } });
  expect(await port.lend({ ...effect, accountType: 'isolated_margin' })).toMatchObject({
    outcome: 'denied',
    params: { field: 'accountType' },
  });
});
