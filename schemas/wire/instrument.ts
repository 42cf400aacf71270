import { type Static, Type } from '@sinclair/typebox';
import { contractKinds, instrumentStates, optionTypes, settlementTerms } from '../../core/domain/markets/instrument.ts';
import { AccountTypeName, Decimal, ExchangeId, InstrumentIdText, nullable, oneOf, SymbolName, strict, TimeMs } from '../common.ts';

const BracketView = strict({
  cap: Decimal,
  max_leverage: Type.Integer({ minimum: 1 }),
  maintenance_rate: Decimal,
  deduction: Decimal,
});

const Minute = Type.Integer({ minimum: 0, maximum: 1440 });

/** A market's terms. What only some kinds have is absent from the others. */
export const InstrumentView = strict({
  id: InstrumentIdText,
  exchange: ExchangeId,
  symbol: SymbolName,
  account_type: AccountTypeName,
  contract_kind: oneOf(contractKinds),
  settlement: oneOf(settlementTerms),
  base: Type.String(),
  quote: Type.String(),
  tick: Decimal,
  lot: Decimal,
  min_qty: Decimal,
  max_qty: Decimal,
  min_notional: Decimal,
  price_band: Decimal,
  maker_fee: Decimal,
  taker_fee: Decimal,
  state: oneOf(instrumentStates),
  /** Of contracts and options. */
  settle_asset: Type.Optional(Type.String()),
  multiplier: Type.Optional(Decimal),
  /** Null of a perpetual. */
  expiry: Type.Optional(nullable(TimeMs)),
  /** Of linear and inverse contracts; null of one that is delivered. */
  funding_hours: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  brackets: Type.Optional(Type.Array(BracketView)),
  /** Of options. */
  option_type: Type.Optional(oneOf(optionTypes)),
  strike: Type.Optional(Decimal),
  /** Of equities: [first minute of the day, minute after the last]. */
  sessions: Type.Optional(Type.Array(Type.Tuple([Minute, Minute]))),
  time_zone: Type.Optional(Type.String()),
  price_limit: Type.Optional(nullable(Decimal)),
});
export type InstrumentView = Static<typeof InstrumentView>;
