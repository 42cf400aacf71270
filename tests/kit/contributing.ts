import { existsSync, readdirSync } from 'node:fs';
import { definePlugin, type PluginDefinition } from '../../core/contract/plugin.ts';
import type { TokenMap } from '../../core/contract/token.ts';
import type { PluginSource } from '../../core/kernel/index.ts';
import { httpBase } from '../../schemas/wire/index.ts';
import type { BodyOf, Envelope, ReplyOf, Route } from '../../schemas/wire/route.ts';
import notesManifest from './plugins/kit-notes/plugin.json' with { type: 'json' };
import { type HttpClient, RefusedCall } from './servers/http-client.ts';

const folder = new URL('./plugins/', import.meta.url);

/** A plugin of the kit whose server half adds one of everything. */
export const kitNotes = (): PluginSource => ({
  folder: 'kit-notes',
  manifest: notesManifest,
  load: () => import(new URL('kit-notes/server.ts', folder).href),
  moduleUrl: new URL('kit-notes/server.ts', folder).href,
});

/** Calls of the plugins of the product that keep their table in their own folder. */
export async function routesOfPlugins(): Promise<readonly Route[]> {
  const plugins = new URL('../../plugins/', import.meta.url);
  const files = readdirSync(plugins)
    .map((name) => new URL(`${name}/routes.ts`, plugins))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(files.map((file) => import(file.href) as Promise<object>));
  const values = modules.flatMap((exported) => Object.values(exported) as readonly unknown[]);
  return values.flatMap((value) => Object.values(value as object)).filter((row): row is Route => isRoute(row));
}

const isRoute = (value: unknown): boolean => typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** A service plugin that is its `setup` and nothing else. */
export function serviceOf<const R extends TokenMap>(
  id: string,
  requires: R,
  setup: NonNullable<PluginDefinition<R>['setup']>,
): PluginSource {
  const manifest = { id, version: '1.0.0', api: '^2.0.0', kind: 'service', title: `${id}.title`, description: `${id}.description` };
  return {
    folder: id,
    manifest: { ...manifest, requires: Object.values(requires).map((token) => token.id) },
    load: async () => ({ plugin: definePlugin({ requires, setup }) }),
  };
}

/** Calls of a plugin's own table, typed by it; throws {@link RefusedCall}. */
export const callsOf =
  <T extends Readonly<Record<string, Route>>>(client: HttpClient, routes: T) =>
  async <N extends keyof T & string>(name: N, body?: BodyOf<T[N]>): Promise<ReplyOf<T[N]>> => {
    const route = routes[name] as Route;
    const { status: _, ...envelope } = await ask(client, route, route.method === 'POST' ? ((body ?? {}) as object) : undefined);
    if (envelope.code !== 200) throw new RefusedCall(route.path, envelope);
    return envelope.data as ReplyOf<T[N]>;
  };

/** What any route of a plugin answers, with the status of HTTP. */
export async function ask(
  { url, token }: Pick<HttpClient, 'url' | 'token'>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  body?: object,
): Promise<Envelope<unknown> & { readonly status: number }> {
  const response = await fetch(`${url}${httpBase}${path}`, {
    method,
    headers: { ...(token === null ? {} : { authorization: token }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ...((await response.json()) as Envelope<unknown>), status: response.status };
}
