import { expect, it } from 'vitest';
import { grantLines } from './grant-text.ts';

const t = (key: string, params: object = {}): string => (key === 'thing.and' ? ', ' : [key, ...Object.values(params)].join(' '));

it('says what a package may do and who has it, from which level', () => {
  expect(grantLines({ capabilities: ['markets.read', 'orders.place'], reach: { user: 0, risk: 2 } }, t, (role) => `the ${role}`)).toEqual([
    'may.orders.place',
    'may.markets.read',
    'package.reach the user, package.roleFrom the risk 2',
  ]);
  expect(grantLines({ capabilities: [], reach: {} }, t, (role) => role)).toEqual([]);
});
