import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { guest } from '../../core/contract/access.ts';
import type { Places } from '../../core/contract/places.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Trading } from '../../core/contract/trading.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { Language } from '../../core/domain/language.ts';
import { houseRoutes } from '../../schemas/wire/index.ts';
import type { Route } from '../../schemas/wire/route.ts';
import type { Bus } from '../bus/bus.ts';
import type { ServerContributions } from '../contributions/contributions.ts';
import type { IndexBoard } from '../market/reference/index-board.ts';
import type { PackageKeyService } from '../packages/package-key-service.ts';
import type { PackageService } from '../packages/package-service.ts';
import type { SetUp } from '../platform/set-up.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import type { ApiKeyRegistry } from '../session/api-key-registry.ts';
import type { Confirmations } from '../session/confirmations.ts';
import type { RefusalAudit } from '../session/refusal-audit.ts';
import type { SessionRegistry } from '../session/session-registry.ts';
import type { SignIn } from '../session/sign-in.ts';
import type { SignInChallenges } from '../session/sign-in-challenges.ts';
import type { UserQuota } from '../store/quota/user-quota.ts';
import type { Store } from '../store/store.ts';
import { serveDialects } from './dialect-scope.ts';
import { CallerGuard, type PluginGuard } from './guards/caller-guard.ts';
import { addressReader, peerHeader } from './guards/client-address.ts';
import { RateLimiter } from './guards/rate-limiter.ts';
import { TokenAuthenticator } from './guards/token-authenticator.ts';
import { keyScheme, sessionScheme } from './guards/token-scheme.ts';
import type { Uploads } from './guards/uploads.ts';
import type { Handlers } from './handlers/handlers.ts';
import { createApiKeyHandlers } from './handlers/handlers-api-key.ts';
import { createBalanceHandlers } from './handlers/handlers-balance.ts';
import { createDocumentHandlers } from './handlers/handlers-document.ts';
import { createFeeHandlers } from './handlers/handlers-fees.ts';
import { createLayoutHandlers } from './handlers/handlers-layout.ts';
import { createMarketHandlers } from './handlers/handlers-market.ts';
import { createMarketTermsHandlers } from './handlers/handlers-market-terms.ts';
import { createObserverHandlers } from './handlers/handlers-observer.ts';
import { createOrderHandlers } from './handlers/handlers-order.ts';
import { createOrderHistoryHandlers } from './handlers/handlers-order-history.ts';
import { createOrderLifeHandlers } from './handlers/handlers-order-life.ts';
import { createPackageHandlers } from './handlers/handlers-package.ts';
import { createPositionHandlers } from './handlers/handlers-position.ts';
import { createRiskHandlers } from './handlers/handlers-risk.ts';
import { createSetUpHandlers } from './handlers/handlers-set-up.ts';
import { createStorageHandlers } from './handlers/handlers-storage.ts';
import { createStrategyHandlers } from './handlers/handlers-strategy.ts';
import { createStrategyPreviewHandlers } from './handlers/handlers-strategy-preview.ts';
import { createStrategyStateHandlers } from './handlers/handlers-strategy-state.ts';
import { createTemplateHandlers } from './handlers/handlers-template.ts';
import { createTransferHandlers } from './handlers/handlers-transfer.ts';
import { createUserHandlers } from './handlers/handlers-user.ts';
import { createWorkspaceHandlers } from './handlers/handlers-workspace.ts';
import { createHttpServer, type HttpDeadlines } from './http-server.ts';
import { LayoutService } from './layouts/layout-service.ts';
import { SharedLayoutService } from './layouts/shared-layout-service.ts';
import { HealthCheck } from './pages/health-check.ts';
import type { Metrics } from './pages/metrics.ts';
import { serveOperatorPages } from './pages/operator-pages.ts';
import { servePackages } from './pages/package-pages.ts';
import type { SiteSettings } from './pages/site-pages.ts';
import { servePages } from './pages/static-pages.ts';
import type {
  AccountDirectory,
  MarketSource,
  PluginAdministration,
  PluginSetHistory,
  SetChangePreview,
  StoppingInstances,
  VenueDirectory,
} from './ports.ts';
import { SessionSockets } from './sockets/session-sockets.ts';
import { SocketDoor } from './sockets/socket-door.ts';
import { defaultSocketLimits, type SocketLimitNumbers, SocketLimits } from './sockets/socket-limits.ts';
import { originCheck, pageOriginReader } from './sockets/socket-origin.ts';
import type { AccountFeed } from './topics/account-feed.ts';
import { AccountFollowers } from './topics/account-followers.ts';
import { MessageTopic } from './topics/message-topic.ts';
import { PluginTopic } from './topics/plugin-topic.ts';
import { SnapshotBudgets } from './topics/snapshot-budgets.ts';
import { StrategyFeed } from './topics/strategy-feed.ts';
import { TopicDirectory } from './topics/topic-directory.ts';
import type { TopicHub } from './topics/topic-hub.ts';
import { UserNews } from './topics/user-news.ts';
import { AccountLooks } from './views/account-looks.ts';
import { StrategyViews } from './views/strategy-views.ts';

export interface GatewayOptions {
  readonly roles: RoleBook;
  readonly store: Store;
  /** News of other servers, and for them. */
  readonly bus: Bus;
  /** What other servers of the database name when they send a call on to this one; nobody else knows it. */
  readonly processId: string;
  readonly quota: UserQuota;
  /** What a user reads. */
  readonly languageOf: (userId: string) => Promise<Language>;
  readonly places: Places;
  readonly sessions: SessionRegistry;
  readonly keys: ApiKeyRegistry;
  readonly challenges: SignInChallenges;
  readonly signIn: SignIn;
  readonly confirmations: Confirmations;
  readonly setUp: SetUp;
  readonly accounts: AccountDirectory;
  readonly markets: MarketSource;
  readonly indexes: IndexBoard;
  readonly trading: Trading;
  readonly venues: VenueDirectory;
  /** False while the disk is full. */
  readonly hasRoom: () => boolean;
  /** The time that deadlines of orders go by: every answer tells it. */
  readonly steadyMs: () => number;
  readonly plugins: PluginAdministration;
  /** Whether a caller has a plugin. */
  readonly pluginGuard: PluginGuard;
  readonly contributions: ServerContributions;
  readonly setChanges: SetChangePreview;
  readonly setHistory: PluginSetHistory;
  readonly staying: StoppingInstances;
  readonly packages: PackageService;
  readonly packageKeys: PackageKeyService;
  readonly strategies: InstanceService;
  readonly hub: TopicHub;
  readonly accountFeed: AccountFeed;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly newId: () => string;
  readonly version: string;
  /** The built browser client; may be missing. */
  readonly clientFolder: string;
  readonly site: SiteSettings;
  readonly socketLimits?: SocketLimitNumbers;
  /** Reverse proxies that tell the client's address truly; default none. */
  readonly trustedProxies?: readonly string[];
  /** Origins whose pages may open sockets, beside the own one. */
  readonly origins?: readonly string[];
  readonly deadlines?: HttpDeadlines;
  readonly uploads: Uploads;
  readonly refusals: RefusalAudit;
  /** Multiplies the rate limits; load tests raise it. */
  readonly rateFactor?: number;
  readonly checkReplies?: boolean;
}

const sweepEveryMs = 60_000;
const purgeEveryMs = 60 * 60_000;
/** Calls that have not ended by then are cut at shutdown. */
const patienceMs = 8_000;

/** The edge: HTTP and sockets on one port. */
export class Gateway {
  readonly #app: FastifyInstance;
  readonly #openDialects: () => Promise<void>;
  readonly #door: SocketDoor;
  readonly #clock: Clock;
  readonly #contributed: ServerContributions['routes'];
  readonly #disposers: Disposer[] = [];
  #stopping = false;

  private constructor(options: GatewayOptions) {
    const { clock, logger, hub, plugins, sessions, accounts, trading, venues, markets, accountFeed, refusals, contributions } = options;
    const mayOpen = originCheck(options.origins ?? []);
    this.#clock = clock;
    this.#contributed = contributions.routes;
    const limiter = new RateLimiter(clock, options.rateFactor);
    const snapshots = new SnapshotBudgets(clock, options.rateFactor);
    const tokens = new TokenAuthenticator([keyScheme(options.keys, sessions), contributions.schemes, sessionScheme(sessions)], limiter);
    const addressOf = addressReader(options.trustedProxies ?? [], (headers) => headers[peerHeader] === options.processId);
    const pluginTopic = new PluginTopic(plugins, hub, logger);
    const { store, bus, languageOf } = options;
    const messageTopic = new MessageTopic({ store, bus, languageOf, hub, clock, logger });
    const news = new UserNews(hub, clock);
    const followers = new AccountFollowers(accounts, news);
    const sessionSockets = new SessionSockets(tokens, clock);
    const views = new StrategyViews(markets, options.strategies, () => clock.nowMs());
    const strategyFeed = new StrategyFeed(options.strategies, views, hub, clock);
    const looks = new AccountLooks({ accounts, store, clock, logger });
    const topics = new TopicDirectory({
      hub,
      markets,
      trading,
      accounts,
      looks,
      news,
      venues,
      strategies: strategyFeed,
      contributed: contributions.topics,
      ofPlugin: options.pluginGuard,
      logger,
      indexes: options.indexes,
      recentFills: (apiIds) => accountFeed.recentFills(apiIds),
    });
    const layouts = new LayoutService({
      store: options.store,
      quota: options.quota,
      clock,
      newId: options.newId,
      onSaved: (userId, saved) => {
        news.tell('layouts', userId, saved);
        options.bus.publish({ kind: 'layout', userId, layoutId: saved.id, revision: saved.revision });
      },
    });
    const { app, failures } = createHttpServer({
      handlers: handlersOf(options, layouts, views, looks),
      guard: new CallerGuard(
        tokens,
        limiter,
        refusals,
        options.roles,
        (...call) => options.confirmations.refusal(...call),
        options.pluginGuard,
      ),
      contributed: contributions.routes,
      refusals,
      ...(options.deadlines === undefined ? {} : { deadlines: options.deadlines }),
      addressOf,
      trustedProxies: options.trustedProxies ?? [],
      pageOf: pageOriginReader(options.origins ?? []),
      metrics: options.metrics,
      logger,
      newId: options.newId,
      steadyMs: options.steadyMs,
      isStopping: () => this.#stopping,
      uploads: options.uploads,
      checkReplies: options.checkReplies ?? false,
    });
    this.#app = app;
    this.#openDialects = () =>
      serveDialects(
        app,
        {
          dialects: contributions.dialects,
          tokens,
          ofPlugin: options.pluginGuard,
          limiter,
          addressOf,
          isStopping: () => this.#stopping,
        },
        failures,
      );
    const limits = new SocketLimits(options.socketLimits ?? defaultSocketLimits, clock);
    const authenticated: SessionSockets['add'] = (socket, session) => sessionSockets.add(socket, session);
    this.#door = new SocketDoor(
      {
        hub,
        topics,
        ofCaller: { plugins: pluginTopic, messages: messageTopic },
        followers,
        tokens,
        addressOf,
        snapshots,
        limits,
        limiter,
        clock,
        logger,
        refusals,
        mayOpen,
        authenticated,
      },
      { accounts, looks, trading, logger },
    );
    this.#disposers.push(
      hub.start(),
      options.bus.listen({
        message: (message) => {
          if (message.kind !== 'layout') return;
          const { userId, layoutId: id, revision } = message;
          news.tell('layouts', userId, { id, revision });
        },
      }),
      pluginTopic.start(),
      messageTopic.start(),
      followers.start(),
      sessionSockets.start(),
      strategyFeed.start(),
      plugins.onChange((who) => {
        if ('role' in who) topics.pluginsChanged();
      }),
      contributions.topics.onRelease(() => topics.pluginsChanged()),
      venues.onHealth(() => hub.publish('venues', 'snapshot', topics.venueStates())),
      clock.every(sweepEveryMs, () => limiter.sweep()),
      clock.every(sweepEveryMs, () => snapshots.sweep()),
      clock.every(purgeEveryMs, () => layouts.purge()),
    );
  }

  /** Everything but listening. */
  static async create(options: GatewayOptions): Promise<Gateway> {
    const gateway = new Gateway(options);
    const app = gateway.#app;
    const health = new HealthCheck(() => options.store.ready(), options.clock);
    await serveOperatorPages(app, {
      roles: options.roles,
      metrics: options.metrics,
      isHealthy: () => health.isHealthy(),
      hasRoom: options.hasRoom,
      downExchanges: () => [
        ...options.venues.list().flatMap(({ venue, health }) => (health === 'DOWN' ? [venue.exchange] : [])),
        ...options.venues.missing().map(({ exchange }) => exchange),
      ],
      version: options.version,
      routes: gateway.routes,
      schemes: options.contributions.schemes.list(),
    });
    await gateway.#openDialects();
    servePackages(app, options.packages, options.clientFolder);
    await servePages(app, options.clientFolder, {
      ...options.site,
      setUp: options.setUp,
      isOn: (pluginId) => options.pluginGuard(guest, pluginId) === null,
    });
    app.server.on('upgrade', (request, stream, head) => gateway.#door.upgrade(request, stream, head));
    await app.ready();
    return gateway;
  }

  /** Gives the port, which differs from the asked one when that is 0. */
  async listen(port: number, host: string): Promise<number> {
    await this.#app.listen({ port, host });
    return (this.#app.server.address() as AddressInfo).port;
  }

  /** Refuses new calls, lets those under way end, says goodbye to the sockets. */
  async close(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await this.#door.close();
    const stopWaiting = this.#clock.after(patienceMs, () => this.#app.server.closeAllConnections());
    await this.#app.close();
    stopWaiting();
    for (const dispose of this.#disposers.splice(0).reverse()) await dispose();
  }

  /** Every call that is answered, those of plugins too, by name. */
  get routes(): Readonly<Record<string, Route>> {
    return { ...houseRoutes, ...this.#contributed.table() };
  }

  get socketCount(): number {
    return this.#door.size;
  }
}

function handlersOf(options: GatewayOptions, layouts: LayoutService, views: StrategyViews, looks: AccountLooks): Handlers {
  const { challenges, signIn, sessions, accounts, store, quota, markets, venues, clock, trading, plugins, newId } = options;
  return {
    ...createUserHandlers({
      ...{ roles: options.roles, challenges, signIn, confirmations: options.confirmations, sessions },
      ...{ accounts, store, quota, languageOf: options.languageOf, places: options.places, clock },
    }),
    ...createSetUpHandlers(options.setUp),
    ...createStorageHandlers(quota),
    ...createApiKeyHandlers({ keys: options.keys, signIn }),
    ...createMarketHandlers({ markets, venues, accounts, clock, indexes: options.indexes }),
    ...createFeeHandlers({ venues, audit: store.audit, clock }),
    ...createMarketTermsHandlers({ venues, audit: store.audit, clock }),
    ...createOrderHandlers({ trading, accounts, looks }),
    ...createBalanceHandlers({
      ...{ trading, venues, accounts, looks, store, indexes: options.indexes, risk: options.contributions.risk },
      houseCurrency: () => options.site.platform().settings.currency,
    }),
    ...createOrderHistoryHandlers({ accounts, looks, store, clock }),
    ...createOrderLifeHandlers({ accounts, looks, store, clock }),
    ...createTransferHandlers({ trading, store, clock }),
    ...createPositionHandlers({ trading, accounts, looks, markets, store }),
    ...createDocumentHandlers({ documents: store.documents, quota, clock }),
    ...createTemplateHandlers({ documents: store.documents, quota, clock, newId }),
    ...createStrategyHandlers({
      ...{ looks, views, accounts, quota, clock, newId, strategies: options.strategies },
      ...{ instances: store.instances, audit: store.audit, traces: store.traces, documents: store.documents },
    }),
    ...createObserverHandlers({ strategies: options.strategies, views, store, accounts, looks }),
    ...createRiskHandlers({ strategies: options.strategies, views, store, accounts, looks, clock, risk: options.contributions.risk }),
    ...createStrategyPreviewHandlers(options.strategies),
    ...createStrategyStateHandlers(options.strategies, views, looks),
    ...createLayoutHandlers({ layouts, shared: new SharedLayoutService({ roles: options.roles, store, clock, newId }) }),
    ...createPackageHandlers(options.packages, options.packageKeys),
    ...createWorkspaceHandlers({
      plugins,
      setChanges: options.setChanges,
      setHistory: options.setHistory,
      staying: options.staying,
      venues,
    }),
  };
}
