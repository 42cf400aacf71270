import { pricesBase } from '../../../../core/domain/clearing/kinds.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { divideHalfUp, fromUnits, pow10, toUnits } from '../../../../core/domain/numbers/decimal.ts';
import { assetRoute, commonAssets, type RateLeg, valuedRoute } from './asset-route.ts';

/** What one unit of an asset is worth in another; null while no market says it. */
export type RateSource = (asset: string, into: string) => string | null;

type LastPrices = (id: InstrumentId) => string | null;

const scale = 20;
const one = pow10(scale);

/**
 * Rates at the last prices of spot markets, and of contracts where no spot market says one, by the way of {@link valuedRoute}. The exchanges on which a result was made say them first;
 * others only where those cannot.
 */
export function rateSource(
  instruments: () => readonly Instrument[],
  lastPrice: LastPrices,
  ownExchanges: () => ReadonlySet<string>,
): RateSource {
  return (asset, into) => {
    const route = pricedRoute(instruments(), lastPrice, ownExchanges(), asset, into);
    if (route === null) return null;
    let rate = one;
    for (const { id, isTurned } of route) {
      const price = toUnits(lastPrice(id) ?? '0', scale) ?? 0n;
      rate = isTurned ? divideHalfUp(rate * one, price) : (rate * price) / one;
    }
    return fromUnits(rate, scale);
  };
}

/** Over markets that have a price. */
function pricedRoute(
  instruments: readonly Instrument[],
  lastPrice: LastPrices,
  own: ReadonlySet<string>,
  asset: string,
  into: string,
): readonly RateLeg[] | null {
  const priced = instruments.filter(({ id }) => (toUnits(lastPrice(id) ?? '0', scale) ?? 0n) > 0n);
  const spot = priced.filter(({ accountType }) => accountType === 'spot');
  const first = spot.filter(({ exchange }) => own.has(exchange));
  const found = valuedRoute([first, spot], asset, new Set([into]));
  return found ?? assetRoute(priced.filter(pricesBase), asset, new Set([into]));
}

/** Markets whose prices {@link rateSource} may ask for between these assets; none where there is nothing to convert. */
export function rateMarkets(
  assets: readonly string[],
  instruments: readonly Instrument[],
  lastPrice: LastPrices,
  ownExchanges: ReadonlySet<string>,
): readonly InstrumentId[] {
  if (assets.length < 2) return [];
  const known = new Set([...assets, ...commonAssets]);
  const direct = instruments.filter(({ base, quote }) => known.has(base) && known.has(quote)).filter(pricesBase);
  const ways = assets.flatMap((asset) =>
    commonAssets.flatMap((into) => (pricedRoute(instruments, lastPrice, ownExchanges, asset, into) ?? []).map(({ id }) => id)),
  );
  return [...new Set([...direct.map(({ id }) => id), ...ways])];
}
