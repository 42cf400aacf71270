import { expect, it } from 'vitest';
import { GroupAccountsBox } from './group-accounts.ts';

it('ties link groups to accounts and lets them go, and says when nothing changed', () => {
  const box = new GroupAccountsBox();
  expect([box.link('blue', 4), box.link('teal', 7), box.link('blue', 4)]).toEqual([true, true, false]);
  expect(box.accounts).toEqual({ blue: 4, teal: 7 });
  expect([box.link('blue', null), box.link('blue', null), box.link('none', 4)]).toEqual([true, false, false]);
  expect(box.accounts).toEqual({ teal: 7 });
});
