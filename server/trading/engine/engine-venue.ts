import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { DepthSnapshot } from '../../../core/contract/market.ts';
import type { LiquidityDesk, Logger, MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import type { ApiId, Balance, Order, OrderChange, OrderIntent, Transfer } from '../../../core/contract/trading.ts';
import { everyOrder, type FundingDue, type OrderMemory, type VenueAudit, type VenueCapabilities } from '../../../core/contract/venue.ts';
import { type AccountKey, accountOfMarket, formatAccountKey, isSameAccount } from '../../../core/domain/accounts/account-key.ts';
import type { AccountFees, ChargedFees, FeeChange } from '../../../core/domain/accounts/fee-schedule.ts';
import type { Asset, Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { InstrumentSteps, MarketTerms } from '../../../core/domain/markets/market-terms.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { WatchedPrice } from '../../../core/domain/orders/order.ts';
import type { AddAccount, AmendOrder, Command } from '../../engine/command.ts';
import type { CommandResult } from '../../engine/host/committed-batch.ts';
import type { EngineHost } from '../../engine/host/host-port.ts';
import { type EngineOrder, systemAccounts } from '../../engine/sink.ts';
import { checkChangeGrid, checkIntentGrid } from '../checks/grid-rules.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';
import { orderRefusal, type RefusalSubject } from '../checks/order-refusal.ts';
import { formatUnits } from '../scaled-number.ts';
import type { VenueInstruments } from '../venues/venue-instruments.ts';
import type { CommittedState } from './committed-state.ts';
import { EngineDesk } from './engine-desk.ts';
import { deskKey, journalKey } from './engine-directory.ts';
import { mapOrder } from './order-mapping.ts';
import { OutsidePrices } from './outside-prices.ts';
import { placeCommand } from './place-command.ts';
import { sendCommand } from './send-command.ts';
import type { TrackedEngine } from './tracked-engine.ts';
import { VenueFees } from './venue-fees.ts';
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

/** A venue on the house's engine: intents become commands, the answers come back durable. */
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
  readonly #openingAccounts = new Map<string, Promise<void>>();

  constructor(parts: EngineVenueParts) {
    this.#parts = parts;
    this.#outside = new OutsidePrices(parts);
    this.#fees = new VenueFees(parts);
    this.#terms = new VenueTerms(parts);
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
      transfer: accountTypes.length > 1,
    };
    if (parts.options.candles !== undefined) this.candles = parts.options.candles;
  }

  get instruments(): readonly Instrument[] {
    return this.#parts.instruments.listed.all;
  }

  async openAccount(account: AccountKey): Promise<void> {
    if (!this.capabilities.accountTypes.includes(account.accountType))
      throw new RangeError(`${this.exchange} has no accounts of type ${account.accountType}`);
    await this.#opened(formatAccountKey(account), () => this.#parts.engine.directory.indexOf(account), {
      key: journalKey(account),
      accountType: account.accountType,
      tradeGroup: this.#parts.tradeGroupOf(account.apiId),
      desk: false,
    });
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

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const { engine, instruments } = this.#parts;
    const account = engine.directory.indexOf(accountOfMarket(intent.apiId, intent.instrumentId));
    if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId: intent.apiId });
    const instrument = instruments.indexOf(intent.instrumentId);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    const grid = instruments.grid(instrument, engine.directory);
    const held = instruments.listed.heldGrid(instrument);
    const problem = held === null ? null : checkIntentGrid(intent, held);
    if (problem !== null) return { ok: false, error: problem };
    const command = placeCommand(intent, { account, instrument, grid });
    const sent = await this.#send(command);
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected !== undefined) {
      // A bracket's legs and an entry hold different assets; only the entry's can be short at placing.
      return orderRefusal(result.rejected, this.#subject(intent.apiId, intent.instrumentId, grid, intent.side));
    }
    if (result.repeated !== undefined) return accepted(this.#repeated(result.repeated, account));
    // Its own orders come first; others of the same account may have been touched by them.
    const placed = command.type === 'PLACE' ? 1 : command.type === 'PLACE_OCO' ? 2 : 3;
    return accepted(result.orders.slice(0, placed).map((order) => this.#durable(order, intent.apiId)));
  }

  recall(account: AccountKey, clientOrderId: string): OrderMemory {
    const { engine, state } = this.#parts;
    const index = engine.directory.indexOf(account);
    if (index === undefined) return 'UNSURE';
    const memory = engine.recall(index, clientOrderId);
    return typeof memory === 'number' ? (state.order(index, String(memory)) ?? 'USED') : memory;
  }

  async amend(change: OrderChange): Promise<Outcome<Order>> {
    const { engine } = this.#parts;
    const found = this.#ownOrder(change);
    if (found === null) return refused('ORDER_UNKNOWN', { orderId: change.orderId });
    const { order, account, grid } = found;
    const held = this.#parts.instruments.listed.heldGrid(order.instrument);
    const problem = held === null ? null : checkChangeGrid(change, held);
    if (problem !== null) return { ok: false, error: problem };
    const command: AmendOrder = {
      type: 'AMEND',
      account,
      orderId: order.orderId,
      price: change.price === undefined ? order.price : grid.ticksOf(change.price),
      qty: change.qty === undefined ? order.qty : grid.lotsOf(change.qty),
      trigger: change.triggerPrice === undefined ? order.trigger : grid.ticksOf(change.triggerPrice),
    };
    const { side, status } = order;
    const sent = await this.#send(command);
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected !== undefined) {
      const subject = this.#subject(change.apiId, grid.instrument.id, grid, side, change.orderId, status);
      return orderRefusal(result.rejected, subject);
    }
    const amended = result.orders.find(({ orderId }) => orderId === command.orderId) ?? engine.order(command.orderId);
    return amended === undefined ? refused('ORDER_UNKNOWN', { orderId: change.orderId }) : accepted(this.#durable(amended, change.apiId));
  }

  async cancel(target: OrderTarget): Promise<Outcome<Order>> {
    const found = this.#ownOrder(target);
    if (found === null) return refused('ORDER_UNKNOWN', { orderId: target.orderId });
    const { account, grid, order } = found;
    const { orderId, side, status } = order;
    const sent = await this.#send({ type: 'CANCEL', account, orderId });
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected !== undefined) {
      return orderRefusal(result.rejected, this.#subject(target.apiId, target.instrumentId, grid, side, target.orderId, status));
    }
    const canceled = result.orders.find((one) => one.orderId === orderId);
    return canceled === undefined ? refused('ORDER_UNKNOWN', { orderId: target.orderId }) : accepted(this.#durable(canceled, target.apiId));
  }

  async cancelAll(scope: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>> {
    const { engine, instruments } = this.#parts;
    const { apiId } = scope.account;
    const account = engine.directory.indexOf(scope.account);
    if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId });
    const instrument = scope.instrumentId === undefined ? -1 : instruments.indexOf(scope.instrumentId);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: scope.instrumentId ?? '' });
    // Whoever repeats it when nothing is open must not fill the journal, least of all a full disk's last room.
    if (this.#isSettled && !this.#hasOpen(scope)) return accepted([]);
    const sent = await this.#send({ type: 'CANCEL_ALL', account, instrument });
    if (!sent.ok) return sent;
    const result = sent.value;
    return accepted(result.orders.filter(({ status }) => status === 'CANCELED').map((order) => this.#durable(order, apiId)));
  }

  deposit(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#move(null, account, asset, amount, reference);
  }

  async transfer({ from, to, asset, amount, reference }: Transfer): Promise<Outcome<void>> {
    if (from.apiId !== to.apiId) return refused('ACCESS_ACCOUNT', { apiId: to.apiId });
    if (isSameAccount(from, to)) return refused('REQUEST_INVALID', { field: 'to', rule: 'must be another account than from' });
    return this.#move(from, to, asset, amount, reference);
  }

  /** From the outside world without `from`. */
  async #move(from: AccountKey | null, to: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    const { directory } = this.#parts.engine;
    const [source, target] = [from === null ? systemAccounts.external : directory.indexOf(from), directory.indexOf(to)];
    if (source === undefined || target === undefined) return refused('ACCESS_ACCOUNT', { apiId: to.apiId });
    const index = directory.assetIndex(asset);
    const scale = directory.assets[index]?.scale;
    if (scale === undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'asset', value: asset });
    const units = toUnits(amount, scale);
    if (units === null) return refused('ORDER_AMOUNT_OFF_GRID', { field: 'amount', value: amount, scale });
    if (units <= 0n) return refused('REQUEST_INVALID', { field: 'amount', rule: 'positive' });
    const sent = await this.#send({ type: 'TRANSFER', from: source, to: target, asset: index, amount: units, reference });
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected === undefined) return accepted(undefined);
    if (result.rejected.reason === 'INSUFFICIENT_BALANCE') {
      return refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: formatUnits(BigInt(result.rejected.limit), scale), asset });
    }
    return orderRefusal(result.rejected, this.#subject(to.apiId, '', null, 'BUY'));
  }

  openOrders(account: AccountKey): readonly Order[] {
    const index = this.#parts.engine.directory.indexOf(account);
    return index === undefined ? [] : this.#parts.state.openOrders(index);
  }

  balances(account: AccountKey): readonly Balance[] {
    const index = this.#parts.engine.directory.indexOf(account);
    return index === undefined ? [] : this.#parts.state.balances(index);
  }

  available(key: AccountKey, asset: string): string {
    const { engine } = this.#parts;
    const account = engine.directory.indexOf(key);
    const index = engine.directory.assetIndex(asset);
    const scale = engine.directory.assets[index]?.scale;
    if (account === undefined || scale === undefined) return '0';
    const { total, held } = engine.balance(account, index);
    return formatUnits(total - held, scale);
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
    const key = deskKey(name);
    const terms = { key, accountType: 'spot', tradeGroup: 0, desk: true } as const;
    const account = await this.#opened(key, () => engine.directory.deskIndex(name), terms);
    const desk = new EngineDesk({ name, account, host, engine, instruments, logger });
    await desk.fund();
    return desk;
  }

  close(): Promise<void> {
    return this.#parts.host.close();
  }

  /** Index of the account, durable. */
  async #opened(name: string, find: () => number | undefined, terms: Omit<AddAccount, 'type' | 'account'>): Promise<number> {
    if (find() === undefined) {
      this.#openingAccounts.set(
        name,
        this.#addAccount(terms).finally(() => this.#openingAccounts.delete(name)),
      );
    }
    await this.#openingAccounts.get(name);
    return find() as number;
  }

  async #addAccount(terms: Omit<AddAccount, 'type' | 'account'>): Promise<void> {
    const { host, engine } = this.#parts;
    const account = engine.directory.accounts.length;
    const result = await host.submit({ type: 'ADD_ACCOUNT', account, ...terms });
    if (result.rejected !== undefined) throw new Error(`${this.exchange} takes no account ${terms.key}: ${result.rejected.reason}`);
  }

  #send(command: Command): Promise<Outcome<CommandResult>> {
    return sendCommand(this.exchange, this.#parts.host, command);
  }

  /** Everything that was asked for is durable: what is told of orders is what the engine knows. */
  get #isSettled(): boolean {
    const { engine, state } = this.#parts;
    return state.sequence === engine.sequence;
  }

  #hasOpen({ account, instrumentId }: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): boolean {
    return this.openOrders(account).some((order) => order.instrumentId === (instrumentId ?? order.instrumentId));
  }

  /** An open order of this account in this market; that of another one is as unknown as that of another account. */
  #ownOrder({ apiId, instrumentId, orderId }: OrderTarget): { order: EngineOrder; account: number; grid: InstrumentGrid } | null {
    const { engine, instruments } = this.#parts;
    const account = engine.directory.indexOf(accountOfMarket(apiId, instrumentId));
    const order = engine.order(Number(orderId));
    if (account === undefined || order === undefined || order.account !== account) return null;
    if (order.instrument !== instruments.indexOf(instrumentId)) return null;
    return { order, account, grid: instruments.grid(order.instrument, engine.directory) };
  }

  /** The order as it was reported: the batch went out before the answer. The result's copy stands in for one that is long gone. */
  #durable(order: EngineOrder, apiId: ApiId): Order {
    const { state, instruments, engine } = this.#parts;
    const reported = state.order(order.account, String(order.orderId));
    return reported ?? mapOrder(order, order.status, apiId, instruments.grid(order.instrument, engine.directory));
  }

  /** The first order of the earlier command with the legs that came with it; empty when it ended long ago. */
  #repeated(orderId: number, account: number): readonly Order[] {
    const { state } = this.#parts;
    const first = state.order(account, String(orderId));
    if (first === null) return [];
    const legs = first.triggerKind === 'OCO' ? 1 : first.triggerKind === 'CONDITIONAL_OCO' ? 2 : 0;
    const orders = [first];
    for (let leg = 1; leg <= legs; leg++) {
      const order = state.order(account, String(orderId + leg));
      if (order !== null) orders.push(order);
    }
    return orders;
  }

  #subject(
    apiId: ApiId,
    instrumentId: string,
    grid: InstrumentGrid | null,
    side: RefusalSubject['side'],
    orderId = '',
    status = '',
  ): RefusalSubject {
    return { apiId, instrumentId, grid, side, orderId, status };
  }
}
