import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger, MatchingOptions } from '../../core/contract/server-services.ts';
import type { OrderIntent } from '../../core/contract/trading.ts';
import type { Venue, VenueBatch, VenueDefinition } from '../../core/contract/venue.ts';
import { accountTrading, isSameAccount, spotAccount } from '../../core/domain/accounts/account-key.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { Asset, Instrument } from '../../core/domain/markets/instrument.ts';
import type { ApiAccountRecord, OrderRecord, OrderRefusalRecord, ProjectionBatch, ProjectionResult } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { AccountRegister } from './accounts/recovered-accounts.ts';
import type { EngineMatching } from './engine/engine-matching.ts';
import { openTradingRoom, type TradingRoom, type TradingRoomOptions } from './open-trading-room.ts';

/** Shared by the tests of this room: one market, two traders, a store in memory. */

export const exchange = 'tessera';
export const assets: readonly Asset[] = ['BTC', 'USDT'].map((code) => ({ code, scale: 8 }));
export const btcusdt: Instrument = {
  id: 'tessera/BTCUSDT/spot',
  exchange,
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '10',
  priceBand: '0.2',
  makerFee: '0.001',
  takerFee: '0.001',
  state: 'TRADING',
};

export const silent: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** For venues whose accounts nobody keeps. */
export const everyAccount: AccountRegister = { known: async (_exchange, apiIds) => new Set(apiIds), funded: async () => [] };

/** Real timers, and a time that a test can read: one millisecond a look. */
export function steppingClock(): Clock {
  let nowMs = 1_760_000_000_000;
  return {
    nowMs: () => nowMs++,
    elapsedMs: () => performance.now(),
    every: (everyMs, task) => {
      const timer = setInterval(task, everyMs);
      return () => clearInterval(timer);
    },
    after: (delayMs, task) => {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
  };
}

export const trader = (userId: string): Principal => ({ userId, username: userId, role: 'user', vipLevel: 0 });

export const accountRecord = (apiId: number, userId: string, changes: Partial<ApiAccountRecord> = {}): ApiAccountRecord => ({
  apiId,
  userId,
  addresses: [],
  keyEnd: null,
  name: userId,
  exchange,
  permissions: ['spot'],
  groupId: null,
  expiresMs: null,
  state: 'ACTIVE',
  createdMs: 0,
  updatedMs: 0,
  ...changes,
});

/** The part of a store that trading uses, with the store's rules for positions. `beforeApply` and `afterApply` may throw. */
export class MemoryStore {
  readonly batches: ProjectionBatch[] = [];
  /** Orders that never came to be, and every refusal. */
  readonly refused: OrderRecord[] = [];
  readonly refusals: OrderRefusalRecord[] = [];
  position = 0;
  beforeApply: () => void = () => undefined;
  afterApply: () => void = () => undefined;
  readonly #accounts: ApiAccountRecord[];

  constructor(accounts: readonly ApiAccountRecord[] = []) {
    this.#accounts = [...accounts];
  }

  get store(): TradingRoomOptions['store'] {
    const projections: Pick<Store['projections'], 'position' | 'apply' | 'reset'> = {
      position: async () => this.position,
      apply: async (batch) => this.#apply(batch),
      reset: async () => {
        this.position = 0;
        this.batches.length = 0;
      },
    };
    const orders: Pick<Store['orders'], 'open' | 'byClientOrderId'> = {
      open: async () => this.orders().filter(({ status }) => status === 'UNFILLED' || status === 'PARTIALLY_FILLED'),
      byClientOrderId: async (_venue, account, id) =>
        this.orders().find((order) => isSameAccount(accountTrading(order.apiId, order), account) && order.clientOrderId === id) ?? null,
    };
    const apiAccounts: Pick<Store['apiAccounts'], 'all' | 'byIds' | 'create'> = {
      all: async () => this.#accounts,
      byIds: async (apiIds) => this.#accounts.filter(({ apiId }) => apiIds.includes(apiId)),
      create: async (account) => {
        const none = { addresses: [], keyEnd: null };
        const record = { ...none, ...account, apiId: this.#accounts.length + 1, updatedMs: account.createdMs };
        this.#accounts.push(record);
        return record;
      },
    };
    const ledger: Pick<Store['ledger'], 'transfer'> = {
      transfer: async (_venue, reference) =>
        this.batches.flatMap(({ entries }) => entries).find((entry) => entry.kind === 'TRANSFER' && entry.reference === reference) ?? null,
    };
    const balances: Pick<Store['balances'], 'of'> = {
      of: async (apiIds) => this.batches.flatMap((batch) => batch.balances).filter(({ apiId }) => apiIds.includes(apiId)),
    };
    const refusals: Pick<Store['refusals'], 'append' | 'keepNewest'> = {
      append: async (batch) => {
        this.refused.push(...batch.orders);
        this.refusals.push(...batch.refusals);
      },
      keepNewest: async () => 0,
    };
    const accountGrants: Store['accountGrants'] = {
      current: async () => [],
      put: async () => undefined,
      remove: async () => undefined,
    };
    const instanceGrants: Store['instanceGrants'] = {
      current: async () => [],
      put: async () => undefined,
      remove: async () => undefined,
    };
    return {
      projections,
      orders,
      refusals,
      ledger,
      balances,
      apiAccounts,
      accountGrants,
      instanceGrants,
      switches: { all: async () => [] },
    } as unknown as TradingRoomOptions['store'];
  }

  /** Orders as the projection has them, last state each. */
  orders(): readonly OrderRecord[] {
    return [...new Map(this.batches.flatMap(({ orders }) => orders.map((order) => [order.orderId, order]))).values()];
  }

  #apply(batch: ProjectionBatch): ProjectionResult {
    this.beforeApply();
    if (batch.sequence <= this.position) return { outcome: 'stale', position: this.position };
    if (batch.afterSequence !== undefined && batch.afterSequence !== this.position) return { outcome: 'gap', position: this.position };
    this.batches.push(batch);
    this.position = batch.sequence;
    this.afterApply();
    return { outcome: 'applied', position: batch.sequence };
  }
}

/** The fixture's exchange on the engine, as a plugin would contribute it. */
const houseDefinition = (matching: EngineMatching, changes: Partial<MatchingOptions> = {}): VenueDefinition => ({
  open: async (_services, { sink }) => [
    await matching.open({
      exchange,
      title: 'Tessera',
      assets,
      instruments: [btcusdt],
      sink,
      retain: 'all',
      ...changes,
    }),
  ],
});

/** A room with the exchange open and accounts 1 (ann) and 2 (bob), funded when new. */
export async function openFundedRoom(dataDir: string, options: Partial<TradingRoomOptions> = {}): Promise<TradingRoom> {
  const room = await openTradingRoom({
    roles: new RoleBook(),
    store: new MemoryStore([accountRecord(1, 'ann'), accountRecord(2, 'bob')]).store,
    clock: steppingClock(),
    logger: silent,
    dataDir,
    publisher: { publish: () => undefined },
    guard: { guard: () => null },
    ...options,
  });
  await room.venues.open(houseDefinition(room.matching), {});
  for (const apiId of [1, 2]) {
    await room.accounts.deposit(spotAccount(apiId), 'BTC', '100', `start-${apiId}-BTC`);
    await room.accounts.deposit(spotAccount(apiId), 'USDT', '1000000', `start-${apiId}-USDT`);
  }
  return room;
}

export const limitIntent = (apiId: number, side: OrderIntent['side'], qty: string, price: string): OrderIntent => ({
  apiId,
  instrumentId: btcusdt.id,
  side,
  type: 'LIMIT',
  qty,
  price,
});

/** A venue without anything behind it; give it the methods that a test needs. */
export const fakeVenue = (changes: Partial<Venue> = {}): Venue => ({
  exchange,
  title: 'Fake',
  capabilities: {
    marketData: true,
    trading: true,
    accountTypes: ['spot'],
    orderTypes: ['LIMIT', 'MARKET'],
    triggerKinds: [],
    timesInForce: ['GTC', 'IOC'],
    amend: false,
    quoteAmount: false,
    deposit: false,
    transfer: false,
  },
  durability: 'journal',
  assets,
  instruments: [btcusdt],
  openAccount: async () => undefined,
  accounts: (apiId) => [spotAccount(apiId)],
  submit: () => Promise.reject(new Error('not expected')),
  amend: () => Promise.reject(new Error('not expected')),
  cancel: () => Promise.reject(new Error('not expected')),
  cancelAll: () => Promise.reject(new Error('not expected')),
  deposit: () => Promise.reject(new Error('not expected')),
  openOrders: () => [],
  balances: () => [],
  available: () => '1000000',
  depth: () => null,
  lastPrice: () => null,
  close: async () => undefined,
  ...changes,
});

export const emptyBatch = (sequence: number, events: VenueBatch['events'] = []): VenueBatch => ({
  exchange,
  sequence,
  timeMs: sequence,
  events,
});
