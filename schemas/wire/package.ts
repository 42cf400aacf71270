import { type Static, Type } from '@sinclair/typebox';
import { capabilities } from '../../core/domain/accounts/capability.ts';
import { houseRoles, type Role } from '../../core/domain/accounts/role.ts';
import { contributedRole, Name, nullable, oneOf, PluginId, strict, TimeMs } from '../common.ts';
import { PluginManifest, pluginKinds } from '../manifest.ts';
import { route } from './route.ts';

/** Plugins from outside the build: one JSON file each, made by `npm run plugin:pack`. */

export const packageFormat = 'tessera-package-1';
/** Largest package as it is sent. */
export const maxPackageBytes = 4 * 1024 * 1024;
const maxPackageFiles = 60;
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

/** Raw ed25519 public key, 32 bytes in base64. */
const PublicKey = Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' });

/** Who packed it: over the text `tessera-package-1 <hash>`. */
export const PackageSignature = strict({ public_key: PublicKey, value: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }) });
export type PackageSignature = Static<typeof PackageSignature>;

export const PluginPackage = strict({
  format: Type.Literal(packageFormat),
  files: Type.Array(PackageFile, { minItems: 1, maxItems: maxPackageFiles }),
  /** Over `<path> <sha256>` of all files in order of path, one a line. */
  hash: Sha256,
  signature: Type.Optional(PackageSignature),
});
export type PluginPackage = Static<typeof PluginPackage>;

/** `waiting`: it asks for more than an administrator has granted, and is off until he does. */
const packageStates = ['enabled', 'disabled', 'waiting', 'failed'] as const;

const lowestVip = Type.Integer({ minimum: 0, maximum: 9 });

/** What a package may do in a browser, and for whom it is there: role → lowest VIP level. */
export const PackageGrant = strict({
  capabilities: Type.Array(oneOf(capabilities), { uniqueItems: true }),
  reach: Type.Unsafe<Partial<Record<Role, number>>>({
    type: 'object',
    properties: Object.fromEntries(houseRoles.map((role) => [role, lowestVip])),
    patternProperties: { [contributedRole]: lowestVip },
    additionalProperties: false,
  }),
});
export type PackageGrant = Static<typeof PackageGrant>;

/** Who signed a package; `name`: as an administrator called the key, null for one that nobody trusts. */
export const PackageSigner = strict({ public_key: PublicKey, name: nullable(Type.String()) });
export type PackageSigner = Static<typeof PackageSigner>;

export const PackageView = strict({
  id: PluginId,
  version: Type.String(),
  hash: Sha256,
  kind: oneOf(pluginKinds),
  /** Keys of the package's own texts. */
  title: Type.String(),
  description: Type.String(),
  state: oneOf(packageStates),
  /** Null: it was accepted unsigned. */
  signer: nullable(PackageSigner),
  granted: PackageGrant,
  /** All that it asks for … */
  asks: PackageGrant,
  /** … and of that, what was not granted. */
  asks_more: PackageGrant,
  /** Why it failed. */
  reason: nullable(Type.String()),
  bytes: Type.Integer({ minimum: 0 }),
  /** It brings code that runs in frames of the browser. */
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
  /** Its code takes components of Fluent, which a frame loads for such packages alone. */
  fluent: Type.Boolean(),
});
export type ClientPackage = Static<typeof ClientPackage>;

/** Where files of a package lie; the hash makes the address immutable. */
export const packageBase = '/packages';

const access = { roles: ['admin'] as 'admin'[] };
const Named = { plugin: PluginId };

/** A package as an administrator sends it: with what he grants, which may be nothing yet. */
const Sent = strict({
  package: PluginPackage,
  grant: Type.Optional(PackageGrant),
  /** This one file is taken without the signature of a trusted key. */
  accept_untrusted: Type.Optional(Type.Boolean()),
});
export type SentPackage = Static<typeof Sent>;

/** What a file is, before anything is done. */
export const PackageExam = strict({
  id: PluginId,
  version: Type.String(),
  signer: nullable(PackageSigner),
  /** All that it asks for … */
  asks: PackageGrant,
  /** … and of that, what the installed version was not granted. */
  asks_more: PackageGrant,
});
export type PackageExam = Static<typeof PackageExam>;

export const maxPackageKeys = 20;

export const PackageKeyView = strict({ public_key: PublicKey, name: Name, added_by: Type.String(), add_time: TimeMs });
export type PackageKeyView = Static<typeof PackageKeyView>;

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
  adminPackageExamine: route({
    method: 'POST',
    path: '/admin/package/examine',
    tag: 'Plugins',
    summary: 'Says of a package who signed it and what it asks for; changes nothing',
    access,
    rate: 'heavy',
    body: PluginPackage,
    reply: PackageExam,
  }),
  adminPackageInstall: route({
    method: 'POST',
    path: '/admin/package/install',
    tag: 'Plugins',
    summary: 'Installs a package; open clients gain it at once',
    access,
    rate: 'heavy',
    confirm: 'fresh',
    body: Sent,
    reply: PackageView,
  }),
  adminPackageUpdate: route({
    method: 'POST',
    path: '/admin/package/update',
    tag: 'Plugins',
    summary: 'Puts a newer version in the place of an installed one; its running instances go on with their state',
    access,
    rate: 'heavy',
    confirm: 'fresh',
    body: Sent,
    reply: PackageView,
  }),
  adminPackageGrant: route({
    method: 'POST',
    path: '/admin/package/grant',
    tag: 'Plugins',
    summary: 'Grants a package all that it asks for; one that waits comes up',
    access,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ ...Named, grant: PackageGrant }),
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
    confirm: 'fresh',
    body: strict(Named),
    reply: Type.Null(),
  }),
  adminPackageKeys: route({
    method: 'GET',
    path: '/admin/package/key/list',
    tag: 'Plugins',
    summary: 'Public keys whose packages are trusted',
    access,
    rate: 'read',
    reply: Type.Array(PackageKeyView),
  }),
  adminPackageKeyAdd: route({
    method: 'POST',
    path: '/admin/package/key/add',
    tag: 'Plugins',
    summary: 'Trusts the packages of a public key',
    access,
    rate: 'change',
    confirm: 'fresh',
    // Pasted by hand: what is wrong with it is said as of a key, and not as of a pattern.
    body: strict({ name: Name, public_key: Type.String({ minLength: 1, maxLength: 200 }) }),
    reply: Type.Array(PackageKeyView),
  }),
  adminPackageKeyRemove: route({
    method: 'POST',
    path: '/admin/package/key/remove',
    tag: 'Plugins',
    summary: 'Trusts new packages of a public key no more; installed ones stay',
    access,
    rate: 'stop',
    body: strict({ public_key: PublicKey }),
    reply: Type.Array(PackageKeyView),
  }),
} as const;
