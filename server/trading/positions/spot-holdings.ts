import type { Balance } from '../../../core/contract/trading.ts';
import { settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import { type Instrument, type InstrumentId, instrumentId } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { type CostedHolding, cutHolding } from '../../../core/domain/orders/cost-basis.ts';
import type { PositionRecord } from '../../store/records.ts';

export interface HoldingMarkets {
  instrument(id: InstrumentId): Instrument | null;
  instruments(): readonly Instrument[];
}

/** What an account holds of an asset, in the market that it was bought in. */
export interface SpotHolding {
  readonly balance: Balance;
  readonly instrument: Instrument;
  readonly qty: string;
  /** Null of coins whose cost is not known: they stand in the first market that prices them. */
  readonly costed: { readonly position: PositionRecord; readonly holding: CostedHolding } | null;
}

/**
 * Holdings as positions. The wallet has the last word on the quantity: what left it otherwise than by a sell is taken from
 * the positions, and what came into it otherwise than by a buy stands without a cost. Money (an asset that no market of
 * the exchange prices) is no position.
 */
export function spotHoldings(
  positions: readonly PositionRecord[],
  balances: readonly Balance[],
  markets: HoldingMarkets,
): readonly SpotHolding[] {
  const priced = pricedBy(markets.instruments());
  const ofAccount = new Map<number, PositionRecord[]>();
  for (const position of positions) {
    if (position.accountType !== 'spot') continue;
    const known = ofAccount.get(position.apiId);
    if (known === undefined) ofAccount.set(position.apiId, [position]);
    else known.push(position);
  }
  const holdings: SpotHolding[] = [];
  for (const balance of balances) {
    const market = balance.accountType === 'spot' ? priced.get(`${balance.exchange}/${balance.asset}`) : undefined;
    if (market === undefined) continue;
    let rest = balance.total;
    for (const position of ofAccount.get(balance.apiId) ?? []) {
      const instrument = markets.instrument(instrumentId({ ...position, exchange: position.venue }));
      if (instrument?.base !== balance.asset || compareDecimals(rest, '0') <= 0) continue;
      const holding = cutHolding(position, rest);
      if (compareDecimals(holding.qty, '0') <= 0) continue;
      holdings.push({ balance, instrument, qty: holding.qty, costed: { position, holding } });
      rest = addDecimals(rest, negateDecimal(holding.qty));
    }
    if (compareDecimals(rest, '0') > 0) holdings.push({ balance, instrument: market, qty: rest, costed: null });
  }
  return holdings;
}

/** The first spot market that prices an asset, by `exchange/asset`. */
function pricedBy(instruments: readonly Instrument[]): ReadonlyMap<string, Instrument> {
  const markets = new Map<string, Instrument>();
  for (const instrument of instruments) {
    const key = `${instrument.exchange}/${instrument.base}`;
    if (!settlesInMargin(instrument) && !markets.has(key)) markets.set(key, instrument);
  }
  return markets;
}
