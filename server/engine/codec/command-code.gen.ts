// Made of command-fields.ts by "npm run reference". Do not edit.
import type { Command, OrderTerms } from '../command.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { commandTypes, wordLists } from './command-fields.ts';
import type { LentRecord } from './lent-record.ts';
import { indexOf, placeOf, wordAt } from './words.ts';

const { accountTypes, contractKinds, instrumentStates, orderSides, orderTypes, positionSides, selfTradePreventions, timesInForce, watchedPrices } = wordLists;

export type LentTerms = { -readonly [K in keyof OrderTerms]: OrderTerms[K] };

/** Fields in the order that other makers of terms use: the runtime gives them one shape. */
export const blankTerms = (): LentTerms => ({
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
});

export function writeTerms(writer: ByteWriter, terms: OrderTerms): void {
  writer.number(terms.instrument);
  writer.number(terms.account);
  writer.fiveBytes(
    indexOf(orderSides, terms.side),
    indexOf(orderTypes, terms.orderType),
    indexOf(timesInForce, terms.timeInForce),
    indexOf(positionSides, terms.positionSide),
    indexOf(selfTradePreventions, terms.stp),
  );
  writer.number(terms.price);
  writer.number(terms.qty);
  writer.bigint(terms.quoteAmount);
  writer.number(terms.trigger);
  writer.threeBytes(
    indexOf(watchedPrices, terms.watchedPrice),
    terms.reduceOnly ? 1 : 0,
    terms.closePosition ? 1 : 0,
  );
  writer.text(terms.clientOrderId);
}

export function readTerms(reader: ByteReader, into: LentTerms = blankTerms()): OrderTerms {
  into.instrument = reader.number();
  into.account = reader.number();
  into.side = wordAt(orderSides, reader.byte());
  into.orderType = wordAt(orderTypes, reader.byte());
  into.timeInForce = wordAt(timesInForce, reader.byte());
  into.positionSide = wordAt(positionSides, reader.byte());
  into.stp = wordAt(selfTradePreventions, reader.byte());
  into.price = reader.number();
  into.qty = reader.number();
  into.quoteAmount = reader.bigint();
  into.trigger = reader.number();
  into.watchedPrice = wordAt(watchedPrices, reader.byte());
  into.reduceOnly = reader.bool();
  into.closePosition = reader.bool();
  into.clientOrderId = reader.text();
  return into;
}

/** Appends a command without edition and time, for use inside other formats. */
export function writeBody(writer: ByteWriter, command: Command): void {
  writer.byte(indexOf(commandTypes, command.type));
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
    default:
      writeRare(writer, command);
  }
}

type RareCommand = Exclude<Command, { type: 'PLACE' | 'CANCEL' | 'AMEND' }>;

function writeRare(writer: ByteWriter, command: RareCommand): void {
  switch (command.type) {
    case 'ADD_ASSET':
      writer.number(command.asset);
      writer.text(command.code);
      writer.number(command.scale);
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
    case 'PLACE_OCO':
      writeTerms(writer, command.takeProfit);
      writeTerms(writer, command.stopLoss);
      break;
    case 'PLACE_BRACKET':
      writeTerms(writer, command.entry);
      writeTerms(writer, command.takeProfit);
      writeTerms(writer, command.stopLoss);
      break;
    case 'CANCEL_ALL':
      writer.number(command.account);
      writer.number(command.instrument);
      break;
    case 'SET_INSTRUMENT_TERMS':
      writer.number(command.instrument);
      writer.number(command.minLots);
      writer.number(command.maxLots);
      writer.bigint(command.minNotional);
      writer.number(command.bandPpm);
      writer.number(command.makerFeePpm);
      writer.number(command.takerFeePpm);
      writer.number(command.maxResting);
      writer.number(command.maxWaiting);
      break;
    case 'SET_FEE_TIER':
      writer.number(command.tier);
      writer.number(command.makerSharePpm);
      writer.number(command.takerSharePpm);
      break;
    case 'SET_ACCOUNT_FEES':
      writer.number(command.account);
      writer.number(command.tier);
      writer.number(command.discountPpm);
      break;
    case 'SET_REFERENCE_PRICE':
      writer.number(command.instrument);
      writer.byte(indexOf(watchedPrices, command.watchedPrice));
      writer.number(command.price);
      break;
    case 'PAY_FUNDING':
      writer.number(command.instrument);
      writer.number(command.mark);
      writer.number(command.ratePpb);
      writer.number(command.fundingMs);
      break;
    case 'CHANGE_INSTRUMENT_FEES':
      writer.number(command.instrument);
      writer.number(command.makerFeePpm);
      writer.number(command.takerFeePpm);
      break;
    case 'CHANGE_FEE_TIER':
      writer.number(command.tier);
      writer.number(command.makerSharePpm);
      writer.number(command.takerSharePpm);
      break;
    case 'SET_LEVERAGE':
      writer.number(command.account);
      writer.number(command.instrument);
      writer.number(command.leverage);
      break;
    case 'CHANGE_INSTRUMENT_TERMS':
      writer.number(command.instrument);
      writer.number(command.tickStep);
      writer.number(command.lotStep);
      writer.number(command.minLots);
      writer.number(command.maxLots);
      writer.bigint(command.minNotional);
      writer.number(command.bandPpm);
      writer.number(command.maxResting);
      writer.number(command.maxWaiting);
      break;
    case 'SET_OWN_TERMS':
      writer.number(command.instrument);
      writer.number(command.minLots);
      writer.number(command.maxLots);
      writer.bigint(command.minNotional);
      writer.number(command.bandPpm);
      writer.number(command.makerFeePpm);
      writer.number(command.takerFeePpm);
      writer.number(command.maxResting);
      writer.number(command.maxWaiting);
      break;
    case 'HOLD':
      writer.number(command.account);
      writer.number(command.asset);
      writer.bigint(command.amount);
      writer.text(command.reference);
      break;
    case 'RELEASE_HOLD':
      writer.text(command.reference);
  }
}

/** Reads what {@link writeBody} wrote. Throws RangeError on a word that nobody knows. */
export function readBody(reader: ByteReader, lent: LentRecord | null = null): Command {
  const type = wordAt(commandTypes, reader.byte());
  switch (type) {
    case 'PLACE':
      if (lent === null) return { type, terms: readTerms(reader) };
      readTerms(reader, lent.place.terms);
      return lent.place;
    case 'CANCEL':
      return { type, account: reader.number(), orderId: reader.number() };
    case 'AMEND':
      return { type, account: reader.number(), orderId: reader.number(), price: reader.number(), qty: reader.number(), trigger: reader.number() };
    default:
      return readRare(reader, type);
  }
}

function readRare(reader: ByteReader, type: RareCommand['type']): RareCommand {
  switch (type) {
    case 'ADD_ASSET':
      return { type, asset: reader.number(), code: reader.text(), scale: reader.number() };
    case 'ADD_INSTRUMENT':
      return { type, instrument: reader.number(), symbol: reader.text(), accountType: wordAt(accountTypes, reader.byte()), contractKind: wordAt(contractKinds, reader.byte()), base: reader.number(), quote: reader.number(), basePerLot: reader.bigint(), quotePerTickLot: reader.bigint(), minLots: reader.number(), maxLots: reader.number(), minNotional: reader.bigint(), bandPpm: reader.number(), makerFeePpm: reader.number(), takerFeePpm: reader.number(), maxResting: reader.number(), maxWaiting: reader.number() };
    case 'ADD_ACCOUNT':
      return { type, account: reader.number(), key: reader.text(), accountType: wordAt(accountTypes, reader.byte()), tradeGroup: reader.number(), desk: reader.bool() };
    case 'SET_INSTRUMENT_STATE':
      return { type, instrument: reader.number(), state: wordAt(instrumentStates, reader.byte()) };
    case 'TRANSFER':
      return { type, from: reader.number(), to: reader.number(), asset: reader.number(), amount: reader.bigint(), reference: reader.text() };
    case 'PLACE_OCO':
      return { type, takeProfit: readTerms(reader), stopLoss: readTerms(reader) };
    case 'PLACE_BRACKET':
      return { type, entry: readTerms(reader), takeProfit: readTerms(reader), stopLoss: readTerms(reader) };
    case 'CANCEL_ALL':
      return { type, account: reader.number(), instrument: reader.number() };
    case 'SET_INSTRUMENT_TERMS':
      return { type, instrument: reader.number(), minLots: reader.number(), maxLots: reader.number(), minNotional: reader.bigint(), bandPpm: reader.number(), makerFeePpm: reader.number(), takerFeePpm: reader.number(), maxResting: reader.number(), maxWaiting: reader.number() };
    case 'SET_FEE_TIER':
      return { type, tier: reader.number(), makerSharePpm: reader.number(), takerSharePpm: reader.number() };
    case 'SET_ACCOUNT_FEES':
      return { type, account: reader.number(), tier: reader.number(), discountPpm: reader.number() };
    case 'SET_REFERENCE_PRICE':
      return { type, instrument: reader.number(), watchedPrice: wordAt(watchedPrices, reader.byte()), price: reader.number() };
    case 'PAY_FUNDING':
      return { type, instrument: reader.number(), mark: reader.number(), ratePpb: reader.number(), fundingMs: reader.number() };
    case 'CHANGE_INSTRUMENT_FEES':
      return { type, instrument: reader.number(), makerFeePpm: reader.number(), takerFeePpm: reader.number() };
    case 'CHANGE_FEE_TIER':
      return { type, tier: reader.number(), makerSharePpm: reader.number(), takerSharePpm: reader.number() };
    case 'SET_LEVERAGE':
      return { type, account: reader.number(), instrument: reader.number(), leverage: reader.number() };
    case 'CHANGE_INSTRUMENT_TERMS':
      return { type, instrument: reader.number(), tickStep: reader.number(), lotStep: reader.number(), minLots: reader.number(), maxLots: reader.number(), minNotional: reader.bigint(), bandPpm: reader.number(), maxResting: reader.number(), maxWaiting: reader.number() };
    case 'SET_OWN_TERMS':
      return { type, instrument: reader.number(), minLots: reader.number(), maxLots: reader.number(), minNotional: reader.bigint(), bandPpm: reader.number(), makerFeePpm: reader.number(), takerFeePpm: reader.number(), maxResting: reader.number(), maxWaiting: reader.number() };
    case 'HOLD':
      return { type, account: reader.number(), asset: reader.number(), amount: reader.bigint(), reference: reader.text() };
    case 'RELEASE_HOLD':
      return { type, reference: reader.text() };
  }
}

/** Takes the terms of an order apart from its account and client order id, which a digest of their own stands for. */
export interface TermsDigest {
  word(value: number): void;
  number(value: number): void;
  amount(value: bigint): void;
}

/** Hands the terms to `into`: all words as one number, then what had no room in it, numbers and amounts. */
export function digestTerms(into: TermsDigest, terms: OrderTerms): void {
  const side = placeOf(orderSides, terms.side);
  const orderType = placeOf(orderTypes, terms.orderType);
  const timeInForce = placeOf(timesInForce, terms.timeInForce);
  const positionSide = placeOf(positionSides, terms.positionSide);
  const stp = placeOf(selfTradePreventions, terms.stp);
  const watchedPrice = placeOf(watchedPrices, terms.watchedPrice);
  into.word(
    side * 1 +
      orderType * 2 +
      timeInForce * 16 +
      positionSide * 64 +
      stp * 256 +
      watchedPrice * 8192 +
      (terms.reduceOnly ? 2048 : 0) +
      (terms.closePosition ? 4096 : 0),
  );
  into.number(terms.instrument);
  into.number(terms.price);
  into.number(terms.qty);
  into.number(terms.trigger);
  if (terms.quoteAmount !== 0n) into.amount(terms.quoteAmount);
}
