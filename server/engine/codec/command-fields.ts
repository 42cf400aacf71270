import { accountTypes, contractKinds, instrumentStates } from '../../../core/domain/markets/instrument.ts';
import {
  orderSides,
  orderTypes,
  positionSides,
  selfTradePreventions,
  timesInForce,
  watchedPrices,
} from '../../../core/domain/orders/order.ts';

/**
 * The fields of every command, declared once: their types (`command.ts`), writer, reader and fingerprint (`command-code.gen.ts`) and
 * docs/journal-format.md follow from these tables. After a change: `npm run reference`.
 *
 * A record holds its fields in the order of the table. Commands and words are written as their place in their list: append, never
 * reorder. A field that is added, taken away or moved makes a new edition with a reader of its own (`edition.ts`).
 */

interface NumberField {
  readonly kind: 'number';
  readonly about: string;
}

interface AmountField {
  readonly kind: 'amount';
  readonly about: string;
}

interface TextField {
  readonly kind: 'text';
  readonly about: string;
}

interface FlagField {
  readonly kind: 'flag';
  readonly about: string;
  readonly digest?: DigestPlace;
}

export interface WordField<W extends string = string> {
  readonly kind: 'word';
  /** Name of the list, for the code that is made of it. */
  readonly list: string;
  readonly words: readonly W[];
  readonly about: string;
  readonly digest?: DigestPlace;
}

/** Where a word stands in the one number that a fingerprint has for all words; what has no room there is a number of its own. */
interface DigestPlace {
  /** Factor of the word's place in its list. */
  readonly unit: number;
  /** Places that fit. */
  readonly room: number;
}

/** The terms of an order, by {@link orderFields}. */
interface OrderField {
  readonly kind: 'order';
  readonly about: string;
}

export type Field = NumberField | AmountField | TextField | FlagField | WordField | OrderField;

const number = (about: string): NumberField => ({ kind: 'number', about });
const amount = (about: string): AmountField => ({ kind: 'amount', about });
const text = (about: string): TextField => ({ kind: 'text', about });
const flag = (about: string, digest?: DigestPlace): FlagField => ({ kind: 'flag', about, ...(digest && { digest }) });
const order = (about: string): OrderField => ({ kind: 'order', about });

export const wordLists = {
  accountTypes,
  contractKinds,
  instrumentStates,
  orderSides,
  orderTypes,
  positionSides,
  selfTradePreventions,
  timesInForce,
  watchedPrices,
} as const;

const word = <L extends keyof typeof wordLists>(
  list: L,
  about: string,
  digest?: DigestPlace,
): WordField<(typeof wordLists)[L][number]> & { readonly list: L } => ({
  kind: 'word',
  list,
  words: wordLists[list],
  about,
  ...(digest && { digest }),
});

/** The terms of one order. Which of them a fingerprint holds, and where, is bound for ever: snapshots keep fingerprints. */
export const orderFields = {
  instrument: number('Index of the instrument'),
  account: number('Index of the account'),
  side: word('orderSides', 'Side', { unit: 1, room: 2 }),
  orderType: word('orderTypes', 'Type', { unit: 2, room: 8 }),
  timeInForce: word('timesInForce', 'Time in force', { unit: 16, room: 4 }),
  positionSide: word('positionSides', 'Position side; `BOTH` on spot', { unit: 64, room: 4 }),
  stp: word('selfTradePreventions', 'Self-trade prevention', { unit: 256, room: 8 }),
  price: number('Limit price in ticks; 0 when the type has none'),
  qty: number('Quantity in lots; 0 when `quoteAmount` is given'),
  quoteAmount: amount(
    'Minor units of quote to spend (market buy), or to receive at least, lot by lot (market sell); 0 when `qty` is given',
  ),
  trigger: number('Trigger price in ticks; 0 when none'),
  watchedPrice: word('watchedPrices', 'The price that the trigger watches', { unit: 8_192, room: 4 }),
  reduceOnly: flag('May only bring a position nearer to nothing', { unit: 2_048, room: 2 }),
  closePosition: flag('Closes the whole position', { unit: 4_096, room: 2 }),
  clientOrderId: text('Unique per account among all its orders; empty when the engine shall go without one'),
} as const satisfies Record<string, Exclude<Field, OrderField>>;

/** Sizes, band and limits of orders. */
const filters = {
  minLots: number('Smallest order in lots'),
  maxLots: number('Largest order in lots'),
  minNotional: amount('Smallest price × quantity in minor units of quote'),
  bandPpm: number('Price band in parts per million of the last price'),
} as const;
const limits = {
  maxResting: number('Most orders that an account, unless it is a desk, may have resting here'),
  maxWaiting: number('Most that may wait for a trigger, likewise'),
} as const;

/** What may change of an instrument while orders rest in it. */
const changingTerms = {
  ...filters,
  makerFeePpm: number('Fee of what rested, in parts per million of the amount received'),
  takerFeePpm: number('Fee of what traded at once, likewise'),
  ...limits,
} as const;

/** One tick of price times one lot of quantity is `quotePerTickLot` minor units of quote; one lot is `basePerLot` minor units of base. */
const instrumentFields = {
  instrument: number('Must be the next free index'),
  symbol: text('Name of the market'),
  accountType: word('accountTypes', 'Accounts that trade it'),
  contractKind: word('contractKinds', 'In what a position settles'),
  base: number('Index of the asset that is counted'),
  quote: number('Index of the asset that prices are in'),
  basePerLot: amount('Minor units of base in a lot'),
  quotePerTickLot: amount('Minor units of quote that one lot is worth at one tick'),
  ...changingTerms,
} as const;

/** By type; a type is written as its place here. */
export const commandFields = {
  ADD_ASSET: {
    asset: number('Must be the next free index'),
    code: text('Code of the asset'),
    scale: number('Decimals of a minor unit, 0–18'),
  },
  ADD_INSTRUMENT: instrumentFields,
  ADD_ACCOUNT: {
    account: number('Must be the next free index'),
    key: text("The trading room's account id; unique per account type"),
    accountType: word('accountTypes', 'Kind of account'),
    tradeGroup: number('Accounts of one group never trade with each other; 0: the account alone'),
    desk: flag('Plays many traders: no limits on open orders, and trades with itself count as between strangers'),
  },
  SET_INSTRUMENT_STATE: { instrument: number('Index of the instrument'), state: word('instrumentStates', 'The new state') },
  TRANSFER: {
    from: number('Index of the account, or −1 for the outside world'),
    to: number('Likewise'),
    asset: number('Index of the asset'),
    amount: amount('Minor units of the asset'),
    reference: text('Unique: a repeated one with the same content changes nothing'),
  },
  PLACE: { terms: order('An order of any type; a trigger type waits, the others act at once') },
  PLACE_OCO: {
    takeProfit: order('`LIMIT`, `TAKE_PROFIT` or `TAKE_PROFIT_MARKET`'),
    stopLoss: order('`STOP_LOSS` or `STOP_MARKET`, of the same side and quantity'),
  },
  PLACE_BRACKET: {
    entry: order('Arms the pair for the quantity filled so far'),
    takeProfit: order('As of a pair; its quantity is ignored'),
    stopLoss: order('Likewise'),
  },
  AMEND: {
    account: number('Index of the account'),
    orderId: number('The order'),
    price: number('Limit price in ticks; 0 when the type has none'),
    qty: number('New total in lots, the filled part included; lowering nothing else keeps time priority'),
    trigger: number('Trigger price in ticks; 0 when none'),
  },
  CANCEL: { account: number('Index of the account'), orderId: number('The order') },
  CANCEL_ALL: { account: number('Index of the account'), instrument: number('Index of the instrument, or −1 for all') },
  SET_INSTRUMENT_TERMS: { instrument: number('Index of the instrument'), ...changingTerms },
  SET_FEE_TIER: {
    tier: number('Of the schedule: one that exists, or the next'),
    makerSharePpm: number("What its accounts pay of an instrument's fee for what rested, in parts per million"),
    takerSharePpm: number('For what traded at once, likewise'),
  },
  SET_ACCOUNT_FEES: {
    account: number('Index of the account'),
    tier: number('Its tier of the schedule'),
    discountPpm: number('What it is let off of what its tier pays, in parts per million'),
  },
  SET_REFERENCE_PRICE: {
    instrument: number('Index of the instrument'),
    watchedPrice: word('watchedPrices', 'Which price it is: `MARK` or `INDEX`; the last price comes of trades alone'),
    price: number('The nearest tick to it; 0: nobody knows it'),
  },
  PAY_FUNDING: {
    instrument: number('Index of the instrument'),
    mark: number('Mark price of the moment in ticks'),
    ratePpb: number('What a long pays of its notional at the mark and a short gets, in parts per billion; negative the other way round'),
    fundingMs: number('The moment that it is due for, in ms; one that is not after the last paid one changes nothing'),
  },
  CHANGE_INSTRUMENT_FEES: {
    instrument: number('Index of the instrument'),
    makerFeePpm: number("As of its terms, by an operator: it stays while the exchange's own terms charge what they did"),
    takerFeePpm: number('Likewise'),
  },
  CHANGE_FEE_TIER: {
    tier: number('Of the schedule: one that exists'),
    makerSharePpm: number("As of `SET_FEE_TIER`, by an operator: it stays while the exchange's own schedule says what it did"),
    takerSharePpm: number('Likewise'),
  },
  SET_LEVERAGE: {
    account: number('Index of the account'),
    instrument: number('Index of the instrument, a contract'),
    leverage: number('What its margin is a part of, from 1 on: 20 needs a twentieth of the notional'),
  },
  CHANGE_INSTRUMENT_TERMS: {
    instrument: number(
      "Index of the instrument; all that follows is by an operator, and stays while the exchange's own terms say what they did",
    ),
    tickStep: number('Orders are sent at multiples of so many ticks; the venue sees to it, and counts on in ticks'),
    lotStep: number('Likewise of quantities, in lots'),
    ...filters,
    ...limits,
  },
  SET_OWN_TERMS: {
    instrument: number(
      'Index of the instrument; all that follows is what the exchange itself says of it, and does not hold: what an operator has changed stays',
    ),
    ...changingTerms,
  },
  HOLD: {
    account: number('Index of the account'),
    asset: number('Index of the asset'),
    amount: amount('Minor units of the asset: what is free now, kept back from orders and transfers'),
    reference: text(
      'Of the transfer to the outside world that will take it, or of a release; a repeated one with the same content changes nothing',
    ),
  },
  RELEASE_HOLD: { reference: text('Of the hold: what it keeps back is free again; of one that is not there, nothing changes') },
} as const satisfies Record<string, Record<string, Field>>;

export type CommandType = keyof typeof commandFields;

export const commandTypes = Object.keys(commandFields) as readonly CommandType[];

type OrderTermsOf = { readonly [K in keyof typeof orderFields]: ValueOf<(typeof orderFields)[K]> };

type ValueOf<F> =
  F extends WordField<infer W>
    ? W
    : F extends NumberField
      ? number
      : F extends AmountField
        ? bigint
        : F extends TextField
          ? string
          : F extends FlagField
            ? boolean
            : OrderTermsOf;

export type OrderTermsFields = OrderTermsOf;

/** A command as an object: its type and the values of its fields. */
export type CommandOf<T extends CommandType> = { readonly type: T } & {
  readonly [K in keyof (typeof commandFields)[T]]: ValueOf<(typeof commandFields)[T][K]>;
};
