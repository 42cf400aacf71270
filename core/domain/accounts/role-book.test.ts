import { describe, expect, it } from 'vitest';
import { accountActs } from './account-act.ts';
import { RoleBook, type RoleRow } from './role-book.ts';

const clerk = 'role-clerk/clerk';
const row: RoleRow = { role: clerk, own: ['move'], granted: ['reduce'] };
const ties = ['own', 'granted', 'foreign'] as const;
const actsOf = (book: RoleBook, role: Parameters<RoleBook['mayWith']>[0]): readonly string[] =>
  ties.map((tie) => accountActs.filter((act) => book.mayWith(role, act, tie)).join(' '));

describe('the roles that there are', () => {
  it('are those of the house and what plugins bring, each with what its row says beyond looking and taking back', () => {
    const book = new RoleBook([row]);
    expect(book.roles.at(-1)).toBe(clerk);
    expect(actsOf(book, clerk)).toEqual(['know see report reduce move', 'know see report reduce', '']);
    expect(actsOf(book, 'admin')).toEqual(['know see report reduce trade move oversee', 'know see report reduce oversee', 'know oversee']);
  });

  it('leave to whoever has a role that is gone what is his own, to look at and to take back, and nothing of others', () => {
    const book = new RoleBook([row]);
    book.take([]);
    expect([book.has(clerk), book.roles.includes(clerk)]).toEqual([false, false]);
    expect(actsOf(book, clerk)).toEqual(['know see report reduce', '', '']);
  });

  it('let finance book money for the house with the accounts of all others, and never with his own', () => {
    const house = ['know see report reduce oversee', 'know see report move oversee fund', 'oversee fund'];
    expect(['finance', 'finance_manage'].map((role) => actsOf(new RoleBook(), role as 'finance'))).toEqual([house, house]);
    for (const role of ['user', 'observer'] as const)
      expect([new RoleBook().may(role, 'oversee'), new RoleBook().may(role, 'fund')]).toEqual([false, false]);
    for (const role of ['admin', 'asset', 'risk'] as const) expect(new RoleBook().may(role, 'fund')).toBe(false);
  });

  it('let asset look at the money of all, move it between accounts of one owner that are not his own, risk look at it and hold accounts in check, and neither trade nor move with them otherwise', () => {
    const book = new RoleBook();
    expect(actsOf(book, 'asset').at(-1)).toBe('oversee allocate');
    expect(book.mayWith('asset', 'allocate', 'own')).toBe(false);
    expect(actsOf(book, 'risk').at(-1)).toBe('oversee control');
    for (const role of ['asset', 'risk'] as const)
      for (const tie of ties) for (const act of ['trade', 'move', 'fund'] as const) expect(book.mayWith(role, act, tie)).toBe(false);
    for (const role of ['admin', 'user', 'asset', 'finance', 'finance_manage', 'observer'] as const)
      expect(book.may(role, 'control')).toBe(false);
    for (const role of ['admin', 'user', 'risk', 'finance', 'finance_manage', 'observer'] as const)
      expect(book.may(role, 'allocate')).toBe(false);
  });

  it('give a guest nothing', () => {
    expect(actsOf(new RoleBook([row]), null)).toEqual(['', '', '']);
  });
});
