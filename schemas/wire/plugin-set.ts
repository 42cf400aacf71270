import { type Static, Type } from '@sinclair/typebox';
import { nullable, PluginId, RoleName, strict } from '../common.ts';
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
});
export type PluginSetChangeView = Static<typeof PluginSetChangeView>;

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
    /** `expected`: the set that it is to take the place of; refused when there is another by now. */
    body: strict({ ...PluginSetView.properties, expected: Type.Optional(PluginSetView) }),
    reply: PluginSetChangeView,
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
