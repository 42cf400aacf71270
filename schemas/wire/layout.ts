import { type Static, Type } from '@sinclair/typebox';
import { maxLayouts } from '../../core/domain/layout-limits.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { nullable, RoleName, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

export const LayoutId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
/** The rest of the rule has an error of its own. */
const LayoutName = Type.String({ minLength: 1, maxLength: maxNameLength });
/** Version of the content's format: the client's business (`core/client/layouts/layout-content.ts`). */
const FormatVersion = Type.Integer({ minimum: 1, maximum: 1000 });
const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_646, description: 'The one that the change started from' });
const Content = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());

export const LayoutSummaryView = strict({
  id: LayoutId,
  name: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** Goes up by one with every save; a save names the one it started from. */
  revision: Type.Integer({ minimum: 0 }),
  update_time: TimeMs,
});
export type LayoutSummaryView = Static<typeof LayoutSummaryView>;

/** Event of the topic `layouts`: a window of the user saved one of them. */
export type LayoutNews = Pick<LayoutSummaryView, 'id' | 'revision'>;

export const LayoutView = strict({
  ...LayoutSummaryView.properties,
  /** Null: the default workspace. */
  content: Type.Unknown(),
});
export type LayoutView = Static<typeof LayoutView>;

/** A layout that an admin gave to a role: read-only, a copy is made when it is changed. */
export const SharedLayoutView = strict({
  id: LayoutId,
  role: RoleName,
  name: Type.String(),
  /** People of the role start with it, and a reset goes back to it. */
  is_default: Type.Boolean(),
  update_time: TimeMs,
});
export type SharedLayoutView = Static<typeof SharedLayoutView>;

const WorkspaceTabs = strict({
  /** Layouts that stand as tabs, own and shared ones, in their order. */
  open: Type.Array(LayoutId, { maxItems: maxLayouts }),
  active: nullable(LayoutId),
});

export const LayoutListView = strict({
  layouts: Type.Array(LayoutSummaryView),
  /** Those of the caller's role; of every role for an admin. */
  shared: Type.Array(SharedLayoutView),
  ...WorkspaceTabs.properties,
  /** The user's own layout of the AI dashboard's page; null before it was first changed. */
  ai: nullable(LayoutId),
});
export type LayoutListView = Static<typeof LayoutListView>;

const ofOne = strict({ id: LayoutId });
const admin = { roles: ['admin'] } as const;

export const layoutRoutes = {
  layoutList: route({
    method: 'GET',
    path: '/workspace/layout/list',
    tag: 'Workspace',
    summary: "The caller's layouts without contents, those shared with the caller's role, and which are open",
    access: 'session',
    rate: 'read',
    reply: LayoutListView,
  }),
  layoutOpen: route({
    method: 'GET',
    path: '/workspace/layout/open',
    tag: 'Workspace',
    summary: 'One layout with its content, own or shared',
    access: 'session',
    rate: 'read',
    query: ofOne,
    reply: LayoutView,
  }),
  layoutCreate: route({
    method: 'POST',
    path: '/workspace/layout/create',
    tag: 'Workspace',
    summary:
      'Makes a layout; a name that is taken gets a number. Without content it begins as a reset would leave it; with `ai` it is that of the AI dashboard',
    access: 'session',
    rate: 'save',
    body: strict({ name: LayoutName, version: FormatVersion, content: Type.Optional(Content), ai: Type.Optional(Type.Boolean()) }),
    reply: LayoutSummaryView,
  }),
  layoutSave: route({
    method: 'POST',
    path: '/workspace/layout/save',
    tag: 'Workspace',
    summary: 'Saves a layout; refused when another window saved in between',
    access: 'session',
    rate: 'save',
    body: strict({ id: LayoutId, version: FormatVersion, revision: Revision, content: Content }),
    reply: strict({ revision: Type.Integer() }),
  }),
  layoutRename: route({
    method: 'POST',
    path: '/workspace/layout/rename',
    tag: 'Workspace',
    summary: 'Renames a layout',
    access: 'session',
    rate: 'save',
    body: strict({ id: LayoutId, name: LayoutName }),
    reply: Type.Null(),
  }),
  layoutReset: route({
    method: 'POST',
    path: '/workspace/layout/reset',
    tag: 'Workspace',
    summary: "Puts a layout back to the default of the caller's role, or to the built-in one; refused when another window saved in between",
    access: 'session',
    rate: 'save',
    body: strict({ id: LayoutId, revision: Revision, built_in: Type.Optional(Type.Boolean()) }),
    reply: LayoutView,
  }),
  layoutDelete: route({
    method: 'POST',
    path: '/workspace/layout/delete',
    tag: 'Workspace',
    summary: 'Deletes a layout; it can be restored for 30 days',
    access: 'session',
    rate: 'save',
    body: ofOne,
    reply: Type.Null(),
  }),
  layoutRestore: route({
    method: 'POST',
    path: '/workspace/layout/restore',
    tag: 'Workspace',
    summary: 'Brings a deleted layout back; a name that is taken by now gets a number',
    access: 'session',
    rate: 'save',
    body: ofOne,
    reply: LayoutSummaryView,
  }),
  layoutTabs: route({
    method: 'POST',
    path: '/workspace/layout/tabs',
    tag: 'Workspace',
    summary:
      'Keeps which layouts are open as tabs, in which order, which one is in front, and the one of the AI dashboard unless it is absent',
    access: 'session',
    rate: 'save',
    body: strict({ ...WorkspaceTabs.properties, ai: Type.Optional(LayoutId) }),
    reply: Type.Null(),
  }),
  adminLayoutShare: route({
    method: 'POST',
    path: '/admin/layout/share',
    tag: 'Workspace',
    summary: "Gives a copy of the caller's layout to a role; one of the same name is replaced",
    access: { roles: [...admin.roles] },
    rate: 'change',
    body: strict({ id: LayoutId, role: RoleName }),
    reply: SharedLayoutView,
  }),
  adminLayoutUnshare: route({
    method: 'POST',
    path: '/admin/layout/unshare',
    tag: 'Workspace',
    summary: 'Takes a shared layout back; copies that people made of it stay',
    access: { roles: [...admin.roles] },
    rate: 'change',
    body: ofOne,
    reply: Type.Null(),
  }),
  adminLayoutDefault: route({
    method: 'POST',
    path: '/admin/layout/default',
    tag: 'Workspace',
    summary: 'Makes a shared layout the default of its role, or none with null',
    access: { roles: [...admin.roles] },
    rate: 'change',
    body: strict({ role: RoleName, id: nullable(LayoutId) }),
    reply: Type.Null(),
  }),
} as const;
