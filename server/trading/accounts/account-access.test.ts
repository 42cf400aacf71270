import { afterEach, describe, expect, it } from 'vitest';
import { guest, type Principal } from '../../../core/contract/access.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import { type AccountAct, accountActs, type GrantableAct, grantableActs, openedBy } from '../../../core/domain/accounts/account-act.ts';
import { houseRoles } from '../../../core/domain/accounts/role.ts';
import { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { accountRecord, trader } from '../trading-fixture.ts';
import { AccountAccess } from './account-access.ts';

const records = [
  accountRecord(1, 'ann'),
  accountRecord(2, 'bob'),
  accountRecord(3, 'ann', { state: 'INACTIVE' }),
  accountRecord(4, 'ann', { expiresMs: 1_000 }),
];
const accounts = {
  get: (apiId: number) => records.find((record) => record.apiId === apiId) ?? null,
  all: () => records,
};
/** What ann is authorised for with bob's account. */
let granted: readonly GrantableAct[] = [];
afterEach(() => {
  granted = [];
});
const grants = {
  allows: (granteeId: string, apiId: number, act: AccountAct) =>
    granteeId === 'ann' && apiId === 2 && granted.some((one) => openedBy[one].includes(act)),
  instancesOf: (granteeId: string) =>
    granteeId === 'ann' ? [{ granteeId, instanceId: 'i-1', untilMs: null, grantedBy: 'bob', grantedMs: 0 }] : [],
};
const access = (closed: AppError | null = null): AccountAccess =>
  new AccountAccess({
    roles: new RoleBook(),
    accounts,
    grants,
    pluginOf: () => 'venue-fake',
    guard: { guard: () => closed },
    clock: { nowMs: () => nowMs },
  });
let nowMs = 0;
const ann = trader('ann');
const may = (principal: Principal, apiId: number, closed: AppError | null = null): string =>
  accountActs.filter((act) => access(closed).may(principal, apiId, act) === null).join(' ');
const why = (principal: Principal, apiId: number, act: AccountAct, closed: AppError | null = null): string | undefined =>
  access(closed).may(principal, apiId, act)?.code;

describe('what may be done with an account', () => {
  it('of one’s own: administrators and traders trade, every other role looks on and takes back', () => {
    expect(Object.fromEntries(houseRoles.map((role) => [role, may({ ...ann, role }, 1)]))).toEqual({
      admin: 'know see report reduce trade move oversee',
      user: 'know see report reduce trade move',
      asset: 'know see report reduce oversee',
      finance: 'know see report reduce oversee',
      observer: 'know see report reduce',
      risk: 'know see report reduce oversee control',
      finance_manage: 'know see report reduce oversee',
    });
  });

  it('of somebody else without his word: nothing, but that an administrator knows of it, finance books money, asset allocates it and risk holds it in check for the house', () => {
    expect(Object.fromEntries(houseRoles.map((role) => [role, may({ ...ann, role }, 2)]))).toEqual({
      ...Object.fromEntries(houseRoles.map((role) => [role, ''])),
      ...{
        admin: 'know oversee',
        asset: 'oversee allocate',
        risk: 'oversee control',
        finance: 'oversee fund',
        finance_manage: 'oversee fund',
      },
    });
    expect([why(ann, 2, 'report'), why(ann, 9, 'see'), why({ ...ann, role: 'admin' }, 9, 'see')]).toEqual(Array(3).fill('ACCESS_ACCOUNT'));
  });

  it('of somebody else with his word: what was granted, as far as the role goes', () => {
    const table = Object.fromEntries(
      grantableActs.map((act) => {
        granted = [act];
        return [
          act,
          Object.fromEntries(houseRoles.map((role) => [role, may({ ...ann, role }, 2).replace(/ ?(oversee|fund|allocate|control)/g, '')])),
        ];
      }),
    );
    const everyone = (acts: string) => Object.fromEntries(houseRoles.map((role) => [role, acts]));
    expect(table).toEqual({
      see: everyone('know see'),
      report: everyone('know report'),
      reduce: { ...everyone('know see'), admin: 'know see reduce', user: 'know see reduce', risk: 'know see reduce' },
      trade: { ...everyone('know see'), admin: 'know see reduce', user: 'know see reduce trade', risk: 'know see reduce' },
      move: {
        ...everyone('know see'),
        ...{ user: 'know see move', finance: 'know see move', finance_manage: 'know see move' },
      },
    });
    granted = [...grantableActs];
    expect([may({ ...ann, role: 'observer' }, 2), may(trader('eve'), 2)]).toEqual(['know see report', '']);
  });

  it('asks for the exchange also of those who trade and move for others', () => {
    granted = ['trade', 'move'];
    expect([
      why(ann, 2, 'trade', new AppError('ACCESS_VIP', { minVip: 1 })),
      why(ann, 2, 'move', new AppError('ACCESS_VIP', { minVip: 1 })),
    ]).toEqual(['ACCESS_VIP', 'ACCESS_VIP']);
  });

  it('says first what no account would change: no session, the wrong role', () => {
    expect([why(guest, 1, 'see'), why({ ...ann, role: 'risk' }, 2, 'trade')]).toEqual(['SESSION_MISSING', 'ACCESS_ROLE']);
  });

  it('asks for the exchange before new orders and transfers only, so that nobody is stuck with what is open', () => {
    const locked = new AppError('ACCESS_VIP', { minVip: 1 });
    expect(may(ann, 1, locked)).toBe('know see report reduce');
    expect([why(ann, 1, 'trade', locked), why(ann, 1, 'move', locked)]).toEqual(['ACCESS_VIP', 'ACCESS_VIP']);
  });

  it('opens no new trade with an account from the moment on at which it expires', () => {
    nowMs = 999;
    expect(why(ann, 4, 'trade')).toBeUndefined();
    nowMs = 1_000;
    expect([may(ann, 4), why(ann, 4, 'move')]).toEqual(['know see report reduce', 'ACCOUNT_EXPIRED']);
  });

  it('opens no new trade with an account that is not active', () => {
    expect([may(ann, 3), why(ann, 3, 'trade')]).toEqual(['know see report reduce', 'ACCOUNT_INACTIVE']);
  });

  it('lists the accounts with which it may be done', () => {
    const ids = (principal: Principal, act: AccountAct): readonly number[] =>
      access()
        .of(principal, act)
        .map(({ apiId }) => apiId);
    expect([
      ids(ann, 'report'),
      ids(ann, 'trade'),
      ids({ ...ann, role: 'admin' }, 'know'),
      ids({ ...ann, role: 'admin' }, 'see'),
      ids({ ...ann, role: 'asset' }, 'trade'),
      ids(guest, 'see'),
    ]).toEqual([[1, 3, 4], [1], [1, 2, 3, 4], [1, 3, 4], [], []]);
    granted = ['see'];
    expect([ids(ann, 'see'), ids(ann, 'report'), ids(ann, 'trade')]).toEqual([[1, 2, 3, 4], [1, 3, 4], [1]]);
  });
});

it('of a single instance: every role looks at what it was authorised for, and no account is opened by that', () => {
  for (const role of houseRoles) expect([...access().instancesOf({ ...ann, role }, 'see')]).toEqual(['i-1']);
  expect([...access().instancesOf(trader('eve'), 'see'), ...access().instancesOf({ ...ann, userId: null }, 'report')]).toEqual([]);
  expect(may({ ...ann, role: 'observer' }, 2)).toBe('');
});
