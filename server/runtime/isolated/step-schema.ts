import { type TSchema, Type } from '@sinclair/typebox';
import { mostHistory } from '../../../core/contract/strategy.ts';
import { accountTypes } from '../../../core/domain/markets/instrument.ts';
import { orderSides } from '../../../core/domain/orders/order.ts';
import { ApiId, Decimal, InstrumentIdText, IntervalName, oneOf, SignedDecimal, strict } from '../../../schemas/common.ts';
import { intentProperties } from '../../../schemas/wire/order-shapes.ts';

/** What a foreign strategy may answer, field by field: `core/contract/strategy.ts` as data, with limits of size. */

const mostActions = 200;
const mostSubscriptions = 100;
const longestTimerMs = 30 * 86_400_000;

const Tag = Type.String({ minLength: 1, maxLength: 80 });
const TextKey = Type.String({ maxLength: 120 });
const TextParams = Type.Record(Type.String({ maxLength: 60 }), Type.Union([Type.String({ maxLength: 400 }), Type.Number()]), {
  maxProperties: 20,
});
const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

const Intent = strict({ instrumentId: InstrumentIdText, ...intentProperties() });

const action = <T extends string, P extends Record<string, TSchema>>(type: T, fields: P) => strict({ type: Type.Literal(type), ...fields });

const AssetCode = Type.String({ pattern: '^[A-Z0-9]{1,16}$' });
const Loan = { tag: Tag, apiId: ApiId, accountType: oneOf(accountTypes), asset: AssetCode, amount: Decimal };

/** By type, so that a refusal names the field and not twelve alternatives. */
export const actionSchemas: Readonly<Record<string, TSchema>> = {
  place: action('place', { tag: Tag, intent: Intent }),
  amend: action('amend', { tag: Tag, price: optional(Decimal), qty: optional(Decimal), triggerPrice: optional(Decimal) }),
  cancel: action('cancel', { tag: Tag }),
  transfer: action('transfer', {
    tag: optional(Tag),
    apiId: ApiId,
    asset: AssetCode,
    amount: Decimal,
    from: oneOf(accountTypes),
    to: oneOf(accountTypes),
  }),
  borrow: action('borrow', Loan),
  repay: action('repay', Loan),
  startExecutor: action('startExecutor', { tag: Tag, kind: Type.String({ maxLength: 40 }), config: Type.Object({}) }),
  setTimer: action('setTimer', { timer: Tag, afterMs: Type.Number({ minimum: 0, maximum: longestTimerMs }) }),
  finish: action('finish', { key: TextKey, params: TextParams }),
  note: action('note', { key: TextKey, params: TextParams }),
  plot: action('plot', { instrumentId: InstrumentIdText, series: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }), value: SignedDecimal }),
  mark: action('mark', {
    instrumentId: InstrumentIdText,
    key: TextKey,
    params: TextParams,
    side: optional(oneOf(orderSides)),
    price: optional(SignedDecimal),
  }),
};

const Market = { instrumentId: InstrumentIdText };
export const subscriptionSchemas: Readonly<Record<string, TSchema>> = {
  band: action('band', { ...Market, low: Decimal, high: Decimal }),
  book: action('book', { ...Market, levels: Type.Integer({ minimum: 1, maximum: 1_000 }) }),
  candle: action('candle', { ...Market, interval: IntervalName, history: optional(Type.Integer({ minimum: 0, maximum: mostHistory })) }),
  trade: action('trade', Market),
  ticker: action('ticker', Market),
  funding: action('funding', Market),
  mark: action('mark', Market),
  index: action('index', Market),
  session: action('session', Market),
};

const Typed = Type.Object({ type: Type.String({ maxLength: 40 }) });

/** The frame; its actions and subscriptions are held against their own schemas. */
export const StepSchema = strict({
  state: Type.Unknown(),
  actions: optional(Type.Array(Typed, { maxItems: mostActions })),
  subscribe: optional(Type.Array(Typed, { maxItems: mostSubscriptions })),
});
