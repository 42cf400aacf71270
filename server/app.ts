import { AppError } from '../core/contract/app-error.ts';
import type { HouseVenues } from '../core/contract/house-venues.ts';
import type { StrategyHolding } from '../core/contract/risk.ts';
import type { Disposer } from '../core/contract/token.ts';
import type { Venue } from '../core/contract/venue.ts';
import { createManifestValidator } from '../core/kernel/checks/manifest-validator.ts';
import { rolesOf } from '../core/kernel/index.ts';
import { UserMessages } from './contributions/user-messages.ts';
import { delivering } from './deliveries/delivering.ts';
import { prepareDemo } from './demo/demo-people.ts';
import { startDemoTraders } from './demo/demo-traders.ts';
import { followRules } from './follow-news.ts';
import { house } from './jobs/job-runner.ts';
import { houseTopics } from './market/house-topics.ts';
import { InstanceNews } from './news/instance-news.ts';
import { orderSealing } from './operations/order-sealing.ts';
import { PackageKeyService } from './packages/package-key-service.ts';
import { PackageService } from './packages/package-service.ts';
import { SetUp } from './platform/set-up.ts';
import { VenueKeeper } from './platform/venue-keeper.ts';
import { installedPlugins } from './plugins/plugin-folders.ts';
import type { PluginReload } from './plugins/plugin-reload.ts';
import { PluginSets } from './plugins/plugin-sets.ts';
import { reloadSavedPlugins } from './plugins/reload-saved-plugins.ts';
import { textsOfPlugins } from './plugins/texts-of-plugins.ts';
import { holdingsOf } from './risk/strategy-holdings.ts';
import { openBase } from './roles/base.ts';
import { openExchanges } from './roles/exchange-role.ts';
import { openGateway } from './roles/gateway-role.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';
import type { PlayedStrategies } from './runtime/backtest/threaded-plays.ts';
import { historyRetention } from './runtime/instances/history/history-retention.ts';
import { InstanceService } from './runtime/instances/instance-service.ts';
import { MarketWatch } from './runtime/instances/market/market-watch.ts';
import { VenueNews } from './runtime/instances/market/venue-news.ts';
import { LimitBook } from './runtime/instances/orders/limit-book.ts';
import { StrategyCatalogue } from './runtime/instances/strategy-catalogue.ts';
import { RehearsalFeed } from './runtime/simulation/rehearsal-feed.ts';
import { defaultThreadLimits } from './runtime/worker/strategy-thread.ts';
import type { StrategyOrigin } from './runtime/worker/worker-protocol.ts';
import { sessionRetention } from './session/session-retention.ts';
import { takeTurn } from './standby/take-turn.ts';
import { listenProblem } from './start/listen-problem.ts';
import { shownAddress } from './start/shown-address.ts';
import { feesByLevel } from './trading/accounts/fees-by-level.ts';
import type { VenueGuard } from './trading/venues/venue-guard.ts';

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
  const base = await openBase(options, started);
  const { clock, phases, roles, masterKey, store, bus, quota, newId, identityParts, identity, platform, edge } = base;
  const { sessions, people, passwords } = identity;
  const found = options.plugins ?? (await installedPlugins());
  // A server that waits knows the roles by what the plugins say of themselves; which of them run, the kernel says.
  const manifests = createManifestValidator();
  roles.take(
    rolesOf(
      found.flatMap(({ manifest }) => {
        const checked = manifests.check(manifest);
        return checked.ok ? [checked.manifest] : [];
      }),
    ),
  );
  // Their code is loaded by the time this server takes over; what fails is told by the kernel then.
  const whileWaiting = (): void => void Promise.allSettled(found.map(({ load }) => load?.()));
  const turnParts = {
    ...edge,
    identity,
    settings,
    logger,
    deadlines: options.httpDeadlines,
    whileWaiting,
    onLost: options.onLost,
    stop: options.stop,
  };
  const turn = await phases.run('lease', () => takeTurn(turnParts, started));
  const { lease, endStandby } = turn;

  let sets: PluginSets | null = null;
  // The room is open before the plugins are: until their sets are known nobody trades.
  const guard: VenueGuard = {
    guard: (principal, plugin) => (sets === null ? new AppError('ACCESS_PLUGIN', { plugin }) : sets.guard(principal, plugin)),
  };
  let played: PlayedStrategies | null = null;
  const strategiesPlayed = (): PlayedStrategies => {
    if (played === null) throw new Error('a strategy was to be played before the strategies were open');
    return played;
  };
  let holdings: () => readonly StrategyHolding[] = () => [];
  const strategyHoldings = (): readonly StrategyHolding[] => holdings();
  let packages: PackageService | null = null;
  let reload: PluginReload | null = null;
  const moduleUrl = (id: string): string | null => reload?.moduleUrl(id) ?? found.find(({ folder }) => folder === id)?.moduleUrl ?? null;
  const pluginText = textsOfPlugins({ moduleUrl, packageTexts: (id, language) => packages?.texts(id, language) ?? null });
  let keeper: VenueKeeper | null = null;
  const venues: HouseVenues = { list: () => keeper?.list() ?? [], closedBy: (said) => keeper?.closedBy(said) ?? [] };
  // Before the exchanges, so that it ends after them: what they wrote last is sealed too.
  const sealing = orderSealing({ store, clock, logger: logger.named('audit') });
  started.push(sealing.last);
  const exchanges = await openExchanges(
    { base, options, lease, found, manifests, guard, strategiesPlayed, strategyHoldings, pluginText, venues },
    started,
  );
  const { hub, accountFeed, jobs, strategyTap, markets, room, contributions, kernel, unopened } = exchanges;
  const origin = (id: string): StrategyOrigin => packages?.origin(id) ?? { moduleUrl: moduleUrl(id), code: null };
  const setParts = {
    roles,
    store,
    kernel,
    clock,
    unopened,
    tell: bus.publish,
    packageOf: (id: string) => packages?.client(id) ?? null,
  };
  const plugins = await phases.run('plugin sets', () => PluginSets.open(setParts));
  sets = plugins;
  exchanges.orderNews.begin();

  const { indexes } = markets;

  jobs.add(house, sessionRetention(identityParts));
  jobs.add(house, base.codes.forgetting());
  jobs.add(house, sealing.job);
  const open = base.deliveries.open.bind(base.deliveries);
  const letters = { channels: base.channels, rows: store.deliveries, open, clock, logger: logger.named('deliveries') };
  for (const job of delivering(letters)) jobs.add(house, job);
  started.push(feesByLevel(sessions, room.accounts, logger));
  const demo = { store, people, passwords, accounts: room.accounts, venues: room.venues.venues(), masterKey, logger };
  const demoAccounts = settings.demo ? await phases.run('people', () => prepareDemo(demo)) : [];

  const watch = new MarketWatch(markets, clock);
  const news = new VenueNews();
  const feed = new RehearsalFeed(clock);
  started.push(feed.follow(indexes), watch.start(strategyTap), ...[news, feed, watch].map((listener) => room.venues.addListener(listener)));
  const catalogue = new StrategyCatalogue(kernel);
  const strategies = new InstanceService({
    store,
    quota,
    catalogue,
    lease,
    limits: await LimitBook.open(store.instances),
    switches: { startRefusal: (apiIds) => room.startRefusal(apiIds), onChange: (listener) => room.switches.onChange(listener) },
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
    roles,
    access: (principal, { pluginId, strategyId }) => plugins.contribution(principal, pluginId, 'strategies', strategyId),
    origin,
    ruleText: pluginText,
    threadLimits: options.threadLimits ?? defaultThreadLimits,
    clock,
    logger: logger.named('runtime'),
    newId,
    demo: settings.demo,
  });
  holdings = () => holdingsOf(strategies.allRunning(), markets);
  played = { origin, catalogue, admit: strategies.admission.admit.bind(strategies.admission) };
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
  // Ends after the instances, so that what they end with is told.
  started.push(new InstanceNews({ strategies, messages: exchanges.messages, logger: logger.named('news') }).start());
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

  const ownerChanged = (userId: string): void => {
    strategies.ownerChanged(userId).catch((error: unknown) => {
      logger.error({ err: error, userId }, 'who owns strategy instances could not be read again; they obey it within half a minute');
    });
  };
  started.push(followRules(bus, plugins, strategies, room.grants, clock), sessions.onEndAll(ownerChanged));
  const missing = await Promise.all(
    unopened.list().map(async ({ pluginId, id, title }) => ({ exchange: id, title: await pluginText(pluginId, title, {}) })),
  );
  const stillMissing = () => missing.filter(({ exchange }) => unopened.list().some(({ id }) => id === exchange));
  const openedLate = (venues: readonly Venue[]): void => {
    for (const { exchange } of venues) room.venues.announce(exchange);
    plugins.installedChanged();
  };
  started.push(unopened.retry({ clock, logger: logger.named('trading'), onOpened: openedLate }));
  keeper = new VenueKeeper({
    ...{ doors: unopened, room, strategies, store, platform, clock, demo: settings.demo, logger: logger.named('platform') },
    messages: new UserMessages(store, base.letters, (from, userId) => base.deliveries.languageOf(from, userId)),
    onClosed: () => plugins.installedChanged(),
  });
  started.push(keeper.start());
  const setUp = new SetUp({ ...identity, store, platform, mail: base.mail, venues, clock, demo: settings.demo });
  const gateway = await openGateway(
    {
      base,
      options,
      turn,
      exchanges: { room, markets, hub, accountFeed, contributions, missing: stillMissing },
      plugins,
      packages,
      packageKeys,
      strategies,
      setUp,
    },
    started,
  );
  await endStandby();
  const port = await gateway.listen(settings.port, settings.host).catch((error: unknown) => Promise.reject(listenProblem(error, settings)));
  await lease.moved(settings.address ?? shownAddress(settings.host, port));
  options.stop?.throwIfAborted();
  const setUpToken = await setUp.token();
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  logger.info(
    { host: settings.host, port, store: store.kind, demo: settings.demo, exchanges: room.venues.statuses(), start: phases.times },
    'the server is ready',
  );
  return {
    url: `http://${host}:${port}`,
    port,
    setUpToken,
    demoAccounts,
    store,
    room,
    people,
    sessions,
    gateway,
    hub,
    routes: gateway.routes,
    topics: [...houseTopics, ...contributions.topics.names()],
    close: stop,
  };
}
