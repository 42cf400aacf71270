import { createHash } from 'node:crypto';
import { toBigInt } from '../../core/domain/clearing/amount.ts';
import type { WatchedPrice } from '../../core/domain/orders/order.ts';
import { currentEdition } from './codec/edition.ts';
import { decodeState, encodeState } from './codec/state-codec.ts';
import type { Command } from './command.ts';
import type { EnginePort, IdMemory } from './engine-port.ts';
import { EngineState } from './engine-state.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import { Execution } from './matching/execution.ts';
import { changeFeeTier, changeInstrumentFees, setAccountFees, setFeeTier } from './money/fees.ts';
import { payFunding } from './money/funding.ts';
import { type EngineHold, holdFunds, holdsIn, releaseHold } from './money/holds.ts';
import { setLeverage } from './money/leverage.ts';
import { amendOrder, cancelAll, cancelOrder } from './orders/changing.ts';
import { placeBracket, placeOco } from './orders/pairs.ts';
import { placeOrder } from './orders/placing.ts';
import type { KindRows } from './rules/account-rules.ts';
import {
  addAccount,
  addAsset,
  addInstrument,
  changeInstrumentTerms,
  setInstrumentState,
  setInstrumentTerms,
  setOwnTerms,
  setReferencePrice,
  transfer,
} from './setup.ts';
import { silentSink } from './silent-sink.ts';
import type { EngineOrder, EngineSink } from './sink.ts';
import { runSequel } from './steps.ts';

/** Commands that may fill an order, or fire one. */
type ActingType = 'PLACE' | 'PLACE_OCO' | 'PLACE_BRACKET' | 'AMEND' | 'CANCEL' | 'SET_REFERENCE_PRICE' | 'SET_INSTRUMENT_STATE';

/** An engine without assets, accounts or instruments. `kinds`: the markets that it knows; absent: those of the product. */
export const createEngine = (kinds?: KindRows): EnginePort => new Engine(new EngineState(kinds));

/** The engine that a snapshot was taken of. Throws RangeError when the bytes are damaged or of an unknown version. */
export const restoreEngine = (bytes: Uint8Array, kinds?: KindRows): EnginePort => new Engine(decodeState(bytes, kinds));

/** In-house matching and clearing; the rules are in the functions it calls, the state in {@link EngineState}. */
export class Engine implements EnginePort {
  private readonly state: EngineState;
  private readonly execution: Execution;

  constructor(state: EngineState) {
    this.state = state;
    this.execution = new Execution(state);
  }

  get sequence(): number {
    return this.state.sequence;
  }

  apply(sequence: number, timeMs: number, command: Command, sink: EngineSink, edition = currentEdition): void {
    const { state } = this;
    state.edition = edition;
    state.sequence = sequence;
    state.timeMs = timeMs;
    state.sink = sink;
    const instrument = this.run(command);
    runSequel(state, this.execution, instrument);
    state.sink = silentSink;
  }

  snapshot(): Uint8Array {
    return encodeState(this.state).copy();
  }

  stateHash(): string {
    return createHash('sha256').update(encodeState(this.state).view()).digest('hex');
  }

  /** Open orders only: a finished order was told to the sink and is forgotten. */
  order(orderId: number): EngineOrder | undefined {
    return this.state.orders.get(orderId);
  }

  balance(account: number, asset: number): { readonly total: bigint; readonly held: bigint } {
    const wallet = this.state.ledger.find(account, asset);
    return { total: toBigInt(wallet?.total ?? 0), held: toBigInt(wallet?.held ?? 0) };
  }

  holds(): readonly EngineHold[] {
    return holdsIn(this.state);
  }

  recall(account: number, clientOrderId: string): IdMemory {
    const { state } = this;
    const use = state.findIdUse(account, clientOrderId);
    if (use !== undefined) return use.orderId;
    return state.clientIds.hasForgotten(account) ? 'UNSURE' : 'FRESH';
  }

  lastPrice(instrument: number): number {
    return this.state.instruments[instrument]?.last ?? 0;
  }

  depth(instrument: number, side: 'BUY' | 'SELL', levels: number): number[] {
    return this.state.instruments[instrument]?.book.depth(side, levels) ?? [];
  }

  referencePrice(instrument: number, watched: WatchedPrice): number {
    return this.state.instruments[instrument]?.priceOf(watched) ?? 0;
  }

  fundedMs(instrument: number): number {
    return this.state.instruments[instrument]?.positions.fundedMs ?? 0;
  }

  waiting(instrument: number, watched: WatchedPrice): number {
    return this.state.instruments[instrument]?.triggers[watched].count ?? 0;
  }

  /** The instrument of which a watched price may have moved, or that may have opened again; null when none can have. */
  private run(command: Command): InstrumentRecord | null {
    const { state, execution } = this;
    switch (command.type) {
      case 'PLACE':
        return placeOrder(state, execution, command);
      case 'PLACE_OCO':
        return placeOco(state, execution, command);
      case 'PLACE_BRACKET':
        return placeBracket(state, execution, command);
      case 'AMEND':
        return amendOrder(state, execution, command);
      case 'CANCEL':
        cancelOrder(state, command);
        return null;
      case 'SET_REFERENCE_PRICE':
        return setReferencePrice(state, command);
      case 'SET_INSTRUMENT_STATE':
        return setInstrumentState(state, command);
      default:
        this.runQuiet(command);
        return null;
    }
  }

  /** Rarer commands that cannot trade. */
  private runQuiet(command: Exclude<Command, { type: ActingType }>): void {
    const { state } = this;
    switch (command.type) {
      case 'CANCEL_ALL':
        cancelAll(state, command);
        break;
      case 'TRANSFER':
        transfer(state, command);
        break;
      case 'HOLD':
        holdFunds(state, command);
        break;
      case 'RELEASE_HOLD':
        releaseHold(state, command);
        break;
      case 'ADD_ASSET':
        addAsset(state, command);
        break;
      case 'ADD_ACCOUNT':
        addAccount(state, command);
        break;
      case 'ADD_INSTRUMENT':
        addInstrument(state, command);
        break;
      case 'SET_INSTRUMENT_TERMS':
        setInstrumentTerms(state, command);
        break;
      case 'SET_FEE_TIER':
        setFeeTier(state, command);
        break;
      case 'SET_ACCOUNT_FEES':
        setAccountFees(state, command);
        break;
      case 'CHANGE_INSTRUMENT_FEES':
        changeInstrumentFees(state, command);
        break;
      case 'CHANGE_INSTRUMENT_TERMS':
        changeInstrumentTerms(state, command);
        break;
      case 'SET_OWN_TERMS':
        setOwnTerms(state, command);
        break;
      case 'CHANGE_FEE_TIER':
        changeFeeTier(state, command);
        break;
      case 'SET_LEVERAGE':
        setLeverage(state, command);
        break;
      case 'PAY_FUNDING':
        payFunding(state, command);
        break;
    }
  }
}
