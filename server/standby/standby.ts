import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/contract/app-error.ts';
import type { Places } from '../../core/contract/places.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { Language } from '../../core/domain/language.ts';
import { httpBase, type RouteName, routes } from '../../schemas/wire/index.ts';
import { packageBase } from '../../schemas/wire/package.ts';
import type { Bus } from '../bus/bus.ts';
import { hasPluginPrefix } from '../contributions/contributed-schemes.ts';
import { errorBody } from '../gateway/envelope.ts';
import { pathOf } from '../gateway/failure-reply.ts';
import { CallerGuard, tokenOf } from '../gateway/guards/caller-guard.ts';
import { addressReader } from '../gateway/guards/client-address.ts';
import { RateLimiter } from '../gateway/guards/rate-limiter.ts';
import { apiHeaders } from '../gateway/guards/security-headers.ts';
import { TokenAuthenticator } from '../gateway/guards/token-authenticator.ts';
import { keyScheme, sessionScheme } from '../gateway/guards/token-scheme.ts';
import { createHttpServer, type HttpDeadlines, isAmbiguous } from '../gateway/http-server.ts';
import type { Metrics } from '../gateway/pages/metrics.ts';
import type { SiteSettings } from '../gateway/pages/site-pages.ts';
import { servePages } from '../gateway/pages/static-pages.ts';
import type { Identity } from '../identity.ts';
import { takenPaths } from '../packages/taken-paths.ts';
import type { ProcessRecord } from '../store/leases/lease-store.ts';
import type { UserQuota } from '../store/quota/user-quota.ts';
import type { Store } from '../store/store.ts';
import { HolderLine } from './holder-line.ts';
import { fallbackRoutes, standbyHandlers } from './standby-handlers.ts';
import { StoredAccounts } from './stored-accounts.ts';

export interface StandbyParts {
  readonly roles: RoleBook;
  readonly store: Store;
  readonly bus: Bus;
  readonly quota: UserQuota;
  /** What a user reads. */
  readonly languageOf: (userId: string) => Promise<Language>;
  readonly places: Places;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly newId: () => string;
  readonly clientFolder: string;
  readonly site: SiteSettings;
  readonly trustedProxies: readonly string[];
  readonly rateFactor: number;
  readonly checkReplies: boolean;
  readonly deadlines: HttpDeadlines | undefined;
}

/** A server that serves while another one trades. */
export interface Standby {
  readonly port: number;
  /** Who trades; null: nobody yet, this server is about to. */
  follow(holder: ProcessRecord | null): void;
  close(): Promise<void>;
}

/** Calls that have not ended by then are cut. */
const patienceMs = 1_000;

/**
 * Answers from the database what stands in it: people and their sessions, keys, layouts, documents, kill switches. What only the server
 * knows that trades goes there and back, what plugins answer and whom their tokens stand for among it. While nobody trades, histories come from the database and the rest is refused.
 */
export async function openStandby(host: string, port: number, parts: StandbyParts): Promise<Standby> {
  const { clock, identity, logger, metrics, newId } = parts;
  const started: Disposer[] = [];
  const accounts = await StoredAccounts.open(parts, started);
  const line = new HolderLine();
  // Sockets are at the server that trades.
  started.push(parts.store.messageNews.listen((userId) => parts.bus.publish({ kind: 'messages', userId })));
  const addressOf = addressReader(parts.trustedProxies);
  const handlers = standbyHandlers({ ...parts, accounts });
  const limiter = new RateLimiter(clock, parts.rateFactor);
  const schemes = [keyScheme(identity.keys, identity.sessions), sessionScheme(identity.sessions)];
  const fallbacks = new Set<string>(fallbackRoutes.map((name) => httpBase + routes[name].path));
  const own = new Set(
    Object.keys(handlers)
      .map((name) => httpBase + routes[name as RouteName].path)
      .filter((path) => !fallbacks.has(path)),
  );
  const refuse = (response: ServerResponse): void => {
    const error = new AppError('SERVER_STANDBY', { address: line.address ?? '' });
    response.writeHead(error.httpStatus, { ...apiHeaders, 'content-type': 'application/json; charset=utf-8' }).end(errorBody(error));
  };
  const elsewhere = (request: IncomingMessage, response: ServerResponse, here: () => void): boolean => {
    const path = pathOf(request.url ?? '/');
    if (path === '/healthz') {
      response.writeHead(200, { ...apiHeaders, 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ status: 'standby', at: line.address ?? '' }));
      return true;
    }
    const token = tokenOf(request.headers.authorization);
    // Whom a plugin's token stands for, only the plugin knows, and it runs there.
    const isOfPlugin = token !== null && hasPluginPrefix(token) && !schemes.some((scheme) => scheme.takes(token));
    const isOwn = own.has(path) && !isOfPlugin;
    const isPage = isPageOrDialect(path);
    if (isOwn || (!isPage && !isForHolder(path))) return false;
    const isFallback = request.method === 'GET' && (isPage || (fallbacks.has(path) && !isOfPlugin));
    line.forward(request, response, addressOf(request), () => (isFallback ? here() : refuse(response)));
    return true;
  };
  const { app } = createHttpServer({
    handlers,
    elsewhere,
    guard: new CallerGuard(new TokenAuthenticator(schemes, limiter), limiter, identity.refusals, parts.roles, (...call) =>
      identity.confirmations.refusal(...call),
    ),
    refusals: identity.refusals,
    addressOf,
    trustedProxies: parts.trustedProxies,
    metrics,
    logger,
    newId,
    // Deadlines are judged by the one that trades, and by its clock.
    steadyMs: null,
    isStopping: () => false,
    checkReplies: parts.checkReplies,
    ...(parts.deadlines === undefined ? {} : { deadlines: parts.deadlines }),
  });
  // Which plugins there are knows the server that trades; the site of the build is here all the same.
  await servePages(app, parts.clientFolder, { ...parts.site, setUp: null, isOn: () => true });
  app.server.on('upgrade', (request, stream, head) => {
    if (isAmbiguous(request)) stream.destroy();
    else line.tunnel(request, stream, head, addressOf(request));
  });
  await app.listen({ host, port });
  return {
    port: portOf(app, port),
    follow: (holder) => line.follow(holder),
    close: async () => {
      line.follow(null);
      const stopWaiting = clock.after(patienceMs, () => app.server.closeAllConnections());
      await app.close();
      stopWaiting();
      for (const dispose of started.splice(0).reverse()) await dispose();
    },
  };
}

/** Under a word that is no page of the product's own: a page of a plugin or what a dialect answers, which the holder tells apart. */
const isPageOrDialect = (path: string): boolean => {
  const word = /^\/([a-z][a-z0-9-]*)(\/|$)/.exec(path)?.[1];
  return word !== undefined && !takenPaths.includes(word);
};

const isForHolder = (path: string): boolean =>
  path.startsWith(`${httpBase}/`) ||
  path.startsWith(`${packageBase}/`) ||
  path === '/metrics' ||
  path === '/docs' ||
  path.startsWith('/docs/');

function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address();
  return address !== null && typeof address === 'object' ? address.port : asked;
}
