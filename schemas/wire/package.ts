import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, PluginId, strict, TimeMs } from '../common.ts';
import { PluginManifest, pluginKinds } from '../manifest.ts';
import { route } from './route.ts';

/** Plugins from outside the build: one JSON file each, made by `npm run plugin:pack`. */

export const packageFormat = 'tessera-package-1';
/** Largest package as it is sent. */
export const maxPackageBytes = 4 * 1024 * 1024;
export const maxPackageFiles = 60;
export const maxPackages = 50;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const PackageFile = strict({
  /** Relative to the package's folder. */
  path: Type.String({ minLength: 1, maxLength: 200 }),
  /** Of the text in UTF-8. */
  sha256: Sha256,
  text: Type.String({ maxLength: maxPackageBytes }),
});
export type PackageFile = Static<typeof PackageFile>;

export const PluginPackage = strict({
  format: Type.Literal(packageFormat),
  files: Type.Array(PackageFile, { minItems: 1, maxItems: maxPackageFiles }),
  /** Over `<path> <sha256>` of all files in order of path, one a line. */
  hash: Sha256,
});
export type PluginPackage = Static<typeof PluginPackage>;

export const packageStates = ['enabled', 'disabled', 'failed'] as const;

export const PackageView = strict({
  id: PluginId,
  version: Type.String(),
  hash: Sha256,
  kind: oneOf(pluginKinds),
  /** Keys of the package's own texts. */
  title: Type.String(),
  description: Type.String(),
  state: oneOf(packageStates),
  /** Why it failed. */
  reason: nullable(Type.String()),
  bytes: Type.Integer({ minimum: 0 }),
  /** It brings code that runs in the browser, with the rights of whoever looks at it. */
  has_client: Type.Boolean(),
  strategies: Type.Array(Type.String()),
  /** Instances of its strategies that have not ended. */
  running: Type.Integer({ minimum: 0 }),
  readme: Type.String(),
  installed_by: Type.String(),
  install_time: TimeMs,
});
export type PackageView = Static<typeof PackageView>;

/** What a browser needs to run a package's half. */
export const ClientPackage = strict({
  hash: Sha256,
  manifest: PluginManifest,
  /** It has `client.js`; else only texts. */
  code: Type.Boolean(),
  /** It has `client.css`. */
  styles: Type.Boolean(),
});
export type ClientPackage = Static<typeof ClientPackage>;

/** Where files of a package lie; the hash makes the address immutable. */
export const packageBase = '/packages';

const access = { roles: ['admin'] as 'admin'[] };
const Named = { plugin: PluginId };

export const packageRoutes = {
  adminPackages: route({
    method: 'GET',
    path: '/admin/package/list',
    tag: 'Plugins',
    summary: 'Plugins from outside the build, with state, hash and running instances',
    access,
    rate: 'read',
    reply: Type.Array(PackageView),
  }),
  adminPackageInstall: route({
    method: 'POST',
    path: '/admin/package/install',
    tag: 'Plugins',
    summary: 'Installs a package; open clients gain it at once',
    access,
    rate: 'heavy',
    body: PluginPackage,
    reply: PackageView,
  }),
  adminPackageUpdate: route({
    method: 'POST',
    path: '/admin/package/update',
    tag: 'Plugins',
    summary: 'Puts a newer version in the place of an installed one; its running instances go on with their state',
    access,
    rate: 'heavy',
    body: PluginPackage,
    reply: PackageView,
  }),
  adminPackageSwitch: route({
    method: 'POST',
    path: '/admin/package/switch',
    tag: 'Plugins',
    summary: 'Enables a package or disables it for everyone',
    access,
    rate: 'stop',
    body: strict({ ...Named, enabled: Type.Boolean() }),
    reply: PackageView,
  }),
  adminPackageRemove: route({
    method: 'POST',
    path: '/admin/package/remove',
    tag: 'Plugins',
    summary: 'Removes a package of which no instance runs',
    access,
    rate: 'stop',
    body: strict(Named),
    reply: Type.Null(),
  }),
} as const;
