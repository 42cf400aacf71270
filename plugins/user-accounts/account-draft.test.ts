import { expect, it } from 'vitest';
import {
  type AccountDraft,
  atExchange,
  draftOf,
  draftProblems,
  endMs,
  keysOf,
  newDraft,
  offeredPermissions,
  termsOf,
} from './account-draft.ts';

const zone = 'Asia/Hong_Kong';
const nowMs = Date.parse('2026-11-28T20:00:00Z');
const draft = (changes: Partial<AccountDraft> = {}): AccountDraft => ({
  ...newDraft([{ exchange: 'tessera', title: 'Tessera', accountTypes: ['spot'], keys: 'none' }]),
  ...{ name: 'Grid', spot: true, ...changes },
});

it('ends with the last moment of the chosen day where its owner lives, and shows that day again', () => {
  const expiresMs = endMs({ until: '2026-12-31' }, zone);
  expect(expiresMs).toBe(Date.parse('2026-12-31T16:00:00Z'));
  const account = { apiId: 1, name: 'Grid', exchange: 'tessera', permissions: ['spot' as const], group_id: 7, active: true };
  const shown = draftOf({ ...account, ipList: [], keyEnd: null, expiresMs, createdMs: 0, updatedMs: 0 }, zone);
  expect(shown).toMatchObject({ until: '2026-12-31', group: '7', spot: true, futures: false });
  expect(termsOf(shown, zone)).toEqual({ name: 'Grid', permissions: ['spot'], group_id: 7, expiresMs });
});

it('says by field what stands in the way', () => {
  // A new one has no permission that nobody has given.
  expect(draftProblems({ ...newDraft([]), name: 'Grid', exchange: 'tessera' }, nowMs, zone)).toEqual({ permissions: 'permissions' });
  expect(draftProblems(draft(), nowMs, zone)).toEqual({});
  expect(draftProblems(draft({ name: ' ' }), nowMs, zone)).toEqual({ name: 'empty' });
  expect(draftProblems(draft({ name: 'x'.repeat(61), exchange: '' }), nowMs, zone)).toEqual({ name: 'long', exchange: 'empty' });
  expect(draftProblems(draft({ spot: false, futures: false }), nowMs, zone)).toEqual({ permissions: 'permissions' });
  // There it is the 29th by now.
  expect(draftProblems(draft({ until: '2026-11-28' }), nowMs, zone)).toEqual({ expiresMs: 'until' });
  expect(draftProblems(draft({ until: '2026-11-29' }), nowMs, zone)).toEqual({});
});

it('wants all keys of a new account where its exchange does, and of one that has some all or none', () => {
  const empty = { api_key: 'key', secret_key: 'key', passphrase: 'key' };
  const full = { apiKey: ' a-key ', secretKey: 'a-secret', passphrase: 'words' };
  expect(draftProblems(draft(), nowMs, zone, 'keys-and-passphrase')).toEqual(empty);
  expect(draftProblems(draft(), nowMs, zone, 'keys')).toEqual({ api_key: 'key', secret_key: 'key' });
  expect(draftProblems(draft(full), nowMs, zone, 'keys-and-passphrase')).toEqual({});
  expect(draftProblems(draft(), nowMs, zone, 'keys-and-passphrase', false)).toEqual({});
  expect(draftProblems(draft({ apiKey: 'new' }), nowMs, zone, 'keys', false)).toEqual({ secret_key: 'key' });
  expect(keysOf(draft(full), 'keys')).toEqual({ api_key: 'a-key', secret_key: 'a-secret', passphrase: null });
  expect(keysOf(draft(full), 'keys-and-passphrase')).toMatchObject({ passphrase: 'words' });
  expect([keysOf(draft(full), 'none'), keysOf(draft(), 'keys')]).toEqual([null, null]);
});

it('takes addresses and ranges of the key alone, and says what is none', () => {
  const at = (addresses: string) => draftProblems(draft({ addresses }), nowMs, zone, 'keys', false);
  expect(at('203.0.113.7, 10.0.0.0/8 ::1')).toEqual({});
  expect(at('localhost')).toEqual({ ipList: 'address' });
  expect(at(Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`).join(' '))).toEqual({ ipList: 'addresses' });
  expect(draftProblems(draft({ addresses: 'localhost' }), nowMs, zone), 'an exchange that wants no keys').toEqual({});
  expect(termsOf(draft({ addresses: '1.2.3.4 1.2.3.4' }), zone, 'keys')).toMatchObject({ ipList: ['1.2.3.4'] });
  expect(termsOf(draft({ addresses: '1.2.3.4' }), zone)).not.toHaveProperty('ipList');
});

it('offers what the exchange has accounts for, and drops what another one has not', () => {
  const exchanges = [
    { exchange: 'tessera', title: 'Tessera', accountTypes: ['spot' as const], keys: 'none' as const },
    { exchange: 'aurora', title: 'Aurora', accountTypes: ['spot' as const, 'usdm' as const], keys: 'none' as const },
  ];
  expect(offeredPermissions(exchanges, 'tessera')).toEqual(['spot']);
  expect(offeredPermissions(exchanges, 'aurora')).toEqual(['spot', 'futures']);
  expect(offeredPermissions(exchanges, 'away'), 'nobody knows').toEqual(['spot', 'futures']);
  const both = draft({ exchange: 'aurora', futures: true });
  expect(atExchange(both, exchanges, 'tessera')).toMatchObject({ exchange: 'tessera', spot: true, futures: false });
  expect(atExchange(both, exchanges, 'aurora')).toEqual(both);
});

it('has the one permission there is, and of several none that nobody has given', () => {
  const [spotOnly, both] = [
    { exchange: 'tessera', title: 'Tessera', accountTypes: ['spot' as const], keys: 'none' as const },
    { exchange: 'aurora', title: 'Aurora', accountTypes: ['spot' as const, 'usdm' as const], keys: 'none' as const },
  ];
  expect(newDraft([spotOnly, both])).toMatchObject({ exchange: 'tessera', spot: true, futures: false });
  expect(newDraft([both, spotOnly])).toMatchObject({ exchange: 'aurora', spot: false, futures: false });
  expect(atExchange(newDraft([both, spotOnly]), [both, spotOnly], 'tessera')).toMatchObject({ spot: true, futures: false });
});
