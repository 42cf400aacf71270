import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { HouseVenues } from '../../core/contract/house-venues.ts';
import type { StrategyHolding } from '../../core/contract/risk.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { type InstalledPlugin, type ManifestValidator, type PluginSource, rolesOf } from '../../core/kernel/index.ts';
import { ServerContributions } from '../contributions/contributions.ts';
import { StoredAdmissions } from '../contributions/stored-admissions.ts';
import { StoredAuthorisations } from '../contributions/stored-authorisations.ts';
import { StoredExchangeAccounts } from '../contributions/stored-exchange-accounts.ts';
import { StoredOrderNews } from '../contributions/stored-order-news.ts';
import { StoredOwnData } from '../contributions/stored-own-data.ts';
import { StoredPeople } from '../contributions/stored-people.ts';
import { UserMessages } from '../contributions/user-messages.ts';
import { AccountFeed } from '../gateway/topics/account-feed.ts';
import { TopicHub } from '../gateway/topics/topic-hub.ts';
import { house, JobRunner } from '../jobs/job-runner.ts';
import type { HeldLease } from '../leases/held-lease.ts';
import { StoredCandles } from '../market/candles/stored-candles.ts';
import { exchangeTitle } from '../market/exchange-title.ts';
import { MarketHub } from '../market/market-hub.ts';
import { ApprovalBook } from '../money/approval-book.ts';
import { openMoney } from '../money/open-money.ts';
import { DealNews } from '../news/deal-news.ts';
import { watchEventLoop } from '../operations/event-loop.ts';
import { HouseOperations } from '../operations/house-operations.ts';
import { VenueWatch } from '../operations/venue-watch.ts';
import { isWanted, leftOpen } from '../platform/venue-keeper.ts';
import { pagesOf } from '../plugins/plugin-pages.ts';
import { strategyTitles } from '../plugins/strategy-titles.ts';
import type { TextOfPlugin } from '../plugins/texts-of-plugins.ts';
import { openRisk } from '../risk/open-risk.ts';
import type { ServerOptions } from '../running-server.ts';
import { defaultBacktestLimits } from '../runtime/backtest/backtest-thread.ts';
import { type PlayedStrategies, ThreadedPlays } from '../runtime/backtest/threaded-plays.ts';
import { StrategyTap } from '../runtime/instances/strategy-tap.ts';
import { captchaOf } from '../session/captcha.ts';
import { openVenues } from '../start/open-venues.ts';
import { recordingsFolder, startKernel } from '../start/start-kernel.ts';
import { processorMs } from '../start/start-phases.ts';
import type { VenueDoor } from '../start/venue-doors.ts';
import { accountFeesIn } from '../trading/accounts/fees-by-level.ts';
import { openTradingRoom, type TradingRoomOptions } from '../trading/open-trading-room.ts';
import { leasedRows } from '../trading/venues/leased-rows.ts';
import type { VenueGuard } from '../trading/venues/venue-guard.ts';
import type { Base } from './base.ts';

interface ExchangeRoleParts {
  readonly base: Base;
  readonly options: ServerOptions;
  readonly lease: HeldLease;
  readonly found: readonly PluginSource[];
  readonly manifests: ManifestValidator;
  /** Who may trade at the exchanges of which plugin. */
  readonly guard: VenueGuard;
  /** What may be played over the past, known later than the plugins that ask for it. */
  readonly strategiesPlayed: () => PlayedStrategies;
  /** What running instances hold, likewise. */
  readonly strategyHoldings: () => readonly StrategyHolding[];
  readonly pluginText: TextOfPlugin;
  /** Likewise, over the instances that run. */
  readonly venues: HouseVenues;
}

/** People as plugins keep them. */
const storedPeople = ({ identity, identityParts: { demoAllowed }, store, roles, clock }: Base): StoredPeople =>
  new StoredPeople({
    ...{ people: identity.people, sessions: identity.sessions, passwords: identity.passwords, signIn: identity.signIn },
    store,
    roles,
    clock,
    demoAllowed,
  });

/** Exchanges and what lives on their news, under the lease: the market hub, the trading room, jobs, and the plugins that open and extend them. */
export async function openExchanges(
  { base, options, lease, found, manifests, guard, strategiesPlayed, strategyHoldings, pluginText, venues }: ExchangeRoleParts,
  started: Disposer[],
) {
  const { clock, phases, roles, disk, keys, store, bus, metrics, quota, newId } = base;
  const { settings, logger } = options;
  const hub = new TopicHub(clock, metrics);
  const accountFeed = new AccountFeed(hub);
  started.push(quota.start(clock));
  const jobs = await JobRunner.open({ runs: store.jobRuns, lease, clock, logger: logger.named('jobs') });
  started.push(() => jobs.close());
  metrics.watchJobs(() => jobs.list());
  const candles = new StoredCandles(store);
  const strategyTap = new StrategyTap(hub);
  const markets = new MarketHub({ clock, logger: logger.named('market'), publisher: strategyTap, candles });
  const watch = new VenueWatch(clock, (exchange, seconds) => metrics.orderSeconds.observe({ exchange }, seconds));
  const roomOptions: TradingRoomOptions = {
    roles,
    store,
    clock,
    logger: logger.named('trading'),
    dataDir: settings.dataFolder,
    publisher: accountFeed,
    guard,
    onTime: (ms) => clock.notBefore(ms),
    onAccount: () => bus.publish({ kind: 'accounts' }),
    onGrant: (userId) => bus.publish({ kind: 'grants', userId }),
    followers: [markets, watch],
    orderSent: watch.begin.bind(watch),
    indexes: markets.indexes,
    vipLevelOf: async (userId) => (await store.users.get(userId))?.vipLevel ?? 0,
    disk,
    ...(settings.journal === 'file' ? {} : { rowsOf: (exchange: string) => leasedRows(store.journals, exchange, lease.epoch) }),
    ...(options.onLost === undefined ? {} : { onLost: options.onLost }),
    ...(options.host === undefined ? {} : { host: options.host }),
  };
  const room = await phases.run('accounts', () => openTradingRoom(roomOptions));
  started.push(markets.start(), () => room.close());

  const messages = new UserMessages(store, base.letters, (from, userId) => base.deliveries.languageOf(from, userId));
  const deals = new DealNews({
    ...{ messages, clock, logger: logger.named('news') },
    ownerOf: (apiId) => room.accounts.get(apiId)?.userId ?? null,
    instrument: (id) => markets.instrument(id),
    exchangeTitle: (exchange) => exchangeTitle(room.venues, exchange),
  });
  started.push(
    deals.start(),
    room.venues.addListener({ opened: () => undefined, batch: (batch) => deals.batch(batch), missed: (batch) => deals.batch(batch) }),
  );
  const approvals = new ApprovalBook({ store, clock, newId, messages });
  const ofHouse = approvals.of(house, (work) => store.transaction(({ sql }) => work(sql)));
  // Known once the kernel has started.
  let isSandbox = (_pluginId: string | null): boolean => true;
  const money = openMoney({
    ...{ store, room, clock, indexes: markets.indexes, hasRoom: disk.hasRoom, logger: logger.named('money') },
    approvals: ofHouse,
    isSandbox: (exchange) => isSandbox(room.venues.pluginOf(exchange)),
  });
  const orderNews = new StoredOrderNews({ store, room });
  let strategies: Parameters<typeof strategyTitles>[0] = () => [];
  const strategyTitle = strategyTitles(() => strategies(), pluginText);
  const risk = openRisk({ store, room, money, approvals: ofHouse, strategyHoldings, strategyTitle, markets, clock });
  // Known once the kernel has started and the exchanges were opened.
  let plugins: () => readonly InstalledPlugin[] = () => [];
  let unopenedNow: () => readonly { readonly id: string; readonly failure: string }[] = () => [];
  const operations = new HouseOperations({
    ...{ store, room, watch, jobs, lease, disk, metrics, processorMs, clock },
    ...{ floorBytes: settings.diskFloorBytes, dataFolder: settings.dataFolder },
    ...{ log: logger.memory, logger: logger.named('operations') },
    ...{ version: options.version, commit: options.commit ?? null },
    plugins: () => plugins(),
    unopened: () => unopenedNow(),
    eventLoop: options.processFigures === true ? watchEventLoop() : undefined,
  });
  const people = storedPeople(base);
  const { demoAllowed } = base.identityParts;
  const admissions = new StoredAdmissions({ store, people, deliveries: base.deliveries, clock, newId, demoAllowed });
  jobs.add(house, admissions.forgetting());
  const contributions = new ServerContributions({
    ...{ money, approvals, risk, operations, ownData: new StoredOwnData({ store, room, clock }) },
    ...{ store, quota, publisher: hub, jobs, clock, pages: pagesOf(found) },
    mail: base.mail,
    deliveries: base.deliveries,
    letters: base.letters,
    push: base.push,
    codes: base.codes,
    ...{ people, admissions },
    accounts: new StoredExchangeAccounts({ store, room, clock }),
    orderNews,
    authorisations: new StoredAuthorisations({ store, room, messages, clock, demoAllowed }),
    ...{ steps: base.identity.steps, enter: (step, userId, caller) => base.identity.signIn.enter(step, userId, caller), keys },
    ...{ platform: base.platform, mailServer: base.mail, smsGateway: base.sms, venues },
    ...{ captcha: captchaOf(base.identity.challenges), filesFolder: join(settings.dataFolder, 'files') },
    logger: logger.named('plugins'),
  });
  const plays = new ThreadedPlays({
    ...{ markets, clock, recordings: recordingsFolder(settings), cores: availableParallelism() },
    ...{ limits: options.backtestLimits ?? defaultBacktestLimits, feesOf: accountFeesIn(room), strategies: strategiesPlayed },
  });
  const kernelParts = {
    ...{ settings, logger, clock, room, markets, newId, contributions, plays, keys, lease },
    ...{ plugins: found, validate: manifests },
    secrets: { rows: store.secrets, rowsIn: (within: Sql) => store.of(within).secrets },
  };
  const kernel = await phases.run('plugins', () => startKernel(kernelParts));
  started.push(() => kernel.dispose());
  plugins = () => kernel.plugins();
  strategies = () => kernel.strategies();
  isSandbox = (pluginId) => kernel.venues().some((venue) => venue.pluginId === pluginId && venue.manifest.sandbox === true);
  roles.take(rolesOf(kernel.plugins().flatMap(({ manifest, state }) => (manifest === null || state.kind === 'failed' ? [] : [manifest]))));
  const left = await leftOpen(store);
  const wanted = (door: VenueDoor): boolean => isWanted(door, base.platform.state.settings, settings.demo) || left.has(door.key);
  const unopened = await openVenues(kernel, room, logger, phases, wanted);
  const elsewhere = room.accounts.all().flatMap(({ apiId, exchange }) => (room.venues.venue(exchange) === null ? [apiId] : []));
  if (elsewhere.length > 0)
    room.keepBalances((await store.balances.of(elsewhere)).map(({ venue, ...balance }) => ({ ...balance, exchange: venue })));
  unopenedNow = () => unopened.list();
  started.push(await operations.start());
  markets.opened();
  metrics.watchVenues(() => room.venues.statuses());
  metrics.watchDisk({ freeBytes: () => disk.freeBytes, hasRoom: disk.hasRoom });
  return { hub, accountFeed, jobs, messages, strategyTap, markets, room, orderNews, contributions, kernel, unopened };
}
