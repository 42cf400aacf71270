import { accountTypes, contractKinds, instrumentStates } from '../../core/domain/instrument.ts';
import { orderSides, orderTypes, positionSides, selfTradePreventions, timesInForce, watchedPrices } from '../../core/domain/order.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Command, OrderTerms, PlaceOrder } from './command.ts';
import { currentEdition, oldestEdition } from './edition.ts';

/**
 * Commands as compact binary journal records: edition byte, time in ms, type byte, fields, which are the same in all editions yet.
 * Words are written as their place in the lists below and in `core/domain`: append to those lists, never reorder them,
 * or raise the edition and keep a reader for the old one.
 */

const commandTypes = [
  'ADD_ASSET',
  'ADD_INSTRUMENT',
  'ADD_ACCOUNT',
  'SET_INSTRUMENT_STATE',
  'TRANSFER',
  'PLACE',
  'PLACE_OCO',
  'PLACE_BRACKET',
  'AMEND',
  'CANCEL',
  'CANCEL_ALL',
] as const satisfies readonly Command['type'][];

export interface TimedCommand {
  /** The rules that it ran under. */
  readonly edition: number;
  readonly timeMs: number;
  readonly command: Command;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A record that is read into the same memory again and again, for a reader that keeps nothing: the command of one reading is another
 * one after the next. A replay without listeners makes next to no garbage by it.
 */
export class LentRecord implements TimedCommand {
  edition = currentEdition;
  timeMs = 0;
  readonly place: PlaceOrder & { readonly terms: Mutable<OrderTerms> } = { type: 'PLACE', terms: blankTerms() };
  command: Command = this.place;
}

/** The record as bytes of its own. Throws TypeError on a word outside the domain lists. */
export function encodeCommand(timeMs: number, command: Command): Uint8Array {
  const writer = new ByteWriter(128);
  writeCommand(writer, timeMs, command);
  return writer.copy();
}

/**
 * Appends the record to `writer` without allocating; several records may share one writer.
 * Set `writer.offset = 0` to start over and read the bytes with `writer.view()`.
 */
export function writeCommand(writer: ByteWriter, timeMs: number, command: Command): void {
  writer.byte(currentEdition);
  writer.number(timeMs);
  writeBody(writer, command);
}

/** Appends a command without edition and time, for use inside other formats. */
export function writeBody(writer: ByteWriter, command: Command): void {
  writer.byte(indexOf(commandTypes, command.type));
  writeFields(writer, command);
}

/** Reads what {@link writeBody} wrote. */
export const readBody = (reader: ByteReader, lent: LentRecord | null = null): Command =>
  readFields(reader, wordAt(commandTypes, reader.byte()), lent);

/** Reused: the records of a replay lie in the same memory. */
const recordReader = new ByteReader();

/**
 * Reads one whole record, the bytes from `start` to `end`, into `lent` when there is one. Throws RangeError when it is damaged, has
 * bytes left over or an unknown edition.
 */
export function decodeCommand(bytes: Uint8Array, start = 0, end = bytes.length, lent: LentRecord | null = null): TimedCommand {
  const reader = recordReader;
  reader.open(bytes, start, end);
  const edition = reader.byte();
  if (edition < oldestEdition || edition > currentEdition) {
    throw new RangeError(`command record has edition ${edition}, not ${oldestEdition} to ${currentEdition}`);
  }
  const timeMs = reader.number();
  const command = readBody(reader, lent);
  if (!reader.atEnd) throw new RangeError('command record has bytes left over');
  if (lent === null) return { edition, timeMs, command };
  lent.edition = edition;
  lent.timeMs = timeMs;
  lent.command = command;
  return lent;
}

function writeFields(writer: ByteWriter, command: Command): void {
  switch (command.type) {
    case 'PLACE':
      writeTerms(writer, command.terms);
      break;
    case 'CANCEL':
      writer.number(command.account);
      writer.number(command.orderId);
      break;
    case 'AMEND':
      writer.number(command.account);
      writer.number(command.orderId);
      writer.number(command.price);
      writer.number(command.qty);
      writer.number(command.trigger);
      break;
    case 'CANCEL_ALL':
      writer.number(command.account);
      writer.number(command.instrument);
      break;
    case 'PLACE_OCO':
      writeTerms(writer, command.takeProfit);
      writeTerms(writer, command.stopLoss);
      break;
    case 'PLACE_BRACKET':
      writeTerms(writer, command.entry);
      writeTerms(writer, command.takeProfit);
      writeTerms(writer, command.stopLoss);
      break;
    default:
      writeSetup(writer, command);
  }
}

type TradingType = 'PLACE' | 'CANCEL' | 'AMEND' | 'CANCEL_ALL' | 'PLACE_OCO' | 'PLACE_BRACKET';
type SetupCommand = Exclude<Command, { type: TradingType }>;

function writeSetup(writer: ByteWriter, command: SetupCommand): void {
  switch (command.type) {
    case 'ADD_ASSET':
      writer.number(command.asset);
      writer.text(command.code);
      writer.number(command.scale);
      break;
    case 'ADD_ACCOUNT':
      writer.number(command.account);
      writer.text(command.key);
      writer.byte(indexOf(accountTypes, command.accountType));
      writer.number(command.tradeGroup);
      writer.bool(command.desk);
      break;
    case 'SET_INSTRUMENT_STATE':
      writer.number(command.instrument);
      writer.byte(indexOf(instrumentStates, command.state));
      break;
    case 'TRANSFER':
      writer.number(command.from);
      writer.number(command.to);
      writer.number(command.asset);
      writer.bigint(command.amount);
      writer.text(command.reference);
      break;
    case 'ADD_INSTRUMENT':
      writer.number(command.instrument);
      writer.text(command.symbol);
      writer.byte(indexOf(accountTypes, command.accountType));
      writer.byte(indexOf(contractKinds, command.contractKind));
      writer.number(command.base);
      writer.number(command.quote);
      writer.bigint(command.basePerLot);
      writer.bigint(command.quotePerTickLot);
      writer.number(command.minLots);
      writer.number(command.maxLots);
      writer.bigint(command.minNotional);
      writer.number(command.bandPpm);
      writer.number(command.makerFeePpm);
      writer.number(command.takerFeePpm);
      writer.number(command.maxResting);
      writer.number(command.maxWaiting);
  }
}

function readFields(reader: ByteReader, type: Command['type'], lent: LentRecord | null): Command {
  switch (type) {
    case 'PLACE':
      if (lent === null) return { type, terms: readTerms(reader) };
      readTerms(reader, lent.place.terms);
      return lent.place;
    case 'CANCEL':
      return { type, account: reader.number(), orderId: reader.number() };
    case 'AMEND':
      return {
        type,
        account: reader.number(),
        orderId: reader.number(),
        price: reader.number(),
        qty: reader.number(),
        trigger: reader.number(),
      };
    case 'CANCEL_ALL':
      return { type, account: reader.number(), instrument: reader.number() };
    case 'PLACE_OCO':
      return { type, takeProfit: readTerms(reader), stopLoss: readTerms(reader) };
    case 'PLACE_BRACKET':
      return { type, entry: readTerms(reader), takeProfit: readTerms(reader), stopLoss: readTerms(reader) };
    default:
      return readSetup(reader, type);
  }
}

function readSetup(reader: ByteReader, type: SetupCommand['type']): SetupCommand {
  switch (type) {
    case 'ADD_ASSET':
      return { type, asset: reader.number(), code: reader.text(), scale: reader.number() };
    case 'ADD_ACCOUNT':
      return {
        type,
        account: reader.number(),
        key: reader.text(),
        accountType: wordAt(accountTypes, reader.byte()),
        tradeGroup: reader.number(),
        desk: reader.bool(),
      };
    case 'SET_INSTRUMENT_STATE':
      return { type, instrument: reader.number(), state: wordAt(instrumentStates, reader.byte()) };
    case 'TRANSFER':
      return {
        type,
        from: reader.number(),
        to: reader.number(),
        asset: reader.number(),
        amount: reader.bigint(),
        reference: reader.text(),
      };
    case 'ADD_INSTRUMENT':
      return {
        type,
        instrument: reader.number(),
        symbol: reader.text(),
        accountType: wordAt(accountTypes, reader.byte()),
        contractKind: wordAt(contractKinds, reader.byte()),
        base: reader.number(),
        quote: reader.number(),
        basePerLot: reader.bigint(),
        quotePerTickLot: reader.bigint(),
        minLots: reader.number(),
        maxLots: reader.number(),
        minNotional: reader.bigint(),
        bandPpm: reader.number(),
        makerFeePpm: reader.number(),
        takerFeePpm: reader.number(),
        maxResting: reader.number(),
        maxWaiting: reader.number(),
      };
  }
}

/** Seven words and two flags share two bytes: side 1 bit, type 3, time in force 2, flags 1 each; position side 2, STP 3, watched price 2. */
export function writeTerms(writer: ByteWriter, terms: OrderTerms): void {
  const flags = (terms.reduceOnly ? 64 : 0) | (terms.closePosition ? 128 : 0);
  writer.byte(
    indexOf(orderSides, terms.side) | (indexOf(orderTypes, terms.orderType) << 1) | (indexOf(timesInForce, terms.timeInForce) << 4) | flags,
  );
  writer.byte(
    indexOf(positionSides, terms.positionSide) |
      (indexOf(selfTradePreventions, terms.stp) << 2) |
      (indexOf(watchedPrices, terms.watchedPrice) << 5),
  );
  writer.number(terms.instrument);
  writer.number(terms.account);
  writer.number(terms.price);
  writer.number(terms.qty);
  writer.bigint(terms.quoteAmount);
  writer.number(terms.trigger);
  writer.text(terms.clientOrderId);
}

export function readTerms(reader: ByteReader, into: Mutable<OrderTerms> = blankTerms()): OrderTerms {
  const first = reader.byte();
  const second = reader.byte();
  into.side = wordAt(orderSides, first & 1);
  into.orderType = wordAt(orderTypes, (first >> 1) & 7);
  into.timeInForce = wordAt(timesInForce, (first >> 4) & 3);
  into.positionSide = wordAt(positionSides, second & 3);
  into.stp = wordAt(selfTradePreventions, (second >> 2) & 7);
  into.watchedPrice = wordAt(watchedPrices, second >> 5);
  into.reduceOnly = (first & 64) !== 0;
  into.closePosition = (first & 128) !== 0;
  into.instrument = reader.number();
  into.account = reader.number();
  into.price = reader.number();
  into.qty = reader.number();
  into.quoteAmount = reader.bigint();
  into.trigger = reader.number();
  into.clientOrderId = reader.text();
  return into;
}

/** Fields in the order that other makers of terms use: the runtime gives them one shape. */
function blankTerms(): Mutable<OrderTerms> {
  return {
    instrument: 0,
    account: 0,
    side: 'BUY',
    orderType: 'LIMIT',
    timeInForce: 'GTC',
    positionSide: 'BOTH',
    stp: 'NONE',
    price: 0,
    qty: 0,
    quoteAmount: 0n,
    trigger: 0,
    watchedPrice: 'LAST',
    reduceOnly: false,
    closePosition: false,
    clientOrderId: '',
  };
}

/**
 * As the method of arrays, which is a call into the runtime while this is compiled into its caller; lists are short, and frequent
 * words stand first.
 */
export function placeOf<T extends string>(words: readonly T[], word: T): number {
  for (let place = 0; place < words.length; place++) if (words[place] === word) return place;
  return -1;
}

/** Place of a word in its list. Throws TypeError when it is not there. */
export function indexOf<T extends string>(words: readonly T[], word: T): number {
  const index = placeOf(words, word);
  if (index < 0) throw new TypeError(`${word} is not one of ${words.join(', ')}`);
  return index;
}

/** The word at a place. Throws RangeError when there is none. */
export function wordAt<T extends string>(words: readonly T[], index: number): T {
  const word = words[index];
  if (word === undefined) throw new RangeError(`no word number ${index} among ${words.join(', ')}`);
  return word;
}
