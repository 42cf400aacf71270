import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { createServer } from '../../../server/app.ts';
import type { ServerClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import type { RunningServer, ServerOptions } from '../../../server/running-server.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshDataDir } from './data-folder.ts';
import { HttpClient, kitWork } from './http-client.ts';

const pluginRoot = new URL('../../../plugins/', import.meta.url);

/** The plugin in a folder, under the id of its manifest. */
export function pluginIn(folder: URL): PluginSource {
  const manifest = JSON.parse(readFileSync(new URL('plugin.json', folder), 'utf8')) as { readonly id: string };
  const hasServer = existsSync(new URL('server.ts', folder));
  const moduleUrl = new URL('server.ts', folder).href;
  return {
    ...{ folder: manifest.id, manifest, load: hasServer ? () => import(moduleUrl) : null },
    ...(hasServer ? { moduleUrl } : {}),
    otherSide: existsSync(new URL('client.tsx', folder)),
  };
}

/** A plugin of the repository, for servers that should not run all of them; its threads find it as those of a build do, by its name. */
export function pluginSource(folder: string): PluginSource {
  const { moduleUrl: _, ...installed } = pluginIn(new URL(`${folder}/`, pluginRoot));
  return installed;
}

/** The plugins of the repository that answer calls. */
export const pluginsWithRoutes = (): readonly PluginSource[] =>
  [
    'page-data',
    'panel-backtest',
    'panel-strategy-symbols',
    'service-accounts',
    'service-alerts',
    'service-announcements',
    'service-audit',
    'service-copying',
    'service-inbox',
    'service-invite',
    'service-operations',
    'service-outbox',
    'service-own-data',
    'service-money',
    'service-notices',
    'service-people',
    'service-platform',
    'service-security',
    'service-register',
    'service-risk',
    'service-spreads',
    'service-stats',
  ].map(pluginSource);

export interface TestServerOptions
  extends Partial<
    Pick<
      ServerOptions,
      | 'plugins'
      | 'pluginsRoot'
      | 'checkReplies'
      | 'threadLimits'
      | 'backtestLimits'
      | 'socketLimits'
      | 'httpDeadlines'
      | 'rateFactor'
      | 'clientFolder'
      | 'host'
    >
  > {
  /** Default true: sign in as `trader1` and so on. */
  readonly demo?: boolean;
  readonly clock?: ServerClock;
  /** Figures of the process too. */
  readonly processFigures?: boolean;
  /** Kept after the server is closed; default a temporary folder of its own. */
  readonly dataFolder?: string;
  /** Settings beside those of every test server. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Every log line. */
  readonly onLog?: (line: string) => void;
}

export interface TestServer extends RunningServer {
  readonly dataFolder: string;
  /** A client that is signed in as one of the demo's people. */
  signIn(username: string): Promise<HttpClient>;
  guest(): HttpClient;
}

/** The real server in this process: on a free port, with the house's venue and the plugins that answer calls, and with every reply held against its schema. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { demo = true, onLog = () => undefined } = options;
  const ownFolder = options.dataFolder === undefined ? await freshDataDir() : null;
  const dataFolder = options.dataFolder ?? (ownFolder as string);
  const environment = { TESSERA_PORT: '0', ...options.environment, TESSERA_DATA: dataFolder, TESSERA_LOG_LEVEL: 'debug' };
  const server = await createServer({
    settings: readSettings(environment, [...(demo ? ['--demo'] : []), ...(options.pluginsRoot === undefined ? [] : ['--watch'])]),
    logger: createLogger('debug', onLog),
    version: '0.0.0-test',
    clientFolder: options.clientFolder ?? join(dataFolder, 'no-client'),
    plugins: options.plugins ?? [pluginSource('venue-house'), ...pluginsWithRoutes()],
    ...(options.pluginsRoot === undefined ? {} : { pluginsRoot: options.pluginsRoot }),
    signInWork: kitWork,
    rateFactor: options.rateFactor ?? 1000,
    // Only benches do without.
    checkReplies: options.checkReplies ?? true,
    ...(options.processFigures === undefined ? {} : { processFigures: options.processFigures }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.threadLimits === undefined ? {} : { threadLimits: options.threadLimits }),
    ...(options.backtestLimits === undefined ? {} : { backtestLimits: options.backtestLimits }),
    ...(options.socketLimits === undefined ? {} : { socketLimits: options.socketLimits }),
    ...(options.httpDeadlines === undefined ? {} : { httpDeadlines: options.httpDeadlines }),
    ...(options.host === undefined ? {} : { host: options.host }),
  });
  return {
    ...server,
    dataFolder,
    guest: () => new HttpClient(server.url),
    signIn: async (username) => {
      const account = server.demoAccounts.find((one) => one.username === username);
      if (account === undefined) throw new Error(`the demo has no ${username}`);
      const client = new HttpClient(server.url);
      await client.signIn(username, account.password);
      return client;
    },
    close: async () => {
      await server.close();
      if (ownFolder !== null) rmSync(ownFolder, { recursive: true, force: true });
    },
  };
}

/** A demo person proves by his password that it is still he, after a clock that was put ahead. */
export async function confirmAgain(
  { demoAccounts }: Pick<TestServer, 'demoAccounts'>,
  client: HttpClient,
  username: string,
): Promise<void> {
  const value = demoAccounts.find((one) => one.username === username)?.password ?? '';
  await client.call('confirm', { body: { kind: 'password', value } });
}
