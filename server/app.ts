import { randomUUID } from 'node:crypto';
import { AppError } from '../core/contract/app-error.ts';
import type { Disposer } from '../core/contract/token.ts';
import type { Venue } from '../core/contract/venue.ts';
import { createManifestValidator } from '../core/kernel/checks/manifest-validator.ts';
import { openBus } from './bus/bus.ts';
import { chosenCarrier } from './bus/chosen-carrier.ts';
import { SystemClock } from './clock.ts';
import { ServerContributions } from './contributions/contributions.ts';
import { openDataFolder } from './data-folder.ts';
import { databaseProblem } from './database-problem.ts';
import { prepareDemo } from './demo.ts';
import { startDemoTraders } from './demo-traders.ts';
import { DiskWatch } from './disk-watch.ts';
import { followRules } from './follow-news.ts';
import { Gateway, type GatewayOptions } from './gateway/gateway.ts';
import { Metrics } from './gateway/pages/metrics.ts';
import { accountDirectory, venueDirectory } from './gateway/room-adapters.ts';
import { AccountFeed } from './gateway/topics/account-feed.ts';
import { TopicHub } from './gateway/topics/topic-hub.ts';
import { openIdentity } from './identity.ts';
import { house, JobRunner } from './jobs/job-runner.ts';
import { listenProblem } from './listen-problem.ts';
import { MarketHub } from './market/market-hub.ts';
import { StoredCandles } from './market/stored-candles.ts';
import { masterKeyFor } from './master-key.ts';
import { openVenues } from './open-venues.ts';
import { PackageKeyService } from './packages/package-key-service.ts';
import { PackageService } from './packages/package-service.ts';
import { installedPlugins } from './plugins/plugin-folders.ts';
import { pagesOf } from './plugins/plugin-pages.ts';
import type { PluginReload } from './plugins/plugin-reload.ts';
import { PluginSets } from './plugins/plugin-sets.ts';
import { reloadSavedPlugins } from './plugins/reload-saved-plugins.ts';
import { ruleSentences } from './plugins/rule-sentences.ts';
import { SetChanges } from './plugins/set-changes.ts';
import { StayingInstances } from './plugins/staying-instances.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';
import { openBacktests } from './runtime/backtest/open-backtests.ts';
import { historyRetention } from './runtime/instances/history/history-retention.ts';
import { InstanceService } from './runtime/instances/instance-service.ts';
import { MarketWatch } from './runtime/instances/market/market-watch.ts';
import { VenueNews } from './runtime/instances/market/venue-news.ts';
import { LimitBook } from './runtime/instances/orders/limit-book.ts';
import { StrategyCatalogue } from './runtime/instances/strategy-catalogue.ts';
import { StrategyTap } from './runtime/instances/strategy-tap.ts';
import { RehearsalFeed } from './runtime/simulation/rehearsal-feed.ts';
import { defaultThreadLimits } from './runtime/worker/strategy-thread.ts';
import type { StrategyOrigin } from './runtime/worker/worker-protocol.ts';
import { sessionRetention } from './session/session-retention.ts';
import { isLoopback } from './settings.ts';
import { shownAddress } from './shown-address.ts';
import { takeTurn } from './standby/take-turn.ts';
import { recordingsFolder, startKernel } from './start-kernel.ts';
import { processorMs, StartPhases } from './start-phases.ts';
import { openStore } from './store/open-store.ts';
import { UserQuota } from './store/user-quota.ts';
import { accountFeesIn, feesByLevel } from './trading/accounts/fees-by-level.ts';
import { openTradingRoom, type TradingRoomOptions } from './trading/open-trading-room.ts';
import { leasedRows } from './trading/venues/leased-rows.ts';

/** Builds the whole server, from the lock on its data to the open port. What was started is stopped again when a part fails. */
export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const started: Disposer[] = [];
  const stop = async (): Promise<void> => {
    for (const dispose of started.splice(0).reverse()) await dispose();
  };
  try {
    return await start(options, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: ServerOptions, started: Disposer[], stop: () => Promise<void>): Promise<RunningServer> {
  const { settings, logger } = options;
  const clock = options.clock ?? new SystemClock(logger);
  const phases = new StartPhases(clock, processorMs, logger.named('start'), options.stop);
  openDataFolder(settings.dataFolder);
  const disk = new DiskWatch({ folder: settings.dataFolder, floorBytes: settings.diskFloorBytes, clock, logger: logger.named('disk') });
  started.push(await disk.start());
  const masterKey = masterKeyFor(settings.dataFolder, settings.masterKey);
  const databaseOptions = {
    dataDir: settings.dataFolder,
    databaseUrl: settings.databaseUrl ?? undefined,
    logger: logger.named('store'),
    onLost: options.onLost,
    hasRoom: disk.hasRoom,
  };
  const store = await phases
    .run('database', () => openStore(databaseOptions))
    .catch((error: unknown) => Promise.reject(databaseProblem(error, settings.databaseUrl)));
  started.push(() => store.close());
  const busLogger = logger.named('bus');
  const busChoice = { natsUrl: settings.bus, databaseUrl: settings.databaseUrl, clock, logger: busLogger };
  const newId = randomUUID;
  const bus = openBus(newId(), chosenCarrier(busChoice), busLogger);
  started.push(() => bus.close());
  const metrics = new Metrics();
  if (options.processFigures === true) metrics.collectProcess();
  started.push(logger.onFailure(() => metrics.logFailures.inc()));
  const quota = new UserQuota(store, settings.userQuotaMb * 1024 ** 2);
  const demoAllowed = isLoopback(settings.host) && settings.demo;
  const identityParts = {
    store,
    bus,
    clock,
    logger: logger.named('session'),
    masterKey,
    newId,
    demoAllowed,
    longestMs: settings.sessionHours * hourMs,
    signInWork: options.signInWork,
  };
  const identity = await phases.run('sessions', () => openIdentity(identityParts, started));
  const { sessions, keys, refusals, challenges, signIn, people, passwords } = identity;
  const { clientFolder, rateFactor = 1, checkReplies = false, httpDeadlines: deadlines } = options;
  const edge = {
    store,
    bus,
    quota,
    clock,
    metrics,
    newId,
    clientFolder,
    trustedProxies: settings.trustedProxies,
    rateFactor,
    checkReplies,
  };
  const found = options.plugins ?? (await installedPlugins());
  // Their code is loaded by the time this server takes over; what fails is told by the kernel then.
  const whileWaiting = (): void => void Promise.allSettled(found.map(({ load }) => load?.()));
  const turnParts = { ...edge, identity, settings, logger, deadlines, whileWaiting, onLost: options.onLost, stop: options.stop };
  const { lease, processId, endStandby } = await phases.run('lease', () => takeTurn(turnParts, started));

  const hub = new TopicHub(clock, metrics);
  const accountFeed = new AccountFeed(hub);
  started.push(quota.start(clock));
  const jobs = await JobRunner.open({ runs: store.jobRuns, lease, clock, logger: logger.named('jobs') });
  started.push(() => jobs.close());
  metrics.watchJobs(() => jobs.list());
  const candles = new StoredCandles(store);
  const strategyTap = new StrategyTap(hub);
  const markets = new MarketHub({ clock, logger: logger.named('market'), publisher: strategyTap, candles });
  let sets: PluginSets | null = null;
  const roomOptions: TradingRoomOptions = {
    store,
    clock,
    logger: logger.named('trading'),
    dataDir: settings.dataFolder,
    publisher: accountFeed,
    // The room is open before the plugins are: until their sets are known nobody trades.
    guard: { guard: (principal, plugin) => (sets === null ? new AppError('ACCESS_PLUGIN', { plugin }) : sets.guard(principal, plugin)) },
    onAccount: () => bus.publish({ kind: 'accounts' }),
    onGrant: (userId) => bus.publish({ kind: 'grants', userId }),
    followers: [markets],
    indexes: markets.indexes,
    vipLevelOf: async (userId) => (await store.users.get(userId))?.vipLevel ?? 0,
    disk,
    ...(settings.journal === 'file' ? {} : { rowsOf: (exchange: string) => leasedRows(store.journals, exchange, lease.epoch) }),
    ...(options.onLost === undefined ? {} : { onLost: options.onLost }),
    ...(options.fileSystem === undefined ? {} : { host: { fileSystem: options.fileSystem } }),
  };
  const room = await phases.run('accounts', () => openTradingRoom(roomOptions));
  started.push(markets.start(), () => room.close());

  const contributions = new ServerContributions({ store, quota, publisher: hub, jobs, pages: pagesOf(found) });
  const { sources, kernel, manifests } = await phases.run('plugins', async () => {
    const validator = createManifestValidator();
    return {
      sources: found,
      kernel: await startKernel({
        settings,
        logger,
        plugins: found,
        validate: validator,
        clock,
        room,
        markets,
        newId,
        contributions,
        secrets: store.secrets,
        masterKey,
      }),
      manifests: validator,
    };
  });
  started.push(() => kernel.dispose());
  const unopened = await openVenues(kernel, room, logger, phases);
  markets.opened();
  metrics.watchVenues(() => room.venues.statuses());
  metrics.watchDisk({ freeBytes: () => disk.freeBytes, hasRoom: disk.hasRoom });
  let packages: PackageService | null = null;
  let reload: PluginReload | null = null;
  const moduleUrl = (id: string): string | null => reload?.moduleUrl(id) ?? sources.find(({ folder }) => folder === id)?.moduleUrl ?? null;
  const origin = (id: string): StrategyOrigin => packages?.origin(id) ?? { moduleUrl: moduleUrl(id), code: null };
  const setParts = {
    store,
    kernel,
    clock,
    unopened,
    tell: bus.publish,
    packageOf: (id: string) => packages?.client(id) ?? null,
  };
  const plugins = await phases.run('plugin sets', () => PluginSets.open(setParts));
  sets = plugins;

  const { indexes } = markets;

  jobs.add(house, sessionRetention(identityParts));
  started.push(feesByLevel(sessions, room.accounts, logger));
  const demo = { store, people, passwords, accounts: room.accounts, venues: room.venues.venues(), masterKey, logger };
  const demoAccounts = settings.demo ? await phases.run('people', () => prepareDemo(demo)) : [];

  const watch = new MarketWatch(markets, clock);
  const news = new VenueNews();
  const feed = new RehearsalFeed(clock);
  started.push(feed.follow(indexes), watch.start(strategyTap), ...[news, feed, watch].map((listener) => room.venues.addListener(listener)));
  const catalogue = new StrategyCatalogue(kernel);
  const englishText = ruleSentences({ moduleUrl, packageTexts: (id) => packages?.texts(id) ?? null });
  const strategies = new InstanceService({
    store,
    quota,
    catalogue,
    lease,
    limits: await LimitBook.open(store.instances),
    markets,
    watch,
    news,
    trading: room.trading,
    rehearse: room.rehearse,
    fateOf: room.fateOf,
    feed,
    account: (apiId) => room.accounts.get(apiId),
    mayTrade: (principal, apiId) => room.access.may(principal, apiId, 'trade'),
    venue: (exchange) => room.venues.venue(exchange),
    access: (principal, { pluginId, strategyId }) => plugins.contribution(principal, pluginId, 'strategies', strategyId),
    origin,
    ruleText: englishText,
    threadLimits: options.threadLimits ?? defaultThreadLimits,
    clock,
    logger: logger.named('runtime'),
    newId,
    demo: settings.demo,
  });
  const packageKeys = await PackageKeyService.open({ store, clock });
  packages = await PackageService.open({
    store,
    keys: packageKeys,
    kernel,
    strategies,
    validator: manifests,
    onChange: () => plugins.installedChanged(),
    clock,
    logger: logger.named('packages'),
  });
  jobs.add(house, historyRetention({ instances: store.instances, clock, logger: logger.named('runtime') }));
  started.push(await phases.run('instances', () => strategies.start()));
  if (settings.demo) {
    // Nobody waits for them but the end.
    const traders = startDemoTraders({ ...demo, kernel, strategies, logger: logger.named('demo') });
    started.push(() => traders);
  }

  if (settings.watch) {
    const parts = { kernel, strategies, onChange: () => plugins.installedChanged(), clock, logger: logger.named('plugins') };
    reload = await reloadSavedPlugins(options.pluginsRoot, parts, started);
  }

  const backtestParts = {
    markets,
    recordings: recordingsFolder(settings),
    clock,
    origin,
    limits: options.backtestLimits,
    logger: logger.named('backtest'),
    backtests: store.backtests,
    quota,
    catalogue,
    admit: strategies.admit.bind(strategies),
    feesOf: accountFeesIn(room),
    newId,
  };
  const backtests = await phases.run('backtests', () => openBacktests(backtestParts, started));

  started.push(followRules(bus, plugins, strategies, room.grants));
  const missing = await Promise.all(
    unopened.list().map(async ({ pluginId, id, title }) => ({ exchange: id, title: await englishText(pluginId, title, {}) })),
  );
  const stillMissing = () => missing.filter(({ exchange }) => unopened.list().some(({ id }) => id === exchange));
  const openedLate = (venues: readonly Venue[]): void => {
    for (const { exchange } of venues) room.venues.announce(exchange);
    plugins.installedChanged();
  };
  started.push(unopened.retry(clock, logger.named('trading'), openedLate));
  const gatewayOptions: GatewayOptions = {
    ...edge,
    processId,
    sessions,
    keys,
    refusals,
    challenges,
    signIn,
    accounts: accountDirectory(room),
    markets,
    indexes,
    trading: room.trading,
    venues: venueDirectory({ ...room, disk, missing: stillMissing }),
    hasRoom: disk.hasRoom,
    steadyMs: room.steadyMs,
    plugins,
    pluginGuard: (principal, plugin) => plugins.guard(principal, plugin),
    contributions,
    staying: new StayingInstances({ instances: strategies, store, clock }),
    setChanges: new SetChanges({ sets: plugins, users: store.users, running: () => strategies.allRunning(), demo: demoAllowed }),
    packages,
    packageKeys,
    strategies,
    backtests,
    hub,
    accountFeed,
    logger: logger.named('gateway'),
    version: options.version,
    isLocal: (ip) => isLoopback(ip) || ip === '::ffff:127.0.0.1',
    ...(options.socketLimits === undefined ? {} : { socketLimits: options.socketLimits }),
    origins: settings.origins,
    ...(deadlines === undefined ? {} : { deadlines }),
  };
  const gateway = await phases.run('gateway', () => Gateway.create(gatewayOptions));
  started.push(() => gateway.close());
  await endStandby();
  const port = await gateway.listen(settings.port, settings.host).catch((error: unknown) => Promise.reject(listenProblem(error, settings)));
  await lease.moved(settings.address ?? shownAddress(settings.host, port));
  options.stop?.throwIfAborted();
  // Last of all: a start that fails shows nobody the password.
  const newAdmin = settings.demo ? null : await people.ensureAdmin();
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  logger.info(
    { host: settings.host, port, store: store.kind, demo: settings.demo, exchanges: room.venues.statuses(), start: phases.times },
    'the server is ready',
  );
  return {
    url: `http://${host}:${port}`,
    port,
    newAdmin,
    demoAccounts,
    store,
    room,
    people,
    sessions,
    gateway,
    hub,
    routes: gateway.routes,
    close: stop,
  };
}

const hourMs = 60 * 60_000;
