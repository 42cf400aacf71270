import { divideHalfUp, fromUnits, pow10, toUnits } from '../../../core/domain/decimal.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';

/** What one unit of an asset is worth in another; null while no market says it. */
export type RateSource = (asset: string, into: string) => string | null;

/** Assets that most others are traded against, the preferred first: amounts in several assets are valued in one of these. */
const common = ['USDT', 'USDC', 'USD'];
const scale = 20;
const one = pow10(scale);

/** The asset in which amounts in all of these are valued: their own where there is one, else the most common, else the first by name. */
export function valuationAssetOf(assets: Iterable<string>): string {
  const all = [...new Set(assets)].sort();
  return all.length < 2 ? (all[0] ?? '') : (common.find((asset) => all.includes(asset)) ?? (all[0] as string));
}

/**
 * Rates at the last prices of spot markets: of one between the two assets, whichever way round, or of two over a common asset.
 * The exchanges on which a result was made say them first; others only where those cannot.
 */
export function rateSource(
  instruments: () => readonly Instrument[],
  lastPrice: (id: InstrumentId) => string | null,
  ownExchanges: () => ReadonlySet<string>,
): RateSource {
  const every = ratesAmong(instruments, lastPrice);
  return (asset, into) => {
    const exchanges = ownExchanges();
    const own = ratesAmong(() => instruments().filter(({ exchange }) => exchanges.has(exchange)), lastPrice);
    return own(asset, into) ?? every(asset, into);
  };
}

function ratesAmong(instruments: () => readonly Instrument[], lastPrice: (id: InstrumentId) => string | null): RateSource {
  const priceOf = (base: string, quote: string): bigint | null => {
    for (const instrument of instruments()) {
      if (instrument.accountType !== 'spot' || instrument.base !== base || instrument.quote !== quote) continue;
      const price = toUnits(lastPrice(instrument.id) ?? '0', scale);
      if (price !== null && price > 0n) return price;
    }
    return null;
  };
  const direct = (asset: string, into: string): bigint | null => {
    if (asset === into) return one;
    const turned = priceOf(into, asset);
    return priceOf(asset, into) ?? (turned === null ? null : divideHalfUp(one * one, turned));
  };
  return (asset, into) => {
    const rate = direct(asset, into);
    if (rate !== null) return fromUnits(rate, scale);
    for (const between of common) {
      const [first, second] = [direct(asset, between), direct(between, into)];
      if (first !== null && second !== null) return fromUnits((first * second) / one, scale);
    }
    return null;
  };
}

/** Markets whose prices {@link rateSource} may ask for between these assets; none where there is nothing to convert. */
export function rateMarkets(assets: readonly string[], instruments: Iterable<Instrument>): readonly InstrumentId[] {
  if (assets.length < 2) return [];
  const known = new Set([...assets, ...common]);
  return [...instruments].flatMap(({ id, base, quote, accountType }) =>
    accountType === 'spot' && known.has(base) && known.has(quote) ? [id] : [],
  );
}
