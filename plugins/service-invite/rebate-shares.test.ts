import { expect, it } from 'vitest';
import type { BroughtPerson } from '../../core/contract/invitations.ts';
import { rebateShares, shareOf } from './rebate-shares.ts';

const person = (userId: string, invitedBy: string | null, changes: Partial<BroughtPerson> = {}): [string, BroughtPerson] => [
  userId,
  { ...{ userId, username: userId, isActive: true, isStaff: false, invitedBy }, ...changes },
];
const paid = (userId: string, fees: string, asset = 'USDT') => ({ exchange: 'tessera', userId, asset, fees });
const rates = { first: '20', second: '5.5' };
const shares = (fees: readonly ReturnType<typeof paid>[], people: readonly [string, BroughtPerson][]) =>
  rebateShares(fees, rates, { people: new Map(people), scaleOf: (_, asset) => (asset === 'USDT' ? 6 : asset === 'BTC' ? 8 : null) });

it('gives per cent of fees, rounded down to what the asset is counted in, and nothing of less', () => {
  expect([shareOf('1', '20', 6), shareOf('0.000009', '20', 6), shareOf('0.00000499', '20', 6), shareOf('3.333333', '0.01', 6)]).toEqual([
    ...['0.2', '0.000001', '0', '0.000333'],
  ]);
  expect([shareOf('12345678901234567890.12345678', '100', 8), shareOf('5', '0', 8), shareOf('-1', '20', 8)]).toEqual([
    ...['12345678901234567890.12345678', '0', '0'],
  ]);
});

it('goes to who invited, and to who invited him, each at the rate of his depth and in the asset of the fee', () => {
  const people = [person('ann', null), person('bob', 'ann'), person('cat', 'bob'), person('dan', 'cat')];
  const given = shares([paid('dan', '10'), paid('bob', '0.5', 'BTC'), paid('bob', '3', 'GONE'), paid('cat', '-2')], people);
  expect(given.map(({ inviterId, payerId, depth, asset, amount }) => [inviterId, payerId, depth, asset, amount])).toEqual([
    ['cat', 'dan', 1, 'USDT', '2'],
    ['bob', 'dan', 2, 'USDT', '0.55'],
    ['ann', 'bob', 1, 'BTC', '0.1'],
  ]);
});

it('gives nothing to the suspended or of them, nothing of staff, and nobody anything of his own fees', () => {
  const people = [
    person('own', 'own'),
    person('ring', 'back'),
    person('back', 'ring'),
    person('away', null, { isActive: false }),
    person('mine', 'away'),
    person('gone', 'ring', { isActive: false }),
    person('maker', 'ring', { isStaff: true }),
  ];
  const given = shares(
    ['own', 'back', 'mine', 'gone', 'maker', 'nobody'].map((id) => paid(id, '10')),
    people,
  );
  expect(given.map(({ inviterId, payerId, depth }) => [inviterId, payerId, depth])).toEqual([['ring', 'back', 1]]);
});
