import { expect, it } from 'vitest';
import { originOf } from '../../core/domain/audit/audit-origin.ts';
import { sentenceOf } from './actions.ts';
import { changedFields, namedFields, rolesIn } from './entry-changes.ts';
import en from './locales/en.json';
import simplified from './locales/zh-CN.json';
import traditional from './locales/zh-TW.json';

const words = {
  t: (key: string) => key,
  roleName: (role: string) => `role ${role}`,
  timeZone: 'Asia/Hong_Kong',
  markets: {
    exchangeTitle: (exchange: string) => ({ aurora: 'Aurora' })[exchange] ?? exchange,
    instrument: (id: string) => (id === 'aurora/BTCUSDT/spot' ? { exchange: 'aurora', symbol: 'BTCUSDT' } : null),
  },
  errorText: (code: string) => `error ${code}`,
} as Parameters<typeof changedFields>[2];
const changes = (before: unknown, after: unknown) => changedFields(before, after, words).map(({ field, from, to }) => [field, from, to]);

it('says what was different before and after, in words, and nothing of what stayed', () => {
  const until = Date.parse('2026-12-31T16:00:00Z');
  expect(
    changes(
      { role: 'user', vip_level: 1, vip_until: null, email: 'a@b.c' },
      { role: 'risk', vip_level: 1, vip_until: until, email: 'a@b.c' },
    ),
  ).toEqual([
    ['field.role', 'role user', 'role risk'],
    ['field.vip_until', 'none', '2026-12-31'],
  ]);
});

it('tells of a list what came and what went, and of what lies inside others the whole way', () => {
  const before = { role: 'user', include: ['panel-a', 'panel-b'], reach: { admin: 0 } };
  expect(changes(before, { role: 'user', include: ['panel-b', 'panel-c', 'panel-d'], reach: { admin: 3 } })).toEqual([
    ['include', 'panel-a', 'panel-c, panel-d'],
    ['reach.admin', '0', '3'],
  ]);
});

it('tells of something new what it is, of something that is gone what it was, and of a word alone the word', () => {
  expect(changes(null, { username: 'ann', enabled: true })).toEqual([
    ['field.username', null, 'ann'],
    ['field.enabled', null, 'yes'],
  ]);
  expect(changes({ name: 'key' }, null)).toEqual([['field.name', 'key', null]]);
  expect(changes('layout-a', 'layout-b')).toEqual([['field.value', 'layout-a', 'layout-b']]);
  expect(changes(null, null)).toEqual([]);
});

it('names what is changed of mail server and gateway, and says nothing of what there was not and is not', () => {
  const gateway = { url: 'https://sms.firm.example', header: '', sender: 'Firm', secret_changed: true };
  expect(changes({ url: 'https://old.example', header: '', sender: '' }, gateway)).toEqual([
    ['field.url', 'https://old.example', 'https://sms.firm.example'],
    ['field.sender', 'none', 'Firm'],
    ['field.secret_changed', null, 'yes'],
  ]);
  expect(changes(null, { url: 'https://sms.firm.example', header: '', notify: [], user: null })).toEqual([
    ['field.url', null, 'https://sms.firm.example'],
  ]);
});

it('has a name for each of these fields in every language', () => {
  for (const texts of [en, simplified, traditional] as readonly Readonly<Record<string, string>>[])
    expect(namedFields.filter((name) => !texts[`field.${name}`])).toEqual([]);
});

it('says in words what became of money, what somebody is authorised for, and why somebody was refused', () => {
  expect(changes({ state: 'REQUESTED' }, { state: 'APPROVED' })).toEqual([['field.state', 'state.REQUESTED', 'state.APPROVED']]);
  expect(changes(null, { kind: 'deposit', acts: ['see', 'trade'], until: 0 })).toEqual([
    ['field.kind', null, 'kind.deposit'],
    ['field.acts', null, 'acts.see, acts.trade'],
    ['field.until', null, expect.stringContaining('08:00:00')],
  ]);
  expect(changes(null, { ip: '203.0.113.9', why: 'LOGIN_WRONG' })).toEqual([['field.why', null, 'error LOGIN_WRONG']]);
  expect(changes(null, { closing_id: 'closing-1', instrument: null })).toEqual([['field.closing_id', null, 'closing-1']]);
  const address = { label: 'Cold', asset: 'BTC', network: 'Bitcoin', address: 'bc1q' };
  expect(changes(null, address).map(([field]) => field)).toEqual(['field.label', 'field.asset', 'field.network', 'field.address']);
  expect(originOf(address).address).toBeNull();
  expect(changes(null, { destination: address })[0]).toEqual(['field.destination · field.label', null, 'Cold']);
});

it('says in words what an announcement says to whom', () => {
  expect(changes(null, { texts: { 'zh-CN': { title: '维护' } }, audience: { kind: 'levels', from: 2 }, publish_time: 0 })).toEqual([
    ['field.texts · field.zh-CN · field.title', null, '维护'],
    ['field.audience · field.kind', null, 'audience.levels'],
    ['field.audience · field.from', null, '2'],
    ['field.publish_time', null, expect.stringContaining('08:00:00')],
  ]);
  expect(changes(null, { audience: { kind: 'versions', versions: ['pro'] } })[1]).toEqual([
    'field.audience · field.versions',
    null,
    'product.pro',
  ]);
  const roles = { audience: { kind: 'roles', roles: ['risk', 'audit'] } };
  expect(rolesIn(null, roles)).toEqual(['risk', 'audit']);
  expect(changes(null, roles)[1]).toEqual(['field.audience · field.roles', null, 'role risk, role audit']);
});

it('calls accounts that were looked at by their word and number', () => {
  expect(changes(null, { accounts: ['account/7', 'account/9'] })).toEqual([
    ['field.accounts', null, 'subject.account 7, subject.account 9'],
  ]);
});

it('says in words what keys and accounts may, and which version of the product somebody has', () => {
  expect(
    changes({ permission: 'read', product: null }, { permission: 'trade', product: 'exclusive', permissions: ['spot', 'futures'] }),
  ).toEqual([
    ['field.permission', 'permission.read', 'permission.trade'],
    ['field.product', 'none', 'product.exclusive'],
    ['field.permissions', null, 'permission.spot, permission.futures'],
  ]);
});

it('calls exchanges and markets by their titles, wherever they stand, and what is gone by its key', () => {
  const after = {
    exchange: 'aurora',
    instrument: 'aurora/BTCUSDT/spot',
    exchanges: ['aurora', 'gone'],
    from_account: { exchange: 'aurora' },
  };
  expect(changes({ exchange: 'gone', instrument: 'gone/X/spot' }, after)).toEqual([
    ['field.exchange', 'gone', 'Aurora'],
    ['field.instrument', 'gone/X/spot', 'BTCUSDT · Aurora'],
    ['field.exchanges', null, 'Aurora, gone'],
    ['field.from_account · field.exchange', null, 'Aurora'],
  ]);
});

it('calls the password that somebody chose himself by its name', () => {
  const sentence = (actor_id: string) => sentenceOf({ action: 'person.password', actor_id, subject_id: 'ann' }, words.t);
  expect([sentence('ann'), sentence('bob')]).toEqual(['own.password', 'action.person.password']);
});

it('takes where somebody was from the entry, and not for a change', () => {
  const after = { ip: '203.0.113.9', user_agent: 'a browser' };
  expect([originOf(after), changes(null, after)]).toEqual([{ address: '203.0.113.9', device: 'a browser' }, []]);
  expect([originOf(null), originOf({ ip: 7 })]).toEqual([
    { address: null, device: null },
    { address: null, device: null },
  ]);
});
