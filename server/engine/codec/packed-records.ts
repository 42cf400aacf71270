import type { Command, OrderTerms } from '../command.ts';
import type { ByteReader } from './byte-reader.ts';
import { blankTerms, type LentTerms } from './command-code.gen.ts';
import type { LentRecord } from './lent-record.ts';
import { wordAt } from './words.ts';

/**
 * Records of the editions 2 to 6, in which seven words and two flags of an order shared two bytes: side 1 bit, type 3, time in force 2,
 * flags 1 each; position side 2, STP 3, watched price 2. Nothing here changes any more, whatever the words and fields of today are.
 */

const accountTypes = ['spot', 'margin', 'isolated_margin', 'usdm', 'coinm', 'option', 'ashare'] as const;
const contractKinds = ['spot', 'linear', 'inverse', 'option', 'equity'] as const;
const instrumentStates = ['TRADING', 'HALTED', 'DELISTED'] as const;
const orderSides = ['BUY', 'SELL'] as const;
const orderTypes = [
  'LIMIT',
  'MARKET',
  'STOP_MARKET',
  'TAKE_PROFIT_MARKET',
  'STOP_LOSS',
  'TAKE_PROFIT',
  'TRIGGER_LIMIT',
  'TRIGGER_MARKET',
] as const;
const timesInForce = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
const selfTradePreventions = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'] as const;
const watchedPrices = ['LAST', 'MARK', 'INDEX'] as const;

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
] as const;
type PackedType = (typeof commandTypes)[number];
type SetupType = Exclude<PackedType, 'PLACE' | 'CANCEL' | 'AMEND' | 'CANCEL_ALL' | 'PLACE_OCO' | 'PLACE_BRACKET'>;

/** Reads a command after edition and time. */
export function readPackedBody(reader: ByteReader, lent: LentRecord | null = null): Command {
  const type = wordAt(commandTypes, reader.byte());
  switch (type) {
    case 'PLACE':
      if (lent === null) return { type, terms: readPackedTerms(reader) };
      readPackedTerms(reader, lent.place.terms);
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
      return { type, takeProfit: readPackedTerms(reader), stopLoss: readPackedTerms(reader) };
    case 'PLACE_BRACKET':
      return { type, entry: readPackedTerms(reader), takeProfit: readPackedTerms(reader), stopLoss: readPackedTerms(reader) };
    default:
      return readSetup(reader, type);
  }
}

function readSetup(reader: ByteReader, type: SetupType): Command {
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

function readPackedTerms(reader: ByteReader, into: LentTerms = blankTerms()): OrderTerms {
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
