import { expect, it } from 'vitest';
import { actionKey, changedFields, rolesIn } from './history-changes.ts';

const words = {
  t: (key: string, params?: object) => `${key}${params === undefined ? '' : JSON.stringify(params)}`,
  roleName: (role: string) => `<${role}>`,
  timeZone: 'UTC',
};

it('tells a password that its owner has changed from one that he came to by a code, and from one that he was given', () => {
  const keyOf = (actor: string, after: unknown) => actionKey({ action: 'person.password', actor, after }, 'ann');
  expect([keyOf('ann', null), keyOf('ann', { by: 'code' }), keyOf('boss', null)]).toEqual([
    'action.password-own',
    'action.password-code',
    'action.password',
  ]);
  expect([
    actionKey({ action: 'invitation.accepted', actor: 'ann', after: null }, 'ann'),
    actionKey({ action: 'no.such', actor: 'ann', after: null }, 'ann'),
  ]).toEqual(['action.accepted', null]);
});

it('says in words what was different before and after, and nothing of what stayed', () => {
  const before = { role: 'user', vip_level: 1, vip_until: null, state: 'ACTIVE', email: null, version: 3 };
  const after = { role: 'risk', vip_level: 2, vip_until: Date.UTC(2027, 0, 1), state: 'DISABLED', email: 'ann@firm.example', version: 3 };
  expect(changedFields(before, after, words)).toEqual([
    { field: 'field.role', from: '<user>', to: '<risk>' },
    { field: 'field.level', from: 'level{"level":1}', to: 'level{"level":2}' },
    { field: 'field.until', from: 'never.ends', to: '2026-12-31' },
    { field: 'field.state', from: 'state.ACTIVE', to: 'state.DISABLED' },
    { field: 'field.email', from: 'none', to: 'ann@firm.example' },
  ]);
  expect(rolesIn(before, after)).toEqual(['user', 'risk']);
});

it('of somebody who was made it has only what he became, and what it does not know it shows as it stands', () => {
  expect(changedFields(null, { username: 'ann', sessions: 2, unheard: 3 }, words)).toEqual([
    { field: 'field.username', from: null, to: 'ann' },
    { field: 'field.sessions', from: null, to: '2' },
    { field: 'unheard', from: null, to: '3' },
  ]);
  expect(changedFields('text', [1], words)).toEqual([]);
});
