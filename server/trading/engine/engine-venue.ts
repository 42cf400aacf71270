import type { Outcome } from '../../../core/contract/app-error.ts';
import type { DepthSnapshot } from '../../../core/contract/market.ts';
import type { LiquidityDesk, Logger, MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import type { ApiId, Balance, Order, OrderChange, OrderIntent, Transfer } from '../../../core/contract/trading.ts';
import { everyOrder, type FundingDue, type OrderMemory, type VenueAudit, type VenueCapabilities } from '../../../core/contract/venue.ts';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { AccountFees, ChargedFees, FeeChange } from '../../../core/domain/accounts/fee-schedule.ts';
import type { Asset, Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { InstrumentSteps, MarketTerms } from '../../../core/domain/markets/market-terms.ts';
import type { WatchedPrice } from '../../../core/domain/orders/order.ts';
import type { EngineHost } from '../../engine/host/host-port.ts';
import type { VenueInstruments } from '../venues/venue-instruments.ts';
import type { CommittedState } from './committed-state.ts';
import { EngineDesk } from './engine-desk.ts';
import { OutsidePrices } from './outside-prices.ts';
import type { TrackedEngine } from './tracked-engine.ts';
import { VenueAccounts } from './venue-accounts.ts';
import { VenueFees } from './venue-fees.ts';
import { VenueOrders } from './venue-orders.ts';
import { VenueTerms } from './venue-terms.ts';

export interface EngineVenueParts {
  readonly options: Pick<MatchingOptions, 'exchange' | 'title' | 'assets' | 'instruments' | 'accountTypes' | 'candles'>;
  readonly host: EngineHost;
  readonly engine: TrackedEngine;
  readonly instruments: VenueInstruments;
  readonly state: CommittedState;
  /** Accounts of one group never trade with each other; 0: the account is its own group. */
  readonly tradeGroupOf: (apiId: ApiId) => number;
  /** VIP level of its user, by which the schedule has its fees. */
  readonly vipLevelOf: (apiId: ApiId) => Promise<number>;
  readonly logger: Logger;
}

type OrderTarget = Parameters<MatchingVenue['cancel']>[0];

/** A venue on the house's engine: what it offers, each part done by one that knows how. */
export class EngineVenue implements MatchingVenue {
  readonly exchange: string;
  readonly title: string;
  readonly assets: readonly Asset[];
  readonly capabilities: VenueCapabilities;
  readonly candles?: NonNullable<MatchingVenue['candles']>;
  readonly durability = 'journal';
  /** Every trade there has ever been is in its own journal. */
  readonly simulatedPast = true;
  readonly #parts: EngineVenueParts;
  readonly #outside: OutsidePrices;
  readonly #fees: VenueFees;
  readonly #terms: VenueTerms;
  readonly #accounts: VenueAccounts;
  readonly #orders: VenueOrders;

  constructor(parts: EngineVenueParts) {
    this.#parts = parts;
    this.#outside = new OutsidePrices(parts);
    this.#fees = new VenueFees(parts);
    this.#terms = new VenueTerms(parts);
    this.#accounts = new VenueAccounts(parts);
    this.#orders = new VenueOrders(parts);
    this.exchange = parts.options.exchange;
    this.title = parts.options.title;
    this.assets = parts.options.assets;
    const { accountTypes = ['spot'] } = parts.options;
    this.capabilities = {
      marketData: true,
      trading: true,
      accountTypes,
      ...everyOrder,
      referencePrices: ['INDEX'],
      deposit: true,
      withdrawal: true,
      transfer: true,
      accountTransfer: true,
    };
    if (parts.options.candles !== undefined) this.candles = parts.options.candles;
  }

  get instruments(): readonly Instrument[] {
    return this.#parts.instruments.listed.all;
  }

  async openAccount(account: AccountKey): Promise<void> {
    if (!this.capabilities.accountTypes.includes(account.accountType))
      throw new RangeError(`${this.exchange} has no accounts of type ${account.accountType}`);
    await this.#accounts.open(account);
    await this.#fees.setTier(account);
  }

  fees(key: AccountKey, id: InstrumentId): AccountFees | null {
    return this.#fees.of(key, id);
  }

  changeFees(change: FeeChange): Promise<Outcome<FeeChange>> {
    return this.#fees.change(change);
  }

  chargedFees(): ChargedFees {
    return this.#fees.charged();
  }

  countsIn(id: InstrumentId): InstrumentSteps | null {
    const { engine, instruments } = this.#parts;
    const index = instruments.indexOf(id);
    if (index === undefined) return null;
    const { tick, lot } = instruments.grid(index, engine.directory).instrument;
    return { tick, lot };
  }

  terms(id: InstrumentId): MarketTerms | null {
    return this.#terms.of(id);
  }

  changeTerms(id: InstrumentId, change: Partial<MarketTerms>): Promise<Outcome<MarketTerms>> {
    return this.#terms.change(id, change);
  }

  accounts(apiId: ApiId): readonly AccountKey[] {
    return this.#parts.engine.directory.accountsOf(apiId);
  }

  submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    return this.#orders.submit(intent);
  }

  recall(account: AccountKey, clientOrderId: string): OrderMemory {
    return this.#orders.recall(account, clientOrderId);
  }

  amend(change: OrderChange): Promise<Outcome<Order>> {
    return this.#orders.amend(change);
  }

  cancel(target: OrderTarget): Promise<Outcome<Order>> {
    return this.#orders.cancel(target);
  }

  cancelAll(scope: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>> {
    return this.#orders.cancelAll(scope);
  }

  openOrders(account: AccountKey): readonly Order[] {
    return this.#orders.open(account);
  }

  deposit(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#accounts.deposit(account, asset, amount, reference);
  }

  withdraw(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#accounts.withdraw(account, asset, amount, reference);
  }

  hold(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#accounts.hold(account, asset, amount, reference);
  }

  release(reference: string): Promise<Outcome<void>> {
    return this.#accounts.release(reference);
  }

  holds(): readonly string[] {
    return this.#accounts.holds();
  }

  transfer(transfer: Transfer): Promise<Outcome<void>> {
    return this.#accounts.transfer(transfer);
  }

  balances(account: AccountKey): readonly Balance[] {
    return this.#accounts.balances(account);
  }

  available(account: AccountKey, asset: string): string {
    return this.#accounts.available(account, asset);
  }

  depth(id: InstrumentId, levels: number): DepthSnapshot | null {
    const { state, instruments, engine } = this.#parts;
    const index = instruments.indexOf(id);
    if (index === undefined) return null;
    const grid = instruments.grid(index, engine.directory);
    const bids = state.levels(index, 'BUY', levels, grid);
    const asks = state.levels(index, 'SELL', levels, grid);
    return { instrumentId: id, sequence: state.sequence, bids, asks, timeMs: state.timeMs };
  }

  lastPrice(id: InstrumentId): string | null {
    const { state, instruments, engine } = this.#parts;
    const index = instruments.indexOf(id);
    const ticks = index === undefined ? 0 : state.last(index);
    return index === undefined || ticks === 0 ? null : instruments.grid(index, engine.directory).price(ticks);
  }

  tellReferencePrice(id: InstrumentId, watched: WatchedPrice, price: string): Promise<Outcome<void>> {
    return this.#outside.tell(id, watched, price);
  }

  waitsFor(id: InstrumentId, watched: WatchedPrice): boolean {
    return this.#outside.waitsFor(id, watched);
  }

  fundedMs(id: InstrumentId): number | null {
    return this.#outside.fundedMs(id);
  }

  payFunding(id: InstrumentId, due: FundingDue): Promise<Outcome<void>> {
    return this.#outside.payFunding(id, due);
  }

  /** In one turn: no command comes between the number and the digest. */
  audit(): VenueAudit {
    const { engine } = this.#parts;
    return { sequence: engine.sequence, stateHash: engine.stateHash() };
  }

  async desk(name: string): Promise<LiquidityDesk> {
    const { host, engine, instruments, logger } = this.#parts;
    const account = await this.#accounts.openDesk(name);
    const desk = new EngineDesk({ name, account, host, engine, instruments, logger });
    await desk.fund();
    return desk;
  }

  close(): Promise<void> {
    return this.#parts.host.close();
  }
}
