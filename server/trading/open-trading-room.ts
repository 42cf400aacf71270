import { AppError } from '../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { ApiId, Balance, OrderFate, Trading } from '../../core/contract/trading.ts';
import type { AccountKey } from '../../core/domain/accounts/account-key.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { storedOrder } from '../store/orders/order-code.gen.ts';
import type { Store } from '../store/store.ts';
import { AccountAccess } from './accounts/account-access.ts';
import { AccountBook } from './accounts/account-book.ts';
import type { AccountPublisher } from './accounts/account-publisher.ts';
import { accountRegister } from './accounts/account-register.ts';
import { ApiAccountDirectory } from './accounts/api-account-directory.ts';
import { GrantBook } from './accounts/grant-book.ts';
import { ExposureBars, noBars } from './checks/exposure-bars.ts';
import { RefusalLog } from './checks/refusal-log.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import { type DiskRoom, endlessDisk } from './disk-room.ts';
import { EngineMatching, type EngineMatchingOptions } from './engine/engine-matching.ts';
import { findOrder, type OrderSources } from './find-order.ts';
import { Projector } from './projection/projector.ts';
import { UnstoredIds } from './projection/unstored-ids.ts';
import { type RehearsedExchanges, rehearsedTrading } from './rehearsed-trading.ts';
import { SentOrders } from './sent-orders.ts';
import { SteadyTime } from './steady-time.ts';
import { SwitchBook } from './switch-book.ts';
import { TradingService, type TradingServiceParts } from './trading-service.ts';
import { FundingPayments, type FundingRates, noRates } from './venues/funding-payments.ts';
import { type IndexPrices, noIndexes, ReferencePrices } from './venues/reference-prices.ts';
import type { VenueGuard } from './venues/venue-guard.ts';
import { type VenueFollower, VenueRegistry } from './venues/venue-registry.ts';
import { VenueReviver } from './venues/venue-reviver.ts';

export interface TradingRoomOptions {
  readonly roles: RoleBook;
  readonly store: Pick<
    Store,
    | 'projections'
    | 'orders'
    | 'refusals'
    | 'ledger'
    | 'balances'
    | 'apiAccounts'
    | 'accountGrants'
    | 'instanceGrants'
    | 'switches'
    | 'traces'
    | 'audit'
  >;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly dataDir: string;
  readonly publisher: AccountPublisher;
  /** Hears whose authorisations for accounts of others were changed here. */
  readonly onGrant?: ((granteeId: string) => void) | undefined;
  readonly guard: VenueGuard;
  /** Those beside the projector who keep a durable copy of what venues report, such as the market hub. */
  readonly followers?: readonly VenueFollower[];
  /** Hears when an order of anybody goes to an exchange, see {@link TradingServiceParts}. */
  readonly orderSent?: TradingServiceParts['orderSent'];
  /** Indexes that triggers may watch; absent: nobody knows one. */
  readonly indexes?: IndexPrices;
  /** Rates of perpetuals; absent: nobody knows one. */
  readonly fundingRates?: FundingRates;
  /** VIP level of a user, by which exchanges have their fees; absent: everybody's is the lowest. */
  readonly vipLevelOf?: (userId: string) => Promise<number>;
  readonly host?: EngineMatchingOptions['host'];
  /** The room on the disk; default: there always is. */
  readonly disk?: DiskRoom;
  /** Where an exchange's journal lies instead of `dataDir`. */
  readonly rowsOf?: EngineMatchingOptions['rowsOf'];
  /** Told of each new account. */
  readonly onAccount?: () => void;
  /** The disk failed under a journal, or another server has taken it over: only a new process may go on. */
  readonly onTime?: EngineMatchingOptions['onTime'];
  readonly onLost?: EngineMatchingOptions['onLost'];
}

/** Everything about orders and money, wired. Venues are opened through `venues`. */
export interface TradingRoom {
  readonly trading: Trading;
  /** The same path with the same checks, ending at simulated exchanges. */
  readonly rehearse: (exchanges: RehearsedExchanges) => Trading;
  /** Why nothing may begin to trade with these accounts: a switch of risk, or an exchange that is about to close; null: nothing stands against it. */
  startRefusal(apiIds: readonly ApiId[]): AppError | null;
  /** What accounts have at exchanges that are not open, as it was stored. */
  keepBalances(balances: readonly Balance[]): void;
  /**
   * Takes back orders of whoever and closes what he holds, for those of the house who hold accounts in check: freezes and the switch over
   * everybody do not stand against it, a halted market does.
   */
  readonly control: Pick<Trading, 'cancelAll' | 'submit' | 'find'>;
  /** Moves money between two accounts of one person, for those of the house who allocate. */
  readonly allocation: Pick<Trading, 'transfer'>;
  /** What risk has switched off. */
  readonly switches: SwitchBook;
  /** What its limits refuse. */
  readonly bars: ExposureBars;
  /** What is known of an order by its sender's id, whoever asks. */
  readonly fateOf: (exchange: string, account: AccountKey, clientOrderId: string) => Promise<OrderFate>;
  readonly steadyMs: TradingServiceParts['steadyMs'];
  readonly accounts: ApiAccountDirectory;
  readonly access: AccountAccess;
  /** Authorisations for accounts of others. */
  readonly grants: GrantBook;
  readonly venues: VenueRegistry;
  readonly matching: EngineMatching;
  readonly projector: Projector;
  /** Resolves when the store holds what these exchanges told of accounts so far, and what was refused; after five seconds at the latest. */
  stored(exchanges: readonly string[]): Promise<void>;
  /** Forgets an exchange's projection and makes it again from the journal; the exchange is closed meanwhile. Rejects for one without a journal. */
  rebuildProjections(exchange: string): Promise<void>;
  /** Closes the venues, stores what is left and ends the timers. */
  close(): Promise<void>;
}

const confirmEveryMs = 5_000;
/** A store that is further behind than this is read as it is. */
const longestWaitMs = 5_000;

export async function openTradingRoom(options: TradingRoomOptions): Promise<TradingRoom> {
  const { store, clock, logger, dataDir, publisher, disk = endlessDisk } = options;
  const projector = new Projector({
    store,
    clock,
    logger,
    apiIdsOf: (exchange) => accounts.apiIdsOf(exchange),
    onBroken: (exchange, reason) => venues.report(exchange, 'DEGRADED', reason),
  });
  const unstored = new UnstoredIds((exchange) => projector.storedThrough(exchange));
  const venues = new VenueRegistry([projector, unstored, ...(options.followers ?? [])], logger);
  const accounts = new ApiAccountDirectory(store, clock, venues, options.onAccount);
  const book = new AccountBook((exchange) => accounts.apiIdsOf(exchange), publisher);
  venues.addListener(book);
  venues.addListener({ opened: (venue) => accounts.opened(venue), batch: () => undefined });
  const reviver = new VenueReviver(venues, clock, logger);
  venues.addListener(reviver);
  // What stopped because a write did not fit need not wait for its turn.
  const stopWatching = disk.onChange((hasRoom) => {
    if (hasRoom) reviver.hurry();
  });
  const matching = new EngineMatching({
    dataDir,
    clock,
    logger,
    positionsOf: (exchange) => venues.positions(exchange),
    tradeGroupOf: (apiId) => accounts.tradeGroupOf(apiId),
    vipLevelOf: async (apiId) => (await options.vipLevelOf?.(accounts.get(apiId)?.userId ?? '')) ?? 0,
    register: accountRegister(store),
    hasRoom: disk.hasRoom,
    rowsOf: options.rowsOf,
    onTime: options.onTime,
    onLost: options.onLost,
    ...(options.host === undefined ? {} : { host: options.host }),
  });
  await accounts.load();
  const stopConfirming = clock.every(confirmEveryMs, async () => {
    for (const { exchange } of venues.venues()) matching.confirmStored(exchange, await venues.position(exchange));
  });
  const refusals = new RefusalLog({ store: store.refusals, publisher, clock, logger });
  const sent = new SentOrders({ store, accounts, clock, logger });
  const references = new ReferencePrices({ indexes: options.indexes ?? noIndexes, venue: (exchange) => venues.venue(exchange), logger });
  const stopReferences = references.start();
  const steady = new SteadyTime(clock);
  const steadyMs = (): number => steady.nowMs();
  const funding = new FundingPayments({
    venues: () => venues.venues(),
    rates: options.fundingRates ?? noRates,
    ...{ steadyMs, clock, logger },
  });
  const stopFunding = funding.start();
  const grants = await GrantBook.open({ store: store.accountGrants, instances: store.instanceGrants, clock, onWritten: options.onGrant });
  const stopGrants = grants.start();
  const access = new AccountAccess({
    ...{ roles: options.roles, accounts, grants, guard: options.guard, clock },
    pluginOf: (exchange) => venues.pluginOf(exchange),
  });
  const switches = await SwitchBook.open({ store: store.switches, clock });
  const stopSwitches = switches.start();
  const bars = new ExposureBars();
  const closing = (instrumentId: InstrumentId): AppError | null => {
    const exchange = venues.closingAt(instrumentId);
    return exchange === null ? null : new AppError('VENUE_UNAVAILABLE', { exchange });
  };
  const stored = async (exchanges: readonly string[]): Promise<void> => {
    let stop = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      stop = clock.after(longestWaitMs, resolve);
    });
    await Promise.race([late, Promise.all([refusals.stored(), ...exchanges.map((exchange) => projector.stored(exchange))])]);
    stop();
  };
  const parts: TradingServiceParts = {
    switches: {
      refusal: (apiId, instrumentId) => closing(instrumentId) ?? switches.refusal(apiId, instrumentId),
      frozen: (apiIds) => switches.frozen(apiIds),
    },
    bars,
    accounts,
    access,
    move: (move, refusal) => accounts.transfer(move, refusal, (exchange) => stored([exchange])),
    markets: venues,
    book,
    ids: new ClientOrderIds(clock.nowMs()),
    hasRoom: disk.hasRoom,
    isBehind: (exchange) => projector.isBehind(exchange),
    isUnstored: (exchange, account, clientOrderId) => unstored.has(exchange, account, clientOrderId),
    findEnded: async (exchange, account, clientOrderId) => {
      const record = await store.orders.byClientOrderId(exchange, account, clientOrderId);
      return record === null ? null : storedOrder(record);
    },
    references,
    refusals,
    steadyMs,
    nowMs: () => clock.nowMs(),
    orderSent: options.orderSent,
    logger,
  };
  const sources: OrderSources = { ...parts, venue: (exchange) => venues.venue(exchange), isDown: (exchange) => venues.isDown(exchange) };
  return {
    trading: new TradingService({ ...parts, sent }),
    rehearse: (exchanges) => rehearsedTrading(parts, exchanges),
    control: new TradingService({
      ...parts,
      access: { may: (principal, apiId, act) => access.may(principal, apiId, act === 'reduce' || act === 'see' ? 'control' : act) },
      bars: noBars,
      switches: { ...parts.switches, refusal: (_, instrumentId) => closing(instrumentId) ?? switches.halted(instrumentId) },
      placesTo: 'reduce',
    }),
    allocation: new TradingService({
      ...parts,
      access: { may: (principal, apiId, act) => access.may(principal, apiId, act === 'move' ? 'allocate' : act) },
    }),
    startRefusal: (apiIds) => {
      const exchange = apiIds.map((apiId) => accounts.get(apiId)?.exchange ?? '').find((one) => venues.isClosing(one));
      return exchange === undefined ? switches.startRefusal(apiIds) : new AppError('VENUE_UNAVAILABLE', { exchange });
    },
    keepBalances: book.keep.bind(book),
    switches,
    bars,
    fateOf: (exchange, account, clientOrderId) => findOrder(sources, exchange, account, clientOrderId),
    steadyMs,
    accounts,
    access,
    grants,
    venues,
    matching,
    projector,
    stored,
    rebuildProjections: async (exchange) => {
      if (venues.venue(exchange)?.durability !== 'journal') throw new RangeError(`${exchange} has no journal to make its projection from`);
      await venues.reopen(exchange, () => projector.reset(exchange));
    },
    close: async () => {
      stopConfirming();
      await stopReferences();
      await stopFunding();
      await stopGrants();
      await stopSwitches();
      stopWatching();
      reviver.end();
      await venues.close();
      await Promise.all([projector.close(), refusals.close(), sent.close()]);
    },
  };
}
