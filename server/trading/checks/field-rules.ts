import { AppError } from '../../../core/contract/app-error.ts';
import type { OrderIntent, OrderLeg } from '../../../core/contract/trading.ts';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { type OfKind, settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import { isTriggerType, type OrderType, type TimeInForce, type TriggerKind, timesInForce } from '../../../core/domain/orders/order.ts';

/** Which fields each order type and trigger kind needs or forbids (trading rules §2, §7), as data. */

type TermField = 'price' | 'qty' | 'quoteAmount' | 'triggerPrice' | 'watchedPrice' | 'timeInForce' | 'closePosition';
type KindField = TermField | 'takeProfit' | 'stopLoss';

interface FieldRule<F extends string> {
  readonly required: readonly F[];
  readonly forbidden: readonly F[];
  /** Exactly one of the two. */
  readonly either?: readonly [F, F];
}

interface TypeRule extends FieldRule<TermField> {
  readonly timesInForce: readonly TimeInForce[];
}

/** An order without a limit price never rests. */
const atOnce: readonly TimeInForce[] = ['IOC', 'FOK'];

const triggerMarket: TypeRule = {
  required: ['triggerPrice'],
  either: ['qty', 'closePosition'],
  forbidden: ['price', 'quoteAmount'],
  timesInForce: atOnce,
};
const triggerLimit: TypeRule = {
  required: ['triggerPrice', 'price', 'qty'],
  forbidden: ['quoteAmount', 'closePosition'],
  timesInForce,
};

const typeRules: Readonly<Record<OrderType, TypeRule>> = {
  LIMIT: { required: ['price', 'qty'], forbidden: ['quoteAmount', 'triggerPrice', 'watchedPrice', 'closePosition'], timesInForce },
  MARKET: {
    required: [],
    either: ['qty', 'quoteAmount'],
    forbidden: ['price', 'triggerPrice', 'watchedPrice', 'closePosition'],
    timesInForce: atOnce,
  },
  STOP_MARKET: triggerMarket,
  TAKE_PROFIT_MARKET: triggerMarket,
  STOP_LOSS: triggerLimit,
  TAKE_PROFIT: triggerLimit,
  TRIGGER_LIMIT: triggerLimit,
  TRIGGER_MARKET: { required: ['triggerPrice', 'qty'], forbidden: ['price', 'quoteAmount', 'closePosition'], timesInForce: atOnce },
};

/** An OCO has its terms in the legs; its `type` is not used. */
const kindRules: Readonly<Record<TriggerKind | 'NONE', FieldRule<KindField>>> = {
  NONE: { required: [], forbidden: ['takeProfit', 'stopLoss'] },
  CONDITIONAL: { required: [], forbidden: ['takeProfit', 'stopLoss'] },
  OCO: {
    required: ['takeProfit', 'stopLoss', 'qty'],
    forbidden: ['price', 'quoteAmount', 'triggerPrice', 'timeInForce', 'closePosition'],
  },
  CONDITIONAL_OCO: { required: ['takeProfit', 'stopLoss'], forbidden: [] },
};

const legTypes = {
  takeProfit: ['LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET'],
  stopLoss: ['STOP_LOSS', 'STOP_MARKET'],
} as const satisfies Readonly<Record<string, readonly OrderType[]>>;
type LegName = keyof typeof legTypes;

/** First broken rule of the intent's shape, or null. Values are looked at by the grid rules. */
export function checkFields(intent: OrderIntent, capabilities: VenueCapabilities, instrument: OfKind): AppError | null {
  const kind = intent.triggerKind ?? 'NONE';
  const problem = checkCapabilities(intent, capabilities) ?? (settlesInMargin(instrument) ? null : checkNoPosition(intent));
  if (problem !== null) return problem;
  if (kind === 'CONDITIONAL' && !isTriggerType(intent.type)) return unsupported('triggerKind', kind);
  const broken = checkRule(intent, kindRules[kind], kind === 'NONE' || kind === 'CONDITIONAL' ? intent.type : kind, '');
  if (broken !== null) return broken;
  if (kind === 'NONE' || kind === 'CONDITIONAL') return checkType(intent);
  const entry = kind === 'OCO' ? null : checkType(intent);
  return entry ?? checkLeg(intent, 'takeProfit', capabilities) ?? checkLeg(intent, 'stopLoss', capabilities);
}

function checkCapabilities(intent: OrderIntent, capabilities: VenueCapabilities): AppError | null {
  if (!capabilities.trading) return unsupported('instrumentId', intent.instrumentId);
  if (!capabilities.orderTypes.includes(intent.type)) return unsupported('type', intent.type);
  const kind = intent.triggerKind;
  if (kind !== undefined && !capabilities.triggerKinds.includes(kind)) return unsupported('triggerKind', kind);
  const time = intent.timeInForce;
  if (time !== undefined && !capabilities.timesInForce.includes(time)) return unsupported('timeInForce', time);
  const { watchedPrice = 'LAST' } = intent;
  // The prices of a pair and its entry are compared with one another, so they are all of what is traded.
  const known = kind === 'OCO' || kind === 'CONDITIONAL_OCO' ? [] : (capabilities.referencePrices ?? []);
  if (watchedPrice !== 'LAST' && !known.includes(watchedPrice)) return unsupported('watchedPrice', watchedPrice);
  return intent.quoteAmount !== undefined && !capabilities.quoteAmount ? unsupported('quoteAmount', intent.quoteAmount) : null;
}

/** What only changes hands has no position. */
function checkNoPosition(intent: OrderIntent): AppError | null {
  if (intent.positionSide !== undefined && intent.positionSide !== 'BOTH') return unsupported('positionSide', intent.positionSide);
  if (intent.reduceOnly === true) return unsupported('reduceOnly', 'true');
  return intent.closePosition === true ? unsupported('closePosition', 'true') : null;
}

function checkType(intent: OrderIntent): AppError | null {
  const rule = typeRules[intent.type];
  return checkRule(intent, rule, intent.type, '') ?? checkTime(intent.timeInForce, rule, 'timeInForce');
}

function checkLeg(intent: OrderIntent, name: LegName, capabilities: VenueCapabilities): AppError | null {
  const leg = intent[name];
  if (leg === undefined) return missing(name, intent.triggerKind ?? intent.type);
  const types: readonly OrderType[] = legTypes[name];
  if (!types.includes(leg.type) || !capabilities.orderTypes.includes(leg.type)) return unsupported(`${name}.type`, leg.type);
  const rule = typeRules[leg.type];
  const needed = rule.required.filter((field) => field !== 'qty');
  return (
    checkRule<TermField>(leg, { required: needed, forbidden: rule.forbidden }, leg.type, `${name}.`) ??
    checkTime(leg.timeInForce, rule, `${name}.timeInForce`)
  );
}

function checkTime(time: TimeInForce | undefined, rule: TypeRule, field: string): AppError | null {
  return time !== undefined && !rule.timesInForce.includes(time) ? unsupported(field, time) : null;
}

function checkRule<F extends KindField>(terms: OrderIntent | OrderLeg, rule: FieldRule<F>, type: string, prefix: string): AppError | null {
  for (const field of rule.required) if (!given(terms, field)) return missing(prefix + field, type);
  for (const field of rule.forbidden) if (given(terms, field)) return forbidden(prefix + field, type);
  if (rule.either === undefined) return null;
  const [first, second] = rule.either;
  if (given(terms, first)) return given(terms, second) ? forbidden(prefix + second, type) : null;
  return given(terms, second) ? null : missing(prefix + first, type);
}

const given = (terms: OrderIntent | OrderLeg, field: KindField): boolean => {
  const value = (terms as Partial<Record<KindField, unknown>>)[field];
  return value !== undefined && value !== false;
};

const missing = (field: string, type: string): AppError => new AppError('ORDER_FIELD_MISSING', { field, type });
const forbidden = (field: string, type: string): AppError => new AppError('ORDER_FIELD_FORBIDDEN', { field, type });
const unsupported = (field: string, value: string): AppError => new AppError('ORDER_NOT_SUPPORTED', { field, value });
