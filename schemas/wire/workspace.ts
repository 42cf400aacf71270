import { type Static, Type } from '@sinclair/typebox';
import { shownHealths } from '../../core/domain/markets/venue-health.ts';
import { ExchangeId, nullable, oneOf, PluginId, strict } from '../common.ts';
import { pluginKinds } from '../manifest.ts';
import { ClientPackage } from './package.ts';
import { route } from './route.ts';

/** `granted` and `locked` plugins of the caller; what a role may not see is not in the list. */
export const PluginView = strict({
  id: PluginId,
  /** Locked plugins and contributions name the VIP level that opens them. */
  locked_at_vip: nullable(Type.Integer()),
  /** Of plugins from outside the build: what a browser needs to load it. */
  package: Type.Optional(ClientPackage),
});
export type PluginView = Static<typeof PluginView>;

export const PluginStatusView = strict({
  id: PluginId,
  version: Type.String(),
  kind: oneOf(pluginKinds),
  title: Type.String(),
  description: Type.String(),
  state: oneOf(['active', 'locked', 'disabled', 'failed', 'absent']),
  reason: nullable(Type.String()),
  requires: Type.Array(Type.String()),
  provides: Type.Array(Type.String()),
  setup_ms: nullable(Type.Number()),
});
export type PluginStatusView = Static<typeof PluginStatusView>;

export const VenueStateView = strict({
  exchange: ExchangeId,
  title: Type.String(),
  health: oneOf(shownHealths),
  /** Commands so far, and the digest of the state after them; null for a venue that tells none. */
  sequence: nullable(Type.Integer({ minimum: 0 })),
  state_hash: nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })),
});
export type VenueStateView = Static<typeof VenueStateView>;

const admin = { roles: ['admin'] } as const;

export const workspaceRoutes = {
  pluginList: route({
    method: 'GET',
    path: '/plugin/list',
    tag: 'Plugins',
    summary: "The caller's plugins, locked ones included",
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(PluginView),
  }),
  pluginOptOut: route({
    method: 'POST',
    path: '/plugin/optOut',
    tag: 'Plugins',
    summary: 'Switches a plugin off or on for oneself',
    access: 'session',
    rate: 'change',
    body: strict({ plugin: PluginId, off: Type.Boolean() }),
    reply: Type.Null(),
  }),
  adminPlugins: route({
    method: 'GET',
    path: '/admin/plugin/list',
    tag: 'Plugins',
    summary: 'Every installed plugin with its state and reason',
    access: { roles: [...admin.roles] },
    rate: 'read',
    reply: Type.Array(PluginStatusView),
  }),
  adminVenues: route({
    method: 'GET',
    path: '/admin/venue/list',
    tag: 'Markets',
    summary: 'Every open exchange with a digest of its state, which a replay of its journal must give too',
    access: { roles: [...admin.roles] },
    // Each venue's whole state is read for it.
    rate: 'heavy',
    reply: Type.Array(VenueStateView),
  }),
} as const;
