import type { Amount } from '../../core/domain/clearing/amount.ts';
import type { AccountType, ContractKind } from '../../core/domain/instrument.ts';
import type { OrderSide } from '../../core/domain/order.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import type { Ledger } from './ledger.ts';
import type { EngineSink } from './sink.ts';
import { spotRules } from './spot-rules.ts';

/** One trade as the ledger sees it. Reused: valid only during the call. */
export interface Fill {
  instrument: InstrumentRecord;
  tradeId: number;
  buyer: number;
  seller: number;
  /** Minor units of base and of quote that change hands. */
  baseAmount: Amount;
  quoteAmount: Amount;
  /** Minor units of the asset that the side receives. */
  buyerFee: Amount;
  sellerFee: Amount;
  timeMs: number;
}

/** What differs between contract kinds: who may trade, what an order holds, how a trade settles. */
export interface ContractRules {
  readonly accountTypes: readonly AccountType[];
  /** Asset that an order of this side holds. */
  holdAsset(instrument: InstrumentRecord, side: OrderSide): number;
  /** Minor units of that asset that `lots` at `price` (ticks) need; linear in lots. */
  need(instrument: InstrumentRecord, side: OrderSide, price: number, lots: number): Amount;
  /** Most lots that `amount` can cover at `price`. */
  lotsFor(instrument: InstrumentRecord, side: OrderSide, price: number, amount: bigint): number;
  /** Posts one balanced ledger entry. Holds are the caller's business. */
  settle(ledger: Ledger, fill: Fill, sink: EngineSink): void;
}

/** Kinds without rules yet are refused when an instrument is added. */
const rulesByKind: Partial<Record<ContractKind, ContractRules>> = { spot: spotRules };

export const contractRules = (kind: ContractKind): ContractRules | undefined => rulesByKind[kind];
