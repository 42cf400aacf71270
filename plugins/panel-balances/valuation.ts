import type { Markets } from '../../core/contract/client-services.ts';
import { type Instrument, type InstrumentId, isListed, parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { addDecimals, fromUnits, multiplyDecimals, toUnits, wholeUnits } from '../../core/domain/numbers/decimal.ts';
import { referenceOf } from '../../core/ui/index.ts';

/** What everything is valued in. */
export const money = 'USDT';

/** What one unit of an asset is worth, and by which market; none for the money itself. */
export interface Worth {
  readonly price: string;
  readonly market: InstrumentId | null;
}
/** Observable; null of what no market prices in money. */
export type WorthOf = (exchange: string, asset: string) => Worth | null;

/** Prices by the spot markets in money: that of the exchange that holds the asset, else any other. */
export function worthIn(markets: Pick<Markets, 'instruments' | 'ticker' | 'index'>): WorthOf {
  const markedByBase = new Map<string, Instrument[]>();
  for (const one of markets.instruments) {
    if (one.quote !== money || one.accountType !== 'spot' || !isListed(one)) continue;
    markedByBase.set(one.base, [...(markedByBase.get(one.base) ?? []), one]);
  }
  return (exchange, asset) => {
    if (asset === money) return { price: '1', market: null };
    const ids = markedByBase.get(asset) ?? [];
    for (const { id } of [...ids].sort((a, b) => Number(b.exchange === exchange) - Number(a.exchange === exchange))) {
      const reference = referenceOf(markets, id);
      if (reference !== null) return { price: reference.price, market: id };
    }
    return null;
  };
}

const decimals = 8;

/** Exact to the eighth decimal, what is below is cut. Null without a price, but nothing is worth nothing. */
export function valued(qty: string, price: string | null): string | null {
  if (!/[1-9]/.test(qty)) return '0';
  return price === null ? null : fromUnits(wholeUnits(multiplyDecimals(qty, price), decimals) ?? 0n, decimals);
}

/** What holdings are worth together, the assets among them that have no price, and the exchanges by whose prices it is reckoned. */
export interface WorthSum {
  readonly value: string;
  readonly unpriced: readonly string[];
  readonly exchanges: readonly string[];
}

interface Holding {
  readonly exchange: string;
  readonly asset: string;
  readonly total: string;
}

export function sumOf(holdings: readonly Holding[], worthOf: WorthOf): WorthSum {
  let value = '0';
  const [unpriced, exchanges] = [new Set<string>(), new Set<string>()];
  for (const { exchange, asset, total } of holdings) {
    const worth = worthOf(exchange, asset);
    const pricedAt = parseInstrumentId(worth?.market ?? '')?.exchange;
    if (pricedAt !== undefined) exchanges.add(pricedAt);
    const part = valued(total, worth?.price ?? null);
    if (part === null) unpriced.add(asset);
    else value = addDecimals(value, part);
  }
  return { value, unpriced: [...unpriced], exchanges: [...exchanges] };
}

/** How sums are shown: what one unit of an asset is worth in money, and how finely it is written. */
export interface Unit {
  readonly asset: string;
  readonly price: string;
  readonly step: string;
}
const moneyUnit: Unit = { asset: money, price: '1', step: '0.01' };

/** The asset that the reader has chosen; money, where nothing prices it now. Observable. */
export function unitOf(currency: string, worthOf: WorthOf): Unit {
  const price = currency === money ? null : (worthOf('', currency)?.price ?? null);
  if (price === null || !/[1-9]/.test(price)) return moneyUnit;
  // What a cent is worth in it, about: one digit less for each ten that it costs.
  const decimals = Math.max(2, Math.min(decimalsShown, 1 + (price.split('.')[0] ?? '').length));
  return { asset: currency, price, step: `0.${'1'.padStart(decimals, '0')}` };
}
const decimalsShown = 8;

/** A sum in money as so much of the unit, at the price of now; what is below the eighth decimal is cut. */
export function shownIn({ asset, price }: Unit, value: string): string {
  if (asset === money) return value;
  const scale = 20n;
  const [have, cost] = [toUnits(value, Number(scale)) ?? 0n, toUnits(price, Number(scale)) ?? 1n];
  return fromUnits((have * 10n ** BigInt(decimals)) / cost, decimals);
}
