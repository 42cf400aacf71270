/** What can be traded, and on what grid. */

/** `spot` and `margin` share instruments; the contract kinds say in which unit a position settles. */
export const accountTypes = ['spot', 'margin', 'isolated_margin', 'usdm', 'coinm', 'option', 'ashare'] as const;
export type AccountType = (typeof accountTypes)[number];

/** `linear` settles in the quote asset, `inverse` in the base coin; `spot` has no position. */
export const contractKinds = ['spot', 'linear', 'inverse', 'option', 'equity'] as const;
export type ContractKind = (typeof contractKinds)[number];

export const settlementTerms = ['none', 'perpetual', 'current_quarter', 'next_quarter'] as const;
export type SettlementTerm = (typeof settlementTerms)[number];

export const instrumentStates = ['TRADING', 'HALTED', 'DELISTED'] as const;
export type InstrumentState = (typeof instrumentStates)[number];

/** `exchange/symbol/account_type`, for example `tessera/BTCUSDT/spot`: the key of a dashboard tab. */
export type InstrumentId = string;

export interface InstrumentKey {
  readonly exchange: string;
  readonly symbol: string;
  readonly accountType: AccountType;
}

/** All amounts are decimal strings in the unit that the name says. */
export interface Instrument extends InstrumentKey {
  /** `exchange/symbol/account_type`. */
  readonly id: InstrumentId;
  /** `spot`, `linear`, `inverse`, `option` or `equity`: in what a position settles. */
  readonly contractKind: ContractKind;
  /** `none`, `perpetual`, or the quarter of its delivery. */
  readonly settlement: SettlementTerm;
  /** Asset that is counted in quantities. */
  readonly base: string;
  /** Asset that prices are in. */
  readonly quote: string;
  /** Smallest price step, in quote per base. */
  readonly tick: string;
  /** Smallest quantity step, in base. */
  readonly lot: string;
  /** Smallest quantity of an order, in base. */
  readonly minQty: string;
  /** Largest quantity of an order, in base. */
  readonly maxQty: string;
  /** Smallest price × quantity, in quote. */
  readonly minNotional: string;
  /** Widest distance of a limit price from the last price on the aggressive side; '0.2' is 20 %. */
  readonly priceBand: string;
  /** Fee of an order that rested, as a fraction of what is received; '0.001' is 10 basis points. */
  readonly makerFee: string;
  /** Fee of an order that traded at once, likewise. */
  readonly takerFee: string;
  /** `TRADING`, `HALTED` (cancels only) or `DELISTED`. */
  readonly state: InstrumentState;
}

/** An asset and its ledger scale: balances are integers of 10^-scale. */
export interface Asset {
  readonly code: string;
  readonly scale: number;
}

/** Two assets of which one is priced in the other, wherever they are traded. */
export type AssetPair = Pick<Instrument, 'base' | 'quote'>;

/** `BTC/USDT`. */
export const pairKey = ({ base, quote }: AssetPair): string => `${base}/${quote}`;

export const instrumentId = (key: InstrumentKey): InstrumentId => `${key.exchange}/${key.symbol}/${key.accountType}`;

/** Splits an instrument id; null when it is not `exchange/symbol/account_type` with a known account type. */
export function parseInstrumentId(id: string): InstrumentKey | null {
  const [exchange, symbol, accountType, rest] = id.split('/');
  if (!exchange || !symbol || rest !== undefined) return null;
  if (!accountTypes.includes(accountType as AccountType)) return null;
  return { exchange, symbol, accountType: accountType as AccountType };
}
