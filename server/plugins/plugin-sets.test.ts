import { describe, expect, it } from 'vitest';
import type { Principal } from '../../core/contract/access.ts';
import { houseRoles, type ProductVersion } from '../../core/domain/accounts/role.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { InstalledPlugin, PluginManifest } from '../../core/kernel/index.ts';
import { manifestOf } from '../../core/kernel/kernel-fixture.ts';
import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';
import type { NamedPluginSetRecord, NewAuditRecord, PluginSetRecord, PluginSetVersionRecord } from '../store/records.ts';
import type { Repositories } from '../store/store.ts';
import { type PluginSetParts, PluginSets } from './plugin-sets.ts';

const admin: Principal = { userId: 'a1', username: 'ada', role: 'admin', vipLevel: 3 };
const user: Principal = { userId: 'u1', username: 'ulf', role: 'user', vipLevel: 1 };
const nobody: Principal = { userId: null, username: null, role: null, vipLevel: 0 };

const running = (manifest: PluginManifest): InstalledPlugin => ({
  id: manifest.id,
  manifest,
  state: { kind: 'active' },
  loadMs: 1,
  setupMs: 2,
});
const statuses: readonly InstalledPlugin[] = [
  running(manifestOf('panel-chart')),
  running(manifestOf('panel-order-ticket')),
  running(manifestOf('strategy-grid', { access: { permission: 'strategy' } })),
  running(manifestOf('page-home', { access: { roles: 'public' } })),
  running(
    manifestOf('page-plugins', {
      access: { roles: ['admin'] },
      contributes: {
        routes: [
          { id: 'plugins', title: 'page-plugins.title', path: '/admin/plugins', menu: { group: 'admin', order: 1, icon: 'puzzle' } },
        ],
      },
    }),
  ),
  { ...running(manifestOf('panel-broken')), state: { kind: 'failed', reason: { code: 'setup-failed', detail: 'boom' } } },
];

/** Parts over plain maps. */
function partsWith(records: readonly PluginSetRecord[] = [], installed = statuses) {
  const sets = new Map(records.map((record) => [record.role, record]));
  const optOuts = new Map<string, Set<string>>();
  const ofVersions = new Map<ProductVersion, NamedPluginSetRecord>();
  const audit: NewAuditRecord[] = [];
  const versions: PluginSetVersionRecord[] = [];
  const of = (userId: string) => optOuts.get(userId) ?? optOuts.set(userId, new Set()).get(userId) ?? new Set<string>();
  const repositories = {
    pluginSets: {
      get: async (role) => sets.get(role) ?? null,
      all: async () => [...sets.values()],
      save: async (set) => void sets.set(set.role, set),
      keep: async (set, saved) => versions.push({ ...set, ...saved, version: versions.length + 1 }),
      versions: async () => ({ items: [...versions].reverse(), next: null }),
      named: async () => [],
      saveNamed: async () => undefined,
      removeNamed: async () => false,
      ofVersions: async () => new Map(ofVersions),
      tieVersion: async () => undefined,
    },
    optOuts: {
      of: async (userId) => [...of(userId)],
      add: async (userId, pluginId) => void of(userId).add(pluginId),
      remove: async (userId, pluginId) => void of(userId).delete(pluginId),
    },
    audit: { append: async (entry) => audit.push(entry) } as Repositories['audit'],
  } satisfies Pick<Repositories, 'pluginSets' | 'optOuts' | 'audit'>;
  const store = { ...repositories, transaction: (work) => work(repositories as unknown as Repositories) } as PluginSetParts['store'];
  const parts: PluginSetParts = { roles: new RoleBook(), store, kernel: { plugins: () => installed }, clock: { nowMs: () => 1_000 } };
  return { parts, sets, audit, versions, ofVersions };
}

const view = (changes: Partial<PluginSetView>): PluginSetView => ({
  role: 'user',
  included: ['*'],
  excluded: [],
  vip_overrides: {},
  locked: [],
  ...changes,
});
const idsOf = async (service: PluginSets, principal: Principal) => (await service.list(principal)).map(({ id }) => id);

describe('plugin sets', () => {
  it('start with one for each role, and keep those that are stored', async () => {
    const stored: PluginSetRecord = { role: 'user', included: ['panel-chart'], excluded: [], vipOverrides: {}, locked: [], updatedMs: 1 };
    const { parts, sets } = partsWith([stored]);
    const service = await PluginSets.open(parts);
    expect([...sets.keys()].sort()).toEqual([...houseRoles].sort());
    expect((await service.sets()).find(({ role }) => role === 'user')?.included).toEqual(['panel-chart']);
    expect(sets.get('user')).toBe(stored);
  });

  it.each<[string, Principal, readonly string[]]>([
    [
      'a trader has what is not kept for admins, and nothing that failed',
      user,
      ['panel-chart', 'panel-order-ticket', 'strategy-grid', 'page-home'],
    ],
    ['an admin has the admin pages too', admin, ['panel-chart', 'panel-order-ticket', 'strategy-grid', 'page-home', 'page-plugins']],
    ['an observer watches and does not trade', { ...user, role: 'observer' }, ['panel-chart', 'page-home']],
    ['a guest has what is public', nobody, ['page-home']],
  ])('are, by default, such that %s', async (_, principal, expected) => {
    expect(await idsOf(await PluginSets.open(partsWith().parts), principal)).toEqual(expected);
  });

  it('change for everyone of the role at once, with an entry in the audit log', async () => {
    const { parts, sets, audit } = partsWith();
    const service = await PluginSets.open(parts);
    const heard: unknown[] = [];
    const stop = service.onChange((who) => heard.push(who));
    const change = view({ excluded: ['strategy-*'], vip_overrides: { 'panel-chart': 2 } });
    expect(await service.saveSet(admin, change, 'a test')).toMatchObject({ ok: true });
    expect(await service.list(user)).toEqual([
      { id: 'panel-chart', locked_at_vip: 2 },
      { id: 'panel-order-ticket', locked_at_vip: null },
      { id: 'page-home', locked_at_vip: null },
    ]);
    expect(sets.get('user')).toMatchObject({ excluded: ['strategy-*'], updatedMs: 1_000 });
    expect(audit).toEqual([
      {
        ...{ timeMs: 1_000, actor: 'a1', action: 'plugin-set.changed', subject: 'plugin-set/user', reason: 'a test' },
        ...{ before: view({}), after: { ...change, version: 8 } },
      },
    ]);
    await stop();
    await service.saveSet(admin, view({}), 'a test');
    expect(heard).toEqual([{ role: 'user' }]);
  });

  it('refuse a change of what somebody else has changed meanwhile', async () => {
    const service = await PluginSets.open(partsWith().parts);
    await service.saveSet(admin, view({ excluded: ['panel-chart', 'page-*'] }), 'a test');
    const late = view({ excluded: ['strategy-*'] });
    expect(await service.saveSet(admin, late, 'a test', view({}))).toMatchObject({ ok: false, error: { code: 'PLUGIN_SET_CHANGED' } });
    expect(await service.saveSet(admin, late, 'a test', view({ excluded: ['page-*', 'panel-chart'] }))).toMatchObject({ ok: true });
  });

  it('refuse the second of two changes of one set that were sent at once', async () => {
    const { parts, sets, audit } = partsWith();
    const service = await PluginSets.open(parts);
    const outcomes = await Promise.all(
      ['panel-chart', 'page-home'].map((id) => service.saveSet(admin, view({ excluded: [id] }), 'a test', view({}))),
    );
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, error: { code: 'PLUGIN_SET_CHANGED' } }]);
    expect(sets.get('user')?.excluded).toEqual(['panel-chart']);
    expect(audit).toHaveLength(1);
  });

  it('can be changed after a plugin that they name was taken away or broke', async () => {
    const named = { vipOverrides: { 'panel-gone': 2 }, locked: ['panel-gone', 'panel-broken'] };
    const record = { role: 'user', included: ['*'], excluded: [], ...named, updatedMs: 1 } as const;
    const service = await PluginSets.open(partsWith([record]).parts);
    const change = { locked: ['panel-gone', 'panel-broken'], vip_overrides: { 'panel-gone': 2 }, excluded: ['panel-chart'] };
    expect(await service.saveSet(admin, view(change), 'a test')).toMatchObject({ ok: true });
    expect(await service.saveSet(admin, view({ ...change, locked: ['panel-none'] }), 'a test')).toMatchObject({ ok: false });
  });

  it.each<[string, Principal, Partial<PluginSetView>, object]>([
    ['from anyone but an admin', user, {}, { code: 'ACCESS_ROLE' }],
    ['that locks an unknown plugin', admin, { locked: ['panel-none'] }, { code: 'CONFIG_INVALID', params: { field: 'locked' } }],
    [
      'with an override for an unknown plugin',
      admin,
      { vip_overrides: { none: 1 } },
      { code: 'CONFIG_INVALID', params: { field: 'vip_overrides' } },
    ],
    [
      'that takes the admin pages from admins',
      admin,
      { role: 'admin', excluded: ['page-*'] },
      { code: 'CONFIG_INVALID', params: { field: 'excluded' } },
    ],
    ['that locks the admin pages for admins', admin, { role: 'admin', locked: ['page-plugins'] }, { code: 'CONFIG_INVALID' }],
  ])('refuse a change %s', async (_, principal, change, error) => {
    const { parts, audit } = partsWith();
    const service = await PluginSets.open(parts);
    const before = await service.sets();
    expect(await service.saveSet(principal, view(change), 'a test')).toMatchObject({ ok: false, error });
    expect([await service.sets(), audit]).toEqual([before, []]);
  });

  it('leave a role the services that it cannot do without, by a set as by a version of the product, and take them from others', async () => {
    const services = ['service-security', 'service-risk', 'service-audit'].map((id) => running(manifestOf(id)));
    const { parts, ofVersions } = partsWith([], [...statuses, ...services]);
    const none = { included: [], excluded: ['*'], vipOverrides: { 'service-risk': 3 }, locked: ['service-security'] } as const;
    ofVersions.set('pro', { name: 'nothing', ...none, savedBy: 'a1', savedMs: 1 });
    const service = await PluginSets.open(parts);
    const refused = { ok: false, error: { code: 'CONFIG_INVALID', params: { field: 'excluded' } } };
    for (const change of [
      { role: 'risk', excluded: ['service-risk'] },
      { role: 'risk', excluded: ['service-*'] },
      { role: 'risk', locked: ['service-risk'] },
      { role: 'risk', vip_overrides: { 'service-risk': 1 } },
      { role: 'admin', excluded: ['service-audit'] },
      { role: 'user', excluded: ['service-security'] },
    ] satisfies Partial<PluginSetView>[])
      expect(await service.saveSet(admin, view(change), 'a test'), JSON.stringify(change)).toMatchObject(refused);
    const risk = { ...user, role: 'risk', vipLevel: 0, productVersion: 'pro' } as const;
    expect(['service-risk', 'service-security', 'service-audit'].map((id) => service.guard(risk, id)?.code ?? null)).toEqual([
      null,
      null,
      'ACCESS_PLUGIN',
    ]);
    expect(await service.saveSet(admin, view({ excluded: ['service-risk', 'service-audit'] }), 'a test')).toMatchObject({ ok: true });
    // What is merely left out stays too, so that everything else can be taken at once.
    expect(await service.saveSet(admin, view({ role: 'risk', included: [] }), 'a test')).toMatchObject({ ok: true });
    const kept = (await service.effectiveFor({ ...risk, productVersion: null })).map(({ pluginId }) => pluginId);
    expect(kept.sort()).toEqual(['service-risk', 'service-security']);
  });

  it('are kept as versions with who, when and why, the first by the house itself, and refuse a save without a reason', async () => {
    const { parts, audit, versions } = partsWith();
    const service = await PluginSets.open(parts);
    const first = versions.filter(({ role }) => role === 'user');
    expect(first).toMatchObject([{ included: ['*'], savedBy: 'system', reason: null }]);
    await service.saveSet(admin, view({ excluded: ['panel-chart'] }), '  charts are being repaired ');
    expect(versions.at(-1)).toMatchObject({
      role: 'user',
      excluded: ['panel-chart'],
      savedBy: admin.userId,
      savedMs: 1_000,
      reason: 'charts are being repaired',
    });
    expect(audit.at(-1)).toMatchObject({ reason: 'charts are being repaired', after: { version: versions.length } });
    expect(await service.saveSet(admin, view({}), ' \n ')).toMatchObject({ ok: false, error: { code: 'FORM_FIELD_EMPTY' } });
    expect(versions.at(-1)?.excluded).toEqual(['panel-chart']);
  });

  it('let a user switch a plugin off and on again for himself alone', async () => {
    const service = await PluginSets.open(partsWith().parts);
    const heard: unknown[] = [];
    service.onChange((who) => heard.push(who));
    await service.optOut(user, 'panel-chart', true);
    expect(await idsOf(service, user)).not.toContain('panel-chart');
    expect(await idsOf(service, { ...user, userId: 'u2' })).toContain('panel-chart');
    await service.optOut(user, 'panel-chart', false);
    expect(await idsOf(service, user)).toContain('panel-chart');
    expect(heard).toEqual([{ userId: 'u1' }, { userId: 'u1' }]);
    expect(await service.optOut(user, 'page-plugins', true)).toMatchObject({ ok: false, error: { code: 'PLUGIN_UNKNOWN' } });
    expect(await service.optOut(nobody, 'page-home', true)).toMatchObject({ ok: false, error: { code: 'SESSION_MISSING' } });
  });

  it.each<[string, Principal, string, object]>([
    ['names the level of what is locked', { ...user, vipLevel: 0 }, 'strategy-grid', { code: 'ACCESS_VIP', params: { minVip: 1 } }],
    ['refuses what the role does not have', user, 'page-plugins', { code: 'ACCESS_PLUGIN' }],
    ['refuses a plugin that failed', user, 'panel-broken', { code: 'ACCESS_PLUGIN' }],
    ['refuses a plugin that does not exist', user, 'panel-none', { code: 'ACCESS_PLUGIN' }],
  ])('guard: %s', async (_, principal, pluginId, expected) => {
    expect((await PluginSets.open(partsWith().parts)).guard(principal, pluginId)).toMatchObject(expected);
  });

  it('guard: lets the granted through, also after an opt-out, until a changed set takes it away', async () => {
    const service = await PluginSets.open(partsWith().parts);
    await service.optOut(user, 'panel-chart', true);
    expect(service.guard(user, 'panel-chart')).toBeNull();
    await service.saveSet(admin, view({ excluded: ['panel-chart'] }), 'a test');
    expect(service.guard(user, 'panel-chart')).toMatchObject({ code: 'ACCESS_PLUGIN' });
  });

  it('lay the set of a version of the product over that of the role: it has the last word, but not over the rules of a plugin', async () => {
    const { parts, ofVersions } = partsWith([
      {
        role: 'user',
        included: ['panel-*', 'page-*'],
        excluded: ['panel-chart'],
        vipOverrides: { 'page-home': 3 },
        locked: [],
        updatedMs: 1,
      },
    ]);
    const pro = { included: ['panel-chart', 'strategy-*', 'page-plugins'], excluded: ['panel-order-*'], vipOverrides: { 'page-home': 1 } };
    ofVersions.set('pro', { name: 'for-pro', ...pro, locked: [], savedBy: 'a1', savedMs: 1 });
    const service = await PluginSets.open(parts);
    const [plain, withPro] = [user, { ...user, productVersion: 'pro' } as const];
    expect(await idsOf(service, plain)).toEqual(['panel-order-ticket', 'page-home']);
    expect(await idsOf(service, withPro)).toEqual(['panel-chart', 'strategy-grid', 'page-home']);
    expect(service.guard(plain, 'panel-chart')).toMatchObject({ code: 'ACCESS_PLUGIN' });
    expect(service.guard(withPro, 'panel-chart')).toBeNull();
    expect(service.guard(withPro, 'panel-order-ticket')).toMatchObject({ code: 'ACCESS_PLUGIN' });
    expect([service.guard(plain, 'page-home'), service.guard(withPro, 'page-home')]).toMatchObject([{ code: 'ACCESS_VIP' }, null]);
    // What only administrators may have, and what needs a higher level, no version opens.
    expect(service.guard(withPro, 'page-plugins')).toMatchObject({ code: 'ACCESS_PLUGIN' });
    expect(service.guard({ ...withPro, vipLevel: 0 }, 'strategy-grid')).toMatchObject({ code: 'ACCESS_VIP' });
    expect(service.guard({ ...user, productVersion: 'exclusive' }, 'panel-chart')).toMatchObject({ code: 'ACCESS_PLUGIN' });
  });

  it('follow the set of a version at once, and leave administrators every page that they have', async () => {
    const { parts, ofVersions } = partsWith();
    const none = { included: [], excluded: ['*'], vipOverrides: {}, locked: [], savedBy: 'a1', savedMs: 1 };
    const service = await PluginSets.open(parts);
    const withPro = { ...user, productVersion: 'pro' } as const;
    expect(service.guard(withPro, 'panel-chart')).toBeNull();
    const heard: unknown[] = [];
    service.onChange((who) => heard.push(who));
    ofVersions.set('pro', { name: 'nothing', ...none });
    await service.versionsChanged();
    expect(heard).toContainEqual({ role: 'user' });
    expect(service.guard(withPro, 'panel-chart')).toMatchObject({ code: 'ACCESS_PLUGIN' });
    expect(service.guard(user, 'panel-chart')).toBeNull();
    expect(await idsOf(service, { ...admin, productVersion: 'pro' })).toEqual(await idsOf(service, admin));
    expect(service.accessOf('user').seenAt(1)).toEqual(service.accessOf('user', undefined, 'exclusive').seenAt(1));
    expect(service.accessOf('user', undefined, 'pro').has('panel-chart', 1)).toBe(false);
  });

  it('show the admin every plugin with its state and the reason of a failure', async () => {
    const rows = await (await PluginSets.open(partsWith().parts)).statuses();
    expect(rows).toHaveLength(statuses.length);
    expect(rows.at(-1)).toMatchObject({ id: 'panel-broken', state: 'failed', reason: 'boom', setup_ms: 2 });
  });
});
