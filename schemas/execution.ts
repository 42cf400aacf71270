import { type Static, Type } from '@sinclair/typebox';
import { decimalPattern } from '../core/domain/numbers/decimal.ts';
import { orderSides } from '../core/domain/orders/order.ts';
import { ApiId, Decimal, InstrumentIdText, oneOf, strict } from './common.ts';
import { choiceField, countField, quantityField, secondsField } from './forms.ts';

/** Configs of the shared executors, and the executor settings as fields of strategy forms. */

/** What an execution does with its rest when its total time is over. */
export const takerActions = ['MARKET_REST', 'CANCEL_REST', 'CONTINUE'] as const;

/** What becomes of a leg that its hedge has not followed in time: the hedge is completed, or the leg taken back. */
export const unwindRules = ['COMPLETE', 'UNWIND'] as const;

const longestSeconds = 7 * 86_400;

/** Executor settings; `text` gives the key of a field's text. */
export const executorSettings = (text: (name: string) => string) => ({
  /** Smallest child order; the market's own smallest when it is larger. */
  minOrderQty: Type.Optional(quantityField({ title: text('minOrderQty'), group: 'execution' })),
  maxOrderQty: Type.Optional(quantityField({ title: text('maxOrderQty'), group: 'execution' })),
  /** Slices that the quantity is divided into. */
  baseSplitOrders: countField(
    { title: text('baseSplitOrders'), group: 'execution', help: text('baseSplitOrdersHelp') },
    { minimum: 1, maximum: 1_000, standard: 12 },
  ),
  /** Slices at most, when the planned ones were not enough. */
  maxSplitOrders: countField(
    { title: text('maxSplitOrders'), group: 'execution', help: text('maxSplitOrdersHelp') },
    { minimum: 1, maximum: 5_000, standard: 50 },
  ),
  orderTimeoutSeconds: secondsField(
    { title: text('orderTimeoutSeconds'), group: 'execution', help: text('orderTimeoutSecondsHelp') },
    { minimum: 1, maximum: longestSeconds, standard: 30 },
  ),
  totalTimeoutSeconds: secondsField(
    { title: text('totalTimeoutSeconds'), group: 'execution', help: text('totalTimeoutSecondsHelp') },
    { minimum: 1, maximum: longestSeconds, standard: 3_600 },
  ),
  timeoutTakerAction: choiceField(takerActions, { title: text('timeoutTakerAction'), group: 'execution' }, 'MARKET_REST'),
});

const Seconds = Type.Integer({ minimum: 1, maximum: longestSeconds });
const Market = { apiId: ApiId, instrumentId: InstrumentIdText };
const Parent = { ...Market, side: oneOf(orderSides), qty: Decimal };
/** No order is dearer to buy, or cheaper to sell, than the `limitPrice`. */
const Sliced = { ...Parent, limitPrice: Type.Optional(Decimal), ...executorSettings((name) => name) };

/** One order; without a price a market order. */
export const PlainOrderConfig = strict({ ...Parent, price: Type.Optional(Decimal) });
export type PlainOrderConfig = Static<typeof PlainOrderConfig>;

export const SliceConfig = strict(Sliced);
export type SliceConfig = Static<typeof SliceConfig>;

export const TwapConfig = strict({ ...Sliced, durationSeconds: Seconds });
export type TwapConfig = Static<typeof TwapConfig>;

/** `hourlyWeights`: share of a day's volume by hour of UTC, in any unit; absent: all hours alike. */
export const VwapConfig = strict({
  ...Sliced,
  durationSeconds: Seconds,
  hourlyWeights: Type.Optional(Type.Array(Type.Number({ minimum: 0 }), { minItems: 24, maxItems: 24 })),
});
export type VwapConfig = Static<typeof VwapConfig>;

/** `participationRate`: share of the traded volume, a fraction. */
export const PovConfig = strict({ ...Sliced, participationRate: Decimal });
export type PovConfig = Static<typeof PovConfig>;

/** `price` and `depthQty`: what is known of the other side of its book when the parent starts. */
const Leg = strict({
  ...Market,
  side: oneOf(orderSides),
  limitPrice: Decimal,
  /** Base of this leg for each unit of `qty`; absent: 1. */
  ratio: Type.Optional(Type.String({ pattern: `^(?=.*[1-9])${decimalPattern.source.slice(1)}`, maxLength: 41, examples: ['1.5'] })),
  /** Only legs that say so may go first; where none does, any may. */
  leads: Type.Optional(Type.Boolean()),
  price: Type.Optional(Decimal),
  depthQty: Type.Optional(Decimal),
});

/** Two to eight legs. Each is to gain or give `qty` times its ratio, after fees that are taken in coins. */
export const MultiLegConfig = strict({
  legs: Type.Array(Leg, { minItems: 2, maxItems: 8 }),
  qty: Decimal,
  /** Largest order of the leg that goes first, for each unit of its ratio. */
  maxOrderQty: Type.Optional(Decimal),
  /** How far a hedge may go beyond the touch, a fraction. */
  maxSlippage: Decimal,
  orderTimeoutSeconds: Seconds,
  /** In quote. */
  maxUnhedgedAmount: Decimal,
  maxUnhedgedSeconds: Seconds,
  unwindRule: oneOf(unwindRules),
});
export type MultiLegConfig = Static<typeof MultiLegConfig>;

/** Lines from the lowest price up; each has an order of `qty` but the one nearest to the price. */
export const GridConfig = strict({ ...Market, prices: Type.Array(Decimal, { minItems: 2, maxItems: 400 }), qty: Decimal });
export type GridConfig = Static<typeof GridConfig>;
