import type { OrderSide, WatchedPrice } from '../../../core/domain/orders/order.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { Command } from '../../engine/command.ts';
import type { EnginePort, IdMemory } from '../../engine/engine-port.ts';
import type { EngineOrder, EngineSink, EngineTrade, LedgerEntry, OrderCause, RejectReason, Shortage } from '../../engine/sink.ts';
import type { EngineDirectory } from './engine-directory.ts';

/** The engine together with its directory; the snapshot holds both: u32 length of the directory's JSON, the JSON, the engine's bytes. */
export class TrackedEngine implements EnginePort {
  readonly directory: EngineDirectory;
  readonly #engine: EnginePort;
  readonly #watch: WatchingSink;

  constructor(engine: EnginePort, directory: EngineDirectory) {
    this.directory = directory;
    this.#engine = engine;
    this.#watch = new WatchingSink(directory);
  }

  apply(sequence: number, timeMs: number, command: Command, sink: EngineSink, edition?: number): void {
    const watch = this.#watch;
    watch.begin(sink);
    this.#engine.apply(sequence, timeMs, command, watch, edition);
    if (!watch.refused) this.#learn(command);
  }

  /** Newest order that the last command touched: its own when it placed one. 0 when it was refused or touched none. */
  get newestTouched(): number {
    return this.#watch.newestTouched;
  }

  get sequence(): number {
    return this.#engine.sequence;
  }

  snapshot(): Uint8Array {
    const names = Buffer.from(this.directory.toJson(), 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(names.length);
    return Buffer.concat([length, names, this.#engine.snapshot()]);
  }

  stateHash(): string {
    return this.#engine.stateHash();
  }

  order(orderId: number): EngineOrder | undefined {
    return this.#engine.order(orderId);
  }

  balance(account: number, asset: number): { readonly total: bigint; readonly held: bigint } {
    return this.#engine.balance(account, asset);
  }

  holds(): ReturnType<EnginePort['holds']> {
    return this.#engine.holds();
  }

  recall(account: number, clientOrderId: string): IdMemory {
    return this.#engine.recall(account, clientOrderId);
  }

  lastPrice(instrument: number): number {
    return this.#engine.lastPrice(instrument);
  }

  referencePrice(instrument: number, watched: WatchedPrice): number {
    return this.#engine.referencePrice(instrument, watched);
  }

  fundedMs(instrument: number): number {
    return this.#engine.fundedMs(instrument);
  }

  waiting(instrument: number, watched: WatchedPrice): number {
    return this.#engine.waiting(instrument, watched);
  }

  depth(instrument: number, side: OrderSide, levels: number): number[] {
    return this.#engine.depth(instrument, side, levels);
  }

  #learn(command: Command): void {
    const { directory } = this;
    if (command.type === 'ADD_ACCOUNT') directory.addAccount(command);
    else if (command.type === 'ADD_INSTRUMENT') directory.addInstrument(command);
    else if (command.type === 'SET_INSTRUMENT_STATE') directory.states[command.instrument] = command.state;
    else if (command.type === 'SET_INSTRUMENT_TERMS') directory.setTerms(command);
    else if (command.type === 'CHANGE_INSTRUMENT_FEES') directory.changeFees(command);
    else if (command.type === 'CHANGE_INSTRUMENT_TERMS') directory.changeTerms(command);
    else if (command.type === 'SET_OWN_TERMS') directory.setOwnTerms(command);
    else if (command.type === 'CHANGE_FEE_TIER') directory.changeFeeTier(command);
    else if (command.type === 'SET_FEE_TIER') directory.setFeeTier(command);
    else if (command.type === 'SET_ACCOUNT_FEES') directory.setAccountFees(command);
    else if (command.type === 'ADD_ASSET') directory.assets.push({ code: command.code, scale: command.scale });
  }
}

/** Hands everything on and notes open orders and refusals. */
class WatchingSink implements EngineSink {
  refused = false;
  newestTouched = 0;
  readonly #directory: EngineDirectory;
  #target: EngineSink | null = null;

  constructor(directory: EngineDirectory) {
    this.#directory = directory;
  }

  begin(target: EngineSink): void {
    this.#target = target;
    this.refused = false;
    this.newestTouched = 0;
  }

  orderChanged(order: EngineOrder, cause: OrderCause): void {
    if (order.orderId > this.newestTouched) this.newestTouched = order.orderId;
    const { account, instrument, orderId } = order;
    if (isFinal(orderStatusTable, order.status)) this.#directory.orderEnded(account, instrument, orderId);
    else this.#directory.orderOpened(account, instrument, orderId);
    this.#target?.orderChanged(order, cause);
  }

  traded(trade: EngineTrade): void {
    this.#target?.traded(trade);
  }

  levelChanged(instrument: number, side: OrderSide, price: number, qty: number): void {
    this.#target?.levelChanged(instrument, side, price, qty);
  }

  posted(entry: LedgerEntry): void {
    this.#target?.posted(entry);
  }

  balanceChanged(account: number, asset: number, total: bigint, held: bigint): void {
    this.#target?.balanceChanged(account, asset, total, held);
  }

  rejected(reason: RejectReason, field: string, limit: string, shortage?: Shortage): void {
    this.refused = true;
    this.#target?.rejected(reason, field, limit, shortage);
  }

  repeated(orderId: number): void {
    this.#target?.repeated(orderId);
  }
}
