import { expect, it } from 'vitest';
import type { PluginManifest } from '../../core/kernel/index.ts';
import { foreignManifest } from '../../tests/kit/packages.ts';
import { asksOf, beyond, covers, isNothing, isWhole } from './package-grant.ts';

const panel = (access: object | undefined, more: object = {}) =>
  foreignManifest('panel-guest', {
    kind: 'panel',
    requires: ['tessera.markets'],
    contributes: { panels: [{ id: 'main', title: 'panel-guest.title', icon: 'panel', version: 1, ...(access && { access }) }] },
    ...more,
  }) as unknown as PluginManifest;

it('asks for what its tokens bring and for whom its parts are there', () => {
  expect(asksOf(panel({ roles: ['user', 'risk'], minVip: 1 }), true)).toEqual({
    capabilities: ['markets.read'],
    reach: { user: 1, risk: 1 },
  });
  expect(asksOf(panel({ permission: 'marketMaking' }), false)).toMatchObject({ capabilities: [], reach: { user: 3, admin: 3 } });
  expect(asksOf(panel({ permission: 'unheard' }), true).reach).toEqual({});
});

it('asks for more with another capability, another role or a lower level, and for nothing more with less', () => {
  const granted = asksOf(panel({ roles: ['user'], minVip: 1 }), true);
  expect(isNothing(beyond(granted, granted))).toBe(true);
  expect(isNothing(beyond(asksOf(panel({ roles: ['user'], minVip: 2 }, { requires: [] }), true), granted))).toBe(true);
  expect(beyond(asksOf(panel({ roles: ['user'] }), true), granted)).toEqual({ capabilities: [], reach: { user: 0 } });
  expect(beyond(asksOf(panel({ roles: ['user', 'admin'], minVip: 1 }), true), granted)).toEqual({ capabilities: [], reach: { admin: 1 } });
  const more = asksOf(panel({ roles: ['user'], minVip: 1 }, { requires: ['tessera.markets', 'tessera.notices'] }), true);
  expect(beyond(more, granted)).toEqual({ capabilities: ['notices.show'], reach: {} });
  expect([covers(granted, more), isWhole(more, granted), isWhole(granted, granted)]).toEqual([false, false, true]);
});
