import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, PluginId, ProductVersionName, RoleName, strict, TimeMs } from '../common.ts';
import { pageOf } from './history-query.ts';
import { route } from './route.ts';
import { InstanceId } from './strategy.ts';

const Pattern = Type.String({ pattern: '^[a-z0-9*][a-z0-9*-]*$', maxLength: 64 });
const Vip = Type.Integer({ minimum: 0, maximum: 3 });
const Count = Type.Integer({ minimum: 0 });

export const PluginSetView = strict({
  role: RoleName,
  included: Type.Array(Pattern, { maxItems: 200 }),
  excluded: Type.Array(Pattern, { maxItems: 200 }),
  vip_overrides: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), Vip),
  locked: Type.Array(PluginId, { maxItems: 200 }),
});
export type PluginSetView = Static<typeof PluginSetView>;

/** What a role has of a plugin by its set and the plugin's own rules. */
export const PluginAccessView = strict({
  plugin: PluginId,
  /** The VIP level from which it can be used; null: from none. */
  from_vip: nullable(Vip),
  /** Below that level, or where there is none, it is shown locked; false: it does not exist for the role. */
  shown: Type.Boolean(),
  /** The same by the plugin's own rules alone, which no set can widen. */
  least_vip: nullable(Vip),
});
export type PluginAccessView = Static<typeof PluginAccessView>;

export const RoleAccessView = strict({
  role: RoleName,
  /** Active people of the role. */
  people: Count,
  plugins: Type.Array(PluginAccessView),
});
export type RoleAccessView = Static<typeof RoleAccessView>;

/** Things that people have, by what they are; `others`: plugins that only serve, and additions to panels. */
export const AccessCountsView = strict({ panels: Count, pages: Count, strategies: Count, exchanges: Count, others: Count });
export type AccessCountsView = Static<typeof AccessCountsView>;

export const PluginChangeView = strict({
  plugin: PluginId,
  before: PluginAccessView,
  after: PluginAccessView,
  /** People who can use it and could not any more, and the reverse. */
  losing: Count,
  gaining: Count,
});
export type PluginChangeView = Static<typeof PluginChangeView>;

/** An instance that goes on although its owner could not start it any more. */
export const StayingInstanceView = strict({
  instance_id: Type.String(),
  name: Type.String(),
  strategy: Type.String(),
  environment: Type.String(),
  username: Type.String(),
});
export type StayingInstanceView = Static<typeof StayingInstanceView>;

/** What a set changes for the people of its role. */
export const PluginSetChangeView = strict({
  /** What the role has with it. */
  access: RoleAccessView,
  /** Plugins that somebody of the role loses or gains, people or none. */
  changes: Type.Array(PluginChangeView),
  losing: Count,
  gaining: Count,
  lost: AccessCountsView,
  gained: AccessCountsView,
  /** The first hundred of those that stay, and how many there are. */
  staying: Type.Array(StayingInstanceView, { maxItems: 100 }),
  staying_count: Count,
  /** Plugins that the role keeps and that stop all the same, for what they need goes. */
  dependants: Type.Array(strict({ plugin: PluginId, needs: PluginId })),
});
export type PluginSetChangeView = Static<typeof PluginSetChangeView>;

/** A set as it was saved. */
export const PluginSetVersionView = strict({
  /** Counts up over all roles. */
  version: Type.Integer({ minimum: 1 }),
  set: PluginSetView,
  /** Null: the house itself, at its first start or before versions were kept. */
  username: nullable(Type.String()),
  reason: nullable(Type.String()),
  time: TimeMs,
});

export type PluginSetVersionView = Static<typeof PluginSetVersionView>;

/** A set that no role has: a draft for any of them. */
export const NamedPluginSetView = strict({
  name: Type.String(),
  included: PluginSetView.properties.included,
  excluded: PluginSetView.properties.excluded,
  vip_overrides: PluginSetView.properties.vip_overrides,
  locked: PluginSetView.properties.locked,
  username: nullable(Type.String()),
  time: TimeMs,
});
export type NamedPluginSetView = Static<typeof NamedPluginSetView>;
const { username: _, time: __, ...namedContent } = NamedPluginSetView.properties;

/** What a version of the product brings. */
export const ProductVersionView = strict({
  product_version: ProductVersionName,
  /** The named set that is laid over those of roles; null: the version changes nothing. */
  set_name: nullable(Type.String()),
  /** Active people who have the version. */
  people: Count,
});
export type ProductVersionView = Static<typeof ProductVersionView>;

/** A page, panel, strategy or exchange that somebody sees, usable or locked. */
export const SeenPartView = strict({
  plugin: PluginId,
  kind: oneOf(['routes', 'panels', 'strategies', 'venues'] as const),
  id: Type.String(),
  /** Locale key, `pluginId.key`. */
  title: Type.String(),
  /** The level from which it opens; null: it is open; above the highest: for nobody. */
  locked_at_vip: nullable(Type.Integer({ minimum: 0 })),
});
export type SeenPartView = Static<typeof SeenPartView>;

const Reason = Type.String({ minLength: 3, maxLength: 500 });
const SetName = Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 40 });
const access = { roles: ['admin' as const] };
const tag = 'Plugins';

export const pluginSetRoutes = {
  adminPluginSets: route({
    method: 'GET',
    path: '/admin/plugin/sets',
    tag,
    summary: 'Plugin sets of all roles',
    access,
    rate: 'read',
    reply: Type.Array(PluginSetView),
  }),
  adminPluginMatrix: route({
    method: 'GET',
    path: '/admin/plugin/matrix',
    tag,
    summary: 'What every role has of every plugin, and how many people have the role',
    access,
    rate: 'read',
    reply: Type.Array(RoleAccessView),
  }),
  adminPluginSetPreview: route({
    method: 'POST',
    path: '/admin/plugin/sets/preview',
    tag,
    summary: 'What a set would change for the people of its role; nothing is saved',
    access,
    rate: 'follow',
    body: PluginSetView,
    reply: PluginSetChangeView,
  }),
  adminPluginSetSave: route({
    method: 'POST',
    path: '/admin/plugin/sets/save',
    tag,
    summary: "Saves one role's plugin set and says what it has changed; open clients follow at once",
    access,
    rate: 'change',
    confirm: 'fresh',
    /** `expected`: the set that it is to take the place of; refused when there is another by now. */
    body: strict({ ...PluginSetView.properties, expected: Type.Optional(PluginSetView), reason: Reason }),
    reply: PluginSetChangeView,
  }),
  adminPluginSetVersions: route({
    method: 'GET',
    path: '/admin/plugin/sets/versions',
    tag,
    summary: "Every version of a role's set, newest first: what, who, when and why",
    access,
    rate: 'read',
    query: strict({
      role: RoleName,
      after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    reply: pageOf(PluginSetVersionView),
  }),
  adminPluginSetAs: route({
    method: 'POST',
    path: '/admin/plugin/sets/as',
    tag,
    summary:
      'What somebody of a role, a level and a version of the product would see with a set; nothing is saved, and the caller takes on no right',
    access,
    rate: 'follow',
    body: strict({ set: PluginSetView, level: Vip, product_version: Type.Optional(ProductVersionName) }),
    reply: Type.Array(SeenPartView),
  }),
  adminNamedSets: route({
    method: 'GET',
    path: '/admin/plugin/sets/named',
    tag,
    summary: 'Sets that are kept by name, for any role',
    access,
    rate: 'read',
    reply: Type.Array(NamedPluginSetView),
  }),
  adminNamedSetSave: route({
    method: 'POST',
    path: '/admin/plugin/sets/named/save',
    tag,
    summary: 'Keeps a set by a name, in place of the one that has it; people of a version of the product that has the set follow at once',
    access,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ ...namedContent, name: SetName, reason: Reason }),
    reply: Type.Null(),
  }),
  adminNamedSetRemove: route({
    method: 'POST',
    path: '/admin/plugin/sets/named/remove',
    tag,
    summary: 'Forgets a named set that no version of the product has; roles keep what they were given by it',
    access,
    rate: 'change',
    body: strict({ name: SetName, reason: Reason }),
    reply: Type.Null(),
  }),
  adminProductVersions: route({
    method: 'GET',
    path: '/admin/plugin/products',
    tag,
    summary: 'Versions of the product, with the named set that each has',
    access,
    rate: 'read',
    reply: Type.Array(ProductVersionView),
  }),
  adminProductVersionTie: route({
    method: 'POST',
    path: '/admin/plugin/products/tie',
    tag,
    summary: 'Gives a version of the product a named set, or none; open clients of its people follow at once',
    access,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ product_version: ProductVersionName, set_name: nullable(SetName), reason: Reason }),
    reply: Type.Null(),
  }),
  adminStayingStop: route({
    method: 'POST',
    path: '/admin/strategy/stop',
    tag,
    summary: 'Stops instances that stay although their owners lost the strategy; leaves all others alone and says which it stopped',
    access,
    rate: 'stop',
    body: strict({ instance_ids: Type.Array(InstanceId, { minItems: 1, maxItems: 100 }) }),
    reply: strict({ stopped: Type.Array(InstanceId) }),
  }),
} as const;
