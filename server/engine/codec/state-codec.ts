import { toAmount, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { instrumentStates } from '../../../core/domain/markets/instrument.ts';
import { triggerKinds } from '../../../core/domain/orders/order.ts';
import { orderStatuses } from '../../../core/domain/orders/order-status.ts';
import type { AddAccount, AddAsset, AddInstrument } from '../command.ts';
import { type AccountRecord, EngineState } from '../engine-state.ts';
import { InstrumentRecord } from '../instrument-record.ts';
import { setShares } from '../money/fees.ts';
import type { Ledger } from '../money/ledger.ts';
import type { Positions } from '../money/positions.ts';
import type { ClientIds } from '../orders/client-ids.ts';
import type { OpenOrder, OrderPlace } from '../orders/open-order.ts';
import { OrderPair } from '../orders/order-pair.ts';
import { rememberId } from '../orders/placing.ts';
import { watchTrigger } from '../orders/triggers.ts';
import { type KindRows, openKinds } from '../rules/account-rules.ts';
import { registerAccount } from '../setup.ts';
import type { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readBody, readTerms, writeBody, writeTerms } from './command-code.gen.ts';
import { readerOfState, stateVersion } from './state-migrations.ts';
import { indexOf, wordAt } from './words.ts';

/**
 * The whole state as canonical bytes: equal states give equal bytes, however they were reached (no slots, no map order but
 * that of creation, no empty wallets). The state hash is the digest of these bytes.
 */
/** FIRED lasts only within a command. */
const places: readonly OrderPlace[] = ['NONE', 'BOOK', 'TRIGGERS'];

export function encodeState(state: EngineState): ByteWriter {
  const writer = new ByteWriter(64 * 1024);
  writer.byte(stateVersion);
  for (const counter of [state.sequence, state.timeMs, state.nextOrderId, state.nextTradeId, state.nextTriggerSequence])
    writer.number(counter);
  writer.number(state.ledger.nextEntryId);
  writeList(writer, state.assets, (asset) => writeBody(writer, asset));
  writeList(writer, state.feeTiers, ({ makerSharePpm, takerSharePpm }) => {
    writer.number(makerSharePpm);
    writer.number(takerSharePpm);
  });
  writeList(writer, state.accounts, (account) => writeAccount(writer, account));
  writeList(writer, state.instruments, (instrument) => writeInstrument(writer, instrument));
  writeWallets(writer, state.ledger);
  const orders = state.orders.sorted();
  writeList(writer, orders, (order) => writeOrder(writer, order));
  writeList(writer, openPairs(orders), (pair) => writePair(writer, state, pair));
  for (const { book } of state.instruments) {
    for (const side of ['BUY', 'SELL'] as const)
      writeList(writer, book.orders(side), (index) => writer.number(state.orders.at(index).orderId));
  }
  for (const account of state.accounts.keys()) writeFinishedIds(writer, state.clientIds, account);
  writeList(writer, [...state.references.entries()], ([reference, content]) => {
    writer.text(reference);
    writer.text(content);
  });
  return writer;
}

/** Throws RangeError when the bytes are damaged, UnknownStateVersion when nothing leads from their format to this one. */
export function decodeState(bytes: Uint8Array, kinds: KindRows = openKinds): EngineState {
  const reader = readerOfState(bytes);
  const state = new EngineState(kinds);
  state.sequence = reader.number();
  state.timeMs = reader.number();
  state.nextOrderId = reader.number();
  state.nextTradeId = reader.number();
  state.nextTriggerSequence = reader.number();
  state.ledger.nextEntryId = reader.number();
  readList(reader, () => state.assets.push(readBody(reader) as AddAsset));
  readList(reader, () => state.feeTiers.push({ makerSharePpm: reader.number(), takerSharePpm: reader.number() }));
  readList(reader, () => readAccount(reader, state));
  readList(reader, () => state.instruments.push(readInstrument(reader, state)));
  readWallets(reader, state.ledger);
  readList(reader, () => readOrder(reader, state));
  readList(reader, () => readPair(reader, state));
  for (const instrument of state.instruments) {
    for (let side = 0; side < 2; side++) readList(reader, () => putOnBook(instrument, openOrder(state, reader.number())));
  }
  for (const order of state.orders.sorted()) if (order.place === 'TRIGGERS') watchTrigger(state, order);
  for (const account of state.accounts.keys()) readFinishedIds(reader, state.clientIds, account);
  readList(reader, () => state.references.add(reader.text(), reader.text()));
  if (!reader.atEnd) throw new RangeError('engine state has bytes left over');
  return state;
}

function writeAccount(writer: ByteWriter, { terms, fees }: AccountRecord): void {
  writeBody(writer, terms);
  writer.number(fees.tier);
  writer.number(fees.discountPpm);
}

function readAccount(reader: ByteReader, state: EngineState): void {
  const { fees } = registerAccount(state, readBody(reader) as AddAccount);
  fees.tier = reader.number();
  fees.discountPpm = reader.number();
  setShares(state, fees);
}

function writeInstrument(writer: ByteWriter, instrument: InstrumentRecord): void {
  writeBody(writer, instrument.terms);
  writer.byte(indexOf(instrumentStates, instrument.state));
  writer.number(instrument.last);
  writer.number(instrument.indexPrice);
  if (instrument.rules.hasPositions) writePositions(writer, instrument.positions);
}

function readInstrument(reader: ByteReader, state: EngineState): InstrumentRecord {
  const terms = readBody(reader) as AddInstrument;
  const rules = state.kinds[terms.contractKind];
  if (rules === undefined) throw new RangeError(`no rules for contract kind ${terms.contractKind}`);
  const instrument = new InstrumentRecord(terms, rules);
  instrument.state = wordAt(instrumentStates, reader.byte());
  instrument.last = reader.number();
  instrument.indexPrice = reader.number();
  if (rules.hasPositions) readPositions(reader, instrument.positions);
  return instrument;
}

function writePositions(writer: ByteWriter, positions: Positions): void {
  writer.number(positions.mark);
  writer.number(positions.fundedMs);
  writeList(writer, positions.entries(), ([account, { lots, cost, leverage }]) => {
    writer.number(account);
    writer.number(lots);
    writer.bigint(toBigInt(cost));
    writer.number(leverage);
  });
}

function readPositions(reader: ByteReader, positions: Positions): void {
  positions.mark = reader.number();
  positions.fundedMs = reader.number();
  readList(reader, () => {
    const position = positions.of(reader.number());
    position.lots = reader.number();
    position.cost = toAmount(reader.bigint());
    position.leverage = reader.number();
  });
}

function writeWallets(writer: ByteWriter, ledger: Ledger): void {
  const wallets = [...ledger.venue, ...ledger.users]
    .flat()
    .filter((wallet) => wallet !== undefined && (wallet.total !== 0 || wallet.held !== 0));
  writeList(writer, wallets, (wallet) => {
    if (wallet === undefined) return;
    writer.number(wallet.account);
    writer.number(wallet.asset);
    writer.bigint(toBigInt(wallet.total));
    writer.bigint(toBigInt(wallet.held));
  });
}

function readWallets(reader: ByteReader, ledger: Ledger): void {
  readList(reader, () => {
    const wallet = ledger.wallet(reader.number(), reader.number());
    wallet.total = toAmount(reader.bigint());
    wallet.held = toAmount(reader.bigint());
  });
}

function writeFinishedIds(writer: ByteWriter, ids: ClientIds, account: number): void {
  writer.bool(ids.hasForgotten(account));
  writer.number(ids.finishedSize(account));
  ids.forEachFinished(account, (low, high, { orderId, fingerprint }) => {
    for (const value of [low, high, orderId, fingerprint]) writer.number(value);
  });
}

function readFinishedIds(reader: ByteReader, ids: ClientIds, account: number): void {
  if (reader.bool()) ids.setForgotten(account);
  readList(reader, () => {
    const low = reader.number();
    const high = reader.number();
    ids.add(low);
    ids.finish(account, low, high, reader.number(), reader.number());
  });
}

function writeOrder(writer: ByteWriter, order: OpenOrder): void {
  writer.number(order.orderId);
  writeTerms(writer, order);
  writer.byte(order.triggerKind === null ? triggerKinds.length : indexOf(triggerKinds, order.triggerKind));
  writer.byte(indexOf(orderStatuses, order.status));
  writer.byte(indexOf(places, order.place));
  writer.bool(order.firesUp);
  for (const value of [order.pair, order.parent, order.filled, order.prevented, order.createdMs, order.updatedMs, order.triggerSequence]) {
    writer.number(value);
  }
  writer.bigint(order.filledQuote);
  if (order.clientOrderId !== '') writer.number(order.fingerprint);
}

function readOrder(reader: ByteReader, state: EngineState): void {
  const orderId = reader.number();
  const terms = readTerms(reader);
  const kind = triggerKinds[reader.byte()] ?? null;
  const order = state.openOrder(orderId, terms, kind, wordAt(orderStatuses, reader.byte()));
  order.place = wordAt(places, reader.byte());
  order.firesUp = reader.bool();
  order.pair = reader.number();
  order.parent = reader.number();
  order.filled = reader.number();
  order.prevented = reader.number();
  order.createdMs = reader.number();
  order.updatedMs = reader.number();
  order.triggerSequence = reader.number();
  order.quoteFilled = toAmount(reader.bigint());
  if (order.clientOrderId !== '') rememberId(state, order, reader.number());
}

/** A pair whose entry is finished is stored as one without: no rule asks for a finished entry again. */
function writePair(writer: ByteWriter, state: EngineState, pair: OrderPair): void {
  const { entry } = pair;
  writer.number(pair.takeProfit.orderId);
  writer.number(pair.stopLoss.orderId);
  writer.number(entry !== null && state.orders.has(entry.orderId) ? entry.orderId : 0);
  writer.bigint(pair.held);
  writer.number(pair.armedQty);
}

function readPair(reader: ByteReader, state: EngineState): void {
  const takeProfit = openOrder(state, reader.number());
  const stopLoss = openOrder(state, reader.number());
  const entryId = reader.number();
  const pair = new OrderPair(takeProfit, stopLoss, entryId === 0 ? null : openOrder(state, entryId));
  pair.held = reader.bigint();
  pair.armedQty = reader.number();
}

function openPairs(orders: readonly OpenOrder[]): OrderPair[] {
  const pairs: OrderPair[] = [];
  for (const order of orders) if (order.legOf?.takeProfit === order) pairs.push(order.legOf);
  return pairs;
}

function openOrder(state: EngineState, orderId: number): OpenOrder {
  const order = state.orders.get(orderId);
  if (order === undefined) throw new RangeError(`engine state names order ${orderId}, which is not open`);
  return order;
}

function putOnBook({ book }: InstrumentRecord, order: OpenOrder): void {
  order.slot = book.add(order.side, order.price, order.remaining, order.index, order.owner);
  if (order.reduceOnly) book.bound++;
}

function writeList<T>(writer: ByteWriter, items: readonly T[], write: (item: T) => void): void {
  writer.number(items.length);
  for (const item of items) write(item);
}

function readList(reader: ByteReader, read: () => void): void {
  for (let left = reader.number(); left > 0; left--) read();
}
