import { describe, expect, it } from 'vitest';
import { guest, type Principal } from '../../contract/access.ts';
import { RoleBook } from '../../domain/accounts/role-book.ts';
import { type AccessRule, decideAccess, lockedForAll } from './access.ts';

const user = (vipLevel: 0 | 1 | 2 | 3): Principal => ({ userId: 'u1', username: 'ann', role: 'user', vipLevel });
const book = new RoleBook();
const granted = { outcome: 'granted' };
const absent = { outcome: 'absent' };
const locked = (minVip: number) => ({ outcome: 'locked', minVip });

const table: ReadonlyArray<[string, Principal, ReadonlyArray<AccessRule | undefined>, object]> = [
  ['no rule admits every signed-in user', user(0), [undefined], granted],
  ['no rule hides a thing from guests', guest, [undefined], absent],
  ['public admits guests', guest, [{ roles: 'public' }], granted],
  ['public admits signed-in users', user(0), [{ roles: 'public' }], granted],
  ['a role list admits its roles', user(0), [{ roles: ['admin', 'user'] }], granted],
  ['a role list hides a thing from the other roles', user(3), [{ roles: ['admin'] }], absent],
  ['a role list hides a thing from guests', guest, [{ roles: ['user'] }], absent],
  ['a contribution without roles takes those of its plugin', guest, [{ roles: 'public' }, undefined], granted],
  ['the stricter role list wins, contribution over plugin', user(0), [{ roles: 'public' }, { roles: ['admin'] }], absent],
  ['the stricter role list wins, plugin over contribution', user(0), [{ roles: ['admin'] }, { roles: 'public' }], absent],
  ['what is for trading is hidden from a role that may not trade', { ...user(3), role: 'asset' }, [{ account: 'trade' }], absent],
  ['what is for trading is there for a role that may', user(0), [{ account: 'trade' }, undefined], granted],
  ['what is for trading is locked at its level for a role that may', user(0), [{ account: 'trade', minVip: 2 }], locked(2)],
  ['what is for accounts is hidden from guests, public or not', guest, [{ roles: 'public', account: 'see' }], absent],
  ['too low a VIP level locks', user(1), [{ minVip: 2 }], locked(2)],
  ['the VIP level itself is enough', user(2), [{ minVip: 2 }], granted],
  ['the highest VIP level of all layers counts', user(1), [{ minVip: 1 }, { minVip: 3 }, { minVip: 2 }], locked(3)],
  ['a lower override does not open what the manifest locks', user(0), [{ minVip: 2 }, { minVip: 0 }], locked(2)],
  ['a missing role hides what a low VIP level would lock', user(0), [{ roles: ['admin'], minVip: 2 }], absent],
  ['exchange needs level 1', user(0), [{ permission: 'exchange' }], locked(1)],
  ['strategy needs level 1', user(0), [{ permission: 'strategy' }], locked(1)],
  ['market making needs level 3', user(2), [{ permission: 'marketMaking' }], locked(3)],
  ['level 3 has every permission', user(3), [{ permission: 'marketMaking' }, { permission: 'strategy' }], granted],
  ['permission and VIP level combine to the higher one', user(1), [{ permission: 'exchange', minVip: 2 }], locked(2)],
  ['an unknown permission locks for all', user(3), [{ permission: 'teleport' }], locked(lockedForAll)],
  ['a permission word from the prototype is unknown too', user(3), [{ permission: 'toString' }], locked(lockedForAll)],
];

describe('access', () => {
  it.each(table)('%s', (_, principal, rules, expected) => {
    expect(decideAccess(book, principal, ...rules)).toEqual(expected);
  });
});
