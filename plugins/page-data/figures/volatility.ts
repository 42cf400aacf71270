import { quantile, realisedVolatility, type Series } from './statistics.ts';

const hourMs = 3_600_000;
/** Lengths of time of the cone, in hours: a day, three, a week, two, a month. */
export const horizons = [24, 72, 168, 336, 720] as const;
/** Windows that a horizon needs before it has percentiles. */
const leastWindows = 30;
/** Shares of the windows that lie below each line of the cone. */
export const coneShares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;

interface ConePoint {
  readonly hours: number;
  /** By `coneShares`; null with fewer than `leastWindows` windows. Volatilities by the year, as fractions. */
  readonly percentiles: readonly number[] | null;
  /** Of the window that ends now; null while there is none. */
  readonly current: number | null;
  /** Windows of this length that there are: one begins with every hour. */
  readonly windows: number;
}

/** What realised volatility has been over windows of each length, of hourly log returns. A window that lacks an hour does not count. */
export const volatilityCone = (returns: Series): readonly ConePoint[] =>
  horizons.map((hours) => {
    const windows = windowVolatilities(returns, hours);
    const found = windows.filter((one) => one !== null).sort((a, b) => a - b);
    const percentiles = found.length < leastWindows ? null : coneShares.map((share) => quantile(found, share));
    return { hours, percentiles, current: windows.at(-1) ?? null, windows: found.length };
  });

/** Of every window of so many returns, by running sums; null for one that lacks any. */
function windowVolatilities(returns: Series, hours: number): readonly (number | null)[] {
  const volatilities: (number | null)[] = [];
  let [squares, missing] = [0, 0];
  returns.forEach((value, at) => {
    squares += (value ?? 0) ** 2;
    missing += value === null ? 1 : 0;
    if (at >= hours) {
      const left = returns[at - hours] ?? null;
      squares -= (left ?? 0) ** 2;
      missing -= left === null ? 1 : 0;
    }
    if (at >= hours - 1) volatilities.push(missing > 0 ? null : realisedVolatility([Math.sqrt(Math.max(0, squares) / hours)], hourMs));
  });
  return volatilities;
}

/** Returns that an hour of the week needs. */
const leastOfHour = 4;

export interface HourCell {
  /** 0 is Monday. */
  readonly weekday: number;
  /** By the clock of the time zone, 0 to 23. */
  readonly hour: number;
  /** By the year, as a fraction; null with fewer than `leastOfHour` returns. */
  readonly volatility: number | null;
  readonly returns: number;
}

/** Realised volatility of each hour of the week: `placeOf` tells where the hour that begins at a time stands, 0 for Monday 0:00 to 167. */
export function hoursOfWeek(fromMs: number, returns: Series, placeOf: (timeMs: number) => number): readonly HourCell[] {
  const found: number[][] = Array.from({ length: 168 }, () => []);
  returns.forEach((value, at) => {
    if (value !== null) found[placeOf(fromMs + at * hourMs)]?.push(value);
  });
  return found.map((values, place) => ({
    weekday: Math.floor(place / 24),
    hour: place % 24,
    volatility: values.length < leastOfHour ? null : realisedVolatility(values, hourMs),
    returns: values.length,
  }));
}
