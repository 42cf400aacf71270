import type { Recordings } from '../../../../core/contract/server-services.ts';
import { settlesInMargin } from '../../../../core/domain/clearing/kinds.ts';
import type { Interval } from '../../../../core/domain/markets/interval.ts';
import { type BarSeries, readBars } from '../../../../core/simulation/recordings/bar-recording.ts';
import { recordedInstrument, recordedPair } from '../../../../core/simulation/recordings/recorded-instrument.ts';
import { candleFiles, marketKind, replayedExchange } from '../../../../core/simulation/recordings/recording-folder.ts';
import { assetRoute, valuationAssetOf } from '../../driver/account/asset-route.ts';
import type { BarFeedMarket } from './bar-feed.ts';

const isUsable = (name: string): boolean => /^[a-z][a-z0-9_]*$/.test(name);

/**
 * Recorded spot markets that say what the quotes of a run are worth in its money, where its own markets do not: of the exchanges of the
 * run first. Their bars are those of the time that the run has.
 */
export async function rateBars(
  recordings: Recordings,
  markets: readonly BarFeedMarket[],
  interval: Interval,
  lengthMs: number,
): Promise<readonly BarFeedMarket[]> {
  const instruments = markets.map(({ part }) => part.instrument);
  const quotes = [...new Set(instruments.map(({ quote }) => quote))];
  const money = valuationAssetOf(quotes);
  const unled = quotes.filter((quote) => assetRoute(instruments, quote, new Set([money])) === null);
  if (unled.length === 0) return [];
  const own = new Set(instruments.map(({ exchange }) => exchange));
  const spot = (await recordings.list('candles')).filter((name) => isUsable(name) && !settlesInMargin(marketKind(name)));
  const venues = spot.sort((a, b) => Number(own.has(replayedExchange(b))) - Number(own.has(replayedExchange(a))));
  const found: BarFeedMarket[] = [];
  for (const asset of unled) {
    const rate = await rateOf(recordings, venues, interval, asset, money);
    if (rate === null) continue;
    const series = within(await readBars(recordings, rate.file, lengthMs), markets);
    const recording = { ...rate, kind: 'candles', streams: () => [] } as const;
    const instrument = recordedInstrument(replayedExchange(rate.venue), recording, series.grid);
    found.push({ part: { instrument, grid: series.grid, kind: 'bars' }, series });
  }
  return found;
}

interface RateFile {
  readonly venue: string;
  readonly symbol: string;
  readonly file: string;
}

async function rateOf(
  recordings: Recordings,
  venues: readonly string[],
  interval: Interval,
  asset: string,
  money: string,
): Promise<RateFile | null> {
  for (const venue of venues) {
    for (const { symbol, file } of await candleFiles(recordings, venue, interval)) {
      const { base, quote } = recordedPair(symbol.toUpperCase());
      if ((base === asset && quote === money) || (base === money && quote === asset)) return { venue, symbol: symbol.toUpperCase(), file };
    }
  }
  return null;
}

/** The bars that lie in the time of others. */
export function within(series: BarSeries, markets: readonly BarFeedMarket[]): BarSeries {
  const first = Math.min(...markets.map(({ series: one }) => one.openMs[0] ?? Number.POSITIVE_INFINITY));
  const last = Math.max(...markets.map(({ series: one }) => (one.openMs.at(-1) ?? 0) + one.lengthMs));
  const { openMs, lengthMs } = series;
  const from = openMs.findIndex((timeMs) => timeMs >= first);
  const end = openMs.findIndex((timeMs) => timeMs + lengthMs > last);
  const cut = (column: Float64Array): Float64Array => column.subarray(from < 0 ? column.length : from, end < 0 ? column.length : end);
  const { open, high, low, close, lots } = series;
  return { ...series, openMs: cut(openMs), open: cut(open), high: cut(high), low: cut(low), close: cut(close), lots: cut(lots) };
}
