import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';

/** Assets that most others are traded against, the preferred first: amounts in several assets are valued in one of these. */
export const commonAssets: readonly string[] = ['USDT', 'USDC', 'USD'];
const mostLegs = 4;

/** A market on the way from one asset to another; `isTurned`: it leads from its quote to its base, and its price is divided by. */
export interface RateLeg {
  readonly id: InstrumentId;
  readonly isTurned: boolean;
}

/** A market that says a rate between its assets. */
type RateMarket = Pick<Instrument, 'id' | 'base' | 'quote'>;

/** The asset in which amounts in all of these are valued: their own where there is one, else the most common, else the first by name. */
export function valuationAssetOf(assets: Iterable<string>): string {
  const all = [...new Set(assets)].sort();
  return all.length < 2 ? (all[0] ?? '') : (commonAssets.find((asset) => all.includes(asset)) ?? (all[0] as string));
}

/**
 * In what a loss is measured against a limit: the asset of results valued together with the quote of the order's market, so that a limit in
 * dollars is not taken for coins where a contract settles in those.
 */
export const limitAssetOf = (assets: Iterable<string>, quote: string | undefined): string =>
  valuationAssetOf(quote === undefined ? assets : [...assets, quote]);

/**
 * What an asset is worth in one of some others, which are worth the same: the way over the first of these groups of markets that has one, each wider than the one before. The
 * exchange that an asset lies at says its worth first: where it trades the asset, but not for `into`, its price is taken and then valued.
 */
export function valuedRoute(
  groups: ReadonlyArray<readonly RateMarket[]>,
  asset: string,
  into: ReadonlySet<string>,
): readonly RateLeg[] | null {
  const [own = [], ...wider] = groups;
  const found = assetRoute(own, asset, into);
  if (found !== null || wider.length === 0) return found;
  const [first] = own.filter(({ base }) => base === asset).sort((a, b) => rankOf(a.quote) - rankOf(b.quote));
  const further = first === undefined ? null : valuedRoute(wider, first.quote, into);
  // No longer in all than a way is by itself: what is led here is led over all markets too.
  if (first === undefined || further === null || further.length === mostLegs) return valuedRoute(wider, asset, into);
  return [{ id: first.id, isTurned: false }, ...further];
}

/**
 * The shortest way from an asset to one of some others over markets, of equally short ones that over the most common assets; null: there is none.
 * It leads from bases to quotes, and from a quote to a base only where that is wanted or a common asset: two prices of one coin would make
 * any spread between them the rate of their quotes. Backtests, rehearsals and running instances all value by it.
 */
export function assetRoute(markets: Iterable<RateMarket>, asset: string, into: ReadonlySet<string>): readonly RateLeg[] | null {
  if (into.has(asset)) return [];
  const steps = stepsAmong(markets);
  const ways = new Map<string, readonly RateLeg[]>([[asset, []]]);
  for (const [at, way] of ways) {
    // A Map goes on to what was added meanwhile: the nearest come first.
    if (way.length === mostLegs) return null;
    for (const { to, leg } of steps.get(at) ?? []) {
      if (ways.has(to) || (leg.isTurned && !into.has(to) && !commonAssets.includes(to))) continue;
      const further = [...way, leg];
      if (into.has(to)) return further;
      ways.set(to, further);
    }
  }
  return null;
}

function rankOf(asset: string): number {
  const place = commonAssets.indexOf(asset);
  return place < 0 ? commonAssets.length : place;
}

interface Step {
  readonly to: string;
  readonly leg: RateLeg;
}

/** Where one market leads from each asset; to common assets first, in order of the markets otherwise. */
function stepsAmong(markets: Iterable<RateMarket>): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Step[]>();
  const add = (from: string, to: string, leg: RateLeg): void => {
    const known = steps.get(from);
    if (known === undefined) steps.set(from, [{ to, leg }]);
    else known.push({ to, leg });
  };
  for (const { id, base, quote } of markets) {
    add(base, quote, { id, isTurned: false });
    add(quote, base, { id, isTurned: true });
  }
  const rank = ({ to, leg }: Step): number => rankOf(to) * 2 + (leg.isTurned ? 1 : 0);
  for (const list of steps.values()) list.sort((a, b) => rank(a) - rank(b));
  return steps;
}
