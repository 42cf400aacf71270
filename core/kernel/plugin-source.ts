import type { PluginKind } from '../../schemas/manifest.ts';
import type { Token } from '../contract/token.ts';

/** Which half of the plugins a kernel runs: `client.tsx` or `server.ts`. */
export type Side = 'client' | 'server';

/** An installed plugin folder, as found on disk or in the bundle. */
export interface PluginSource {
  readonly folder: string;
  /** Parsed `plugin.json`, not checked yet. */
  readonly manifest: unknown;
  /** Imports the module of this side, which exports `plugin`; null when the folder has none. */
  readonly load: (() => Promise<unknown>) | null;
  /** Address under which another thread can import that module; absent in a bundle, which carries it. */
  readonly moduleUrl?: string;
  /** True when the folder has code for the other side too, so that this half may use only a part of the manifest's tokens. */
  readonly otherSide?: boolean;
}

/** A service of the host under a token: one for all plugins, or one made for each. */
export interface HostService {
  readonly token: Token<unknown>;
  readonly scope: 'shared' | 'plugin';
  /** Kinds of plugins that may ask for it; absent: all. */
  readonly kinds?: readonly PluginKind[];
  /** `isOpen`: false from when the plugin has ended, or its setup failed, although something of it may still run. */
  create(pluginId: string, isOpen: () => boolean): unknown;
  /** Takes back what the plugin did with the service, once it has stopped or its setup has failed. */
  release?(pluginId: string): void | Promise<void>;
}

export const hostService = <T>(token: Token<T>, service: T): HostService => ({ token, scope: 'shared', create: () => service });

/** Makes the service for each plugin that asks, for example a logger with the plugin's name. */
export const perPlugin = <T>(
  token: Token<T>,
  create: (pluginId: string, isOpen: () => boolean) => T,
  release?: HostService['release'],
): HostService => ({
  token,
  scope: 'plugin',
  create,
  ...(release === undefined ? {} : { release }),
});
