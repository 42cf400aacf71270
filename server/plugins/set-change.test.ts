import { describe, expect, it } from 'vitest';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';
import { manifestOf } from '../../core/kernel/kernel-fixture.ts';
import { AccessByLevel, setChange } from './set-change.ts';

const panel = (id: string, access = {}) => ({ id, title: 'p.t', icon: 'chart', version: 1, access });
const installed: readonly PluginManifest[] = [
  manifestOf('panel-orders', { contributes: { panels: [panel('open'), panel('history')] } }),
  manifestOf('panel-rich', { access: { minVip: 2 }, contributes: { panels: [panel('rich')] } }),
  manifestOf('strategy-grid', { access: { permission: 'strategy' }, contributes: { strategies: [{ id: 'grid', title: 's.t' }] } }),
  manifestOf('service-news', { kind: 'service' }),
  manifestOf('page-admin', { access: { roles: ['admin'] } }),
];
const set = (changes: Partial<PluginSet> = {}): PluginSet => ({
  role: 'user',
  included: ['*'],
  excluded: [],
  vipOverrides: {},
  locked: [],
  ...changes,
});
const access = (changes: Partial<PluginSet> = {}): AccessByLevel => new AccessByLevel(new RoleBook(), installed, 'user', set(changes));
const people = { 0: 10, 1: 20, 2: 30, 3: 40 };
const none = { panels: 0, pages: 0, strategies: 0, exchanges: 0, others: 0 };
const change = (changes: Partial<PluginSet>, before: Partial<PluginSet> = {}) =>
  setChange({ before: access(before), after: access(changes), people });

describe('what a role has of a plugin', () => {
  it('is told by the level from which it can be used, and whether it is shown below', () => {
    expect(installed.map(({ id }) => access({ locked: ['panel-orders'], excluded: ['service-*'] }).view(id))).toEqual([
      { plugin: 'panel-orders', from_vip: null, shown: true, least_vip: 0 },
      { plugin: 'panel-rich', from_vip: 2, shown: true, least_vip: 2 },
      { plugin: 'strategy-grid', from_vip: 1, shown: true, least_vip: 1 },
      { plugin: 'service-news', from_vip: null, shown: false, least_vip: 0 },
      { plugin: 'page-admin', from_vip: null, shown: false, least_vip: null },
    ]);
  });
});

describe('a change of a set', () => {
  it('that withdraws everything counts everybody, and each thing once', () => {
    const { losing, gaining, lost, gained, changes } = change({ included: [] });
    expect([losing, gaining, lost, gained]).toEqual([100, 0, { panels: 3, pages: 0, strategies: 1, exchanges: 0, others: 1 }, none]);
    expect(changes.map(({ plugin, losing: people }) => [plugin, people])).toEqual([
      ['panel-orders', 100],
      ['panel-rich', 70],
      ['strategy-grid', 90],
      ['service-news', 100],
    ]);
  });

  it('that raises a level takes something from those below it alone', () => {
    expect(change({ vipOverrides: { 'panel-orders': 2 } })).toMatchObject({ losing: 30, gaining: 0, lost: { ...none, panels: 2 } });
  });

  it('counts a person who loses two things once', () => {
    expect(change({ excluded: ['panel-rich', 'strategy-grid'] })).toMatchObject({
      losing: 90,
      lost: { ...none, panels: 1, strategies: 1 },
    });
  });

  it('that gives back tells who gains, and both when it does both', () => {
    const { losing, gaining, lost, gained } = change({ locked: ['service-news'] }, { excluded: ['panel-rich'] });
    expect([losing, gaining, lost, gained]).toEqual([100, 70, { ...none, others: 1 }, { ...none, panels: 1 }]);
  });

  it('that says the same in other words changes nothing', () => {
    expect(change({ included: ['panel-*', 'strategy-*', 'service-*', 'page-*'] })).toMatchObject({ losing: 0, gaining: 0, changes: [] });
  });

  it('counts those of a version of the product by what that leaves them', () => {
    const step = (changes: Partial<PluginSet>) => ({ before: access(), after: access(changes), people });
    const kept = { ...step({}), people: { 0: 1, 1: 0, 2: 0, 3: 4 } };
    expect(setChange(step({ excluded: ['panel-orders'] }), kept)).toMatchObject({ losing: 100, changes: [{ losing: 100 }] });
    const lost = { ...step({ excluded: ['panel-orders'] }), people: kept.people };
    expect(setChange(step({ excluded: ['panel-orders'] }), lost)).toMatchObject({ losing: 105, lost: { ...none, panels: 2 } });
  });
});
