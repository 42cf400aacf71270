import { describe, expect, it } from 'vitest';
import { addressesOf } from '../../core/domain/accounts/address-text.ts';
import { draftProblems, emptyDraft, newKeyOf } from './key-draft.ts';

const good = { ...emptyDraft, name: ' Bot ', password: 'secret' };
const rulesOf = (over: object): readonly string[] => draftProblems({ ...good, ...over }).map(({ field, rule }) => `${field} ${rule}`);

describe('a key that is to be made', () => {
  it('begins as one that only reads and ends after ninety days', () => {
    expect(newKeyOf(good)).toEqual({ name: 'Bot', permission: 'read', addresses: [], days: 90, password: 'secret' });
  });

  it('has no end only when that was chosen', () => {
    expect(newKeyOf({ ...good, expiry: 'never' }).days).toBeNull();
    expect(newKeyOf({ ...good, expiry: '365' }).days).toBe(365);
  });

  it('takes addresses by commas, spaces and lines, each once', () => {
    expect(addressesOf(' 1.2.3.4, 1.2.3.4\n2001:db8::/32;10.0.0.0/8 ')).toEqual(['1.2.3.4', '2001:db8::/32', '10.0.0.0/8']);
  });

  it.each([
    ['no name', { name: ' ' }, 'name name'],
    ['no password', { password: '' }, 'password password'],
    ['a host name', { addresses: 'localhost' }, 'addresses address'],
    ['a number too large', { addresses: '1.2.3.256' }, 'addresses address'],
    ['a range too long', { addresses: '1.2.3.4/33' }, 'addresses address'],
    ['too many addresses', { addresses: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`).join(' ') }, 'addresses tooMany'],
  ])('is held back for %s', (_what, over, rule) => {
    expect(rulesOf(over)).toEqual([rule]);
  });

  it('passes addresses of both kinds', () => {
    expect(rulesOf({ addresses: '203.0.113.7 10.0.0.0/8 ::1 2001:db8::/32 0.0.0.0/0' })).toEqual([]);
  });
});
