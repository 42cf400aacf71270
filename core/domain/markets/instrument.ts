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

/** What every market has. All amounts are decimal strings in the unit that the name says. */
export interface InstrumentTerms extends InstrumentKey {
  /** `exchange/symbol/account_type`. */
  readonly id: InstrumentId;
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

/** Coins for money, at once: a trade leaves no position. */
export interface SpotInstrument extends InstrumentTerms {
  /** In what a position settles: there is none. */
  readonly contractKind: 'spot';
  /** There is no date. */
  readonly settlement: 'none';
}

/** What the contracts of futures and perpetuals have, whatever they settle in. */
export interface FuturesTerms {
  /** `perpetual`, or the quarter of its delivery. */
  readonly settlement: 'perpetual' | 'current_quarter' | 'next_quarter';
  /** Asset in which margin, profit, fees and funding are paid. */
  readonly settleAsset: string;
  /** What one unit of quantity stands for: base of a linear contract, quote of an inverse one. */
  readonly multiplier: string;
  /** Time of delivery in ms; null of a perpetual. */
  readonly expiryMs: number | null;
  /** Hours between two times of funding; null of a contract that is delivered. */
  readonly fundingHours: number | null;
  /** Margin by the notional of a position, the smallest first. */
  readonly brackets: readonly BracketTerms[];
}

/** A contract that settles in the asset that prices are in. */
export interface LinearInstrument extends InstrumentTerms, FuturesTerms {
  /** In what a position settles: the quote. */
  readonly contractKind: 'linear';
}

/** A contract that settles in the coin that it is about. */
export interface InverseInstrument extends InstrumentTerms, FuturesTerms {
  /** In what a position settles: the base. */
  readonly contractKind: 'inverse';
}

/** The right to buy or to sell at a price on a day. */
export interface OptionInstrument extends InstrumentTerms {
  /** In what a position settles: the difference to the strike, once. */
  readonly contractKind: 'option';
  /** It ends by itself: there is no term but the expiry. */
  readonly settlement: 'none';
  /** A right to buy, or to sell. */
  readonly optionType: OptionType;
  /** Price of the right, in quote per base. */
  readonly strike: string;
  /** When it ends, in ms. */
  readonly expiryMs: number;
  /** Asset in which premium and pay-off are paid. */
  readonly settleAsset: string;
  /** Base that one unit of quantity stands for. */
  readonly multiplier: string;
}

/** A share: bought for money, and sold when the rules of its exchange let it be. */
export interface EquityInstrument extends InstrumentTerms {
  /** In what a position settles: shares, some days later. */
  readonly contractKind: 'equity';
  /** There is no date. */
  readonly settlement: 'none';
  /** Times of the day at which it trades, in order. */
  readonly sessions: readonly TradingSession[];
  /** IANA name of the time zone of the sessions. */
  readonly timeZone: string;
  /** Furthest that a price may be from the close before, as a fraction: '0.1' is 10 %; null without a limit. */
  readonly priceLimit: string | null;
}

/** What can be traded. Each kind brings what its clearing asks for; nothing else has to ask for the kind. */
export type Instrument = SpotInstrument | LinearInstrument | InverseInstrument | OptionInstrument | EquityInstrument;

/** One bracket of margin, amounts in whole units of the quote as decimal text. */
export interface BracketTerms {
  /** Largest notional of the bracket. */
  readonly cap: string;
  /** Largest leverage in it. */
  readonly maxLeverage: number;
  /** Maintenance margin as a fraction of the notional. */
  readonly maintenanceRate: string;
  /** Taken off the maintenance margin, so that it has no step where brackets meet. */
  readonly deduction: string;
}

export const optionTypes = ['CALL', 'PUT'] as const;
export type OptionType = (typeof optionTypes)[number];

/** A time of trading within a day, in minutes after midnight. */
export interface TradingSession {
  readonly fromMinute: number;
  /** Not included. */
  readonly toMinute: number;
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

/** One that has ended is known for the sake of its orders, and is nothing to choose. */
export const isListed = ({ state }: Pick<InstrumentTerms, 'state'>): boolean => state !== 'DELISTED';

/** Splits an instrument id; null when it is not `exchange/symbol/account_type` with a known account type. */
export function parseInstrumentId(id: string): InstrumentKey | null {
  const [exchange, symbol, accountType, rest] = id.split('/');
  if (!exchange || !symbol || rest !== undefined) return null;
  if (!accountTypes.includes(accountType as AccountType)) return null;
  return { exchange, symbol, accountType: accountType as AccountType };
}
