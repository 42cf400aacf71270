import { candleHeader } from '../../core/simulation/recordings/bar-recording.ts';
import { fundingHeader } from '../../core/simulation/recordings/funding-recording.ts';
import { type BasisCalibration, nextBasis } from '../../plugins/venue-paper/basis.ts';
import { symbolCalibrations } from '../../plugins/venue-paper/calibration.ts';
import { candleGrid } from '../../plugins/venue-paper/candle-grid.ts';
import { paperExchanges, paperInstruments } from '../../plugins/venue-paper/exchanges.ts';
import { NamedRandom } from '../../plugins/venue-paper/seeded-random.ts';
import { type Bar, candleLines, joinedBars, minuteBars, minuteMs, shiftedBars } from './price-bars.ts';
import type { WrittenFiles } from './written-files.ts';

const hourMinutes = 60;
const dayMinutes = 1440;
const year = { fromMs: Date.UTC(2025, 0, 1), toMs: Date.UTC(2026, 0, 1) };
/** Minutes are written of two months, hours and days of the year. */
const minutes = { fromMs: Date.UTC(2025, 4, 1), toMs: Date.UTC(2025, 6, 1) };
const march = { fromMs: Date.UTC(2025, 2, 1), toMs: Date.UTC(2025, 2, 22) };

/** How far a perpetual stands off its spot market: days on one side, then days on the other. */
const premium: BasisCalibration = { deviationBps: 9, revertS: 2 * 86_400, dislocationsPerMinute: 0, dislocationBps: 0 };
/** How far two exchanges stand off each other while nothing is the matter. */
const usual: BasisCalibration = { deviationBps: 6, revertS: 1_800, dislocationsPerMinute: 0.01, dislocationBps: 15 };
/** What a token of the dollar lacks to a dollar, by day of March: its peg breaks twice, and heals. */
const brokenPeg: ReadonlyArray<readonly [day: number, lacking: number]> = [
  [1, 0],
  [10, 0],
  [10.3, 0.018],
  [10.8, 0.009],
  [11, 0.001],
  [11.6, 0.0005],
  [12, 0.026],
  [12.6, 0.012],
  [13.2, 0.0005],
  [22, 0],
];
/** The exchange that trades in dollars has minutes in which nobody trades. */
const quietShare = 0.03;

/** Records candles and funding: a spot market, its perpetuals, and two exchanges whose dollars come apart in March. */
export function recordCandles(files: WrittenFiles, seed: number): void {
  const bitcoin = yearOf('BTCUSDT', seed);
  const btc = { tick: '0.01', lot: '0.00001' };
  writeCandles(files, 'aurora', 'BTCUSDT', bitcoin, btc, { '1m': minutes, '1h': year, '1d': year });
  writeCandles(files, 'aurora', 'ETHUSDT', minutesOf('ETHUSDT', seed, minutes), { tick: '0.01', lot: '0.0001' }, { '1m': minutes });

  const contract = { tick: '0.1', lot: '0.001' };
  const usdm = offsetsOf(premium, bitcoin.length, new NamedRandom(seed, 'aurora_usdm/premium'));
  const perpetual = shiftedBars(bitcoin, usdm, 2);
  writeCandles(files, 'aurora_usdm', 'BTCUSDT', perpetual, contract, { '1m': minutes, '1h': year });
  writeCandles(files, 'aurora_coinm', 'BTCUSD_PERP', perpetual, { tick: '0.1', lot: '1' }, { '1h': year });
  files.write('funding/aurora_usdm/BTCUSDT.csv.gz', fundingLines(usdm, 8));
  const hourly = offsetsOf(premium, bitcoin.length, new NamedRandom(seed, 'polaris_linear/premium'));
  writeCandles(files, 'polaris_linear', 'BTCUSDC', shiftedBars(bitcoin, hourly, 0.3), contract, { '5m': minutes });
  files.write('funding/polaris_linear/BTCUSDC.csv.gz', fundingLines(hourly, 1));

  const spring = within(bitcoin, march);
  const random = new NamedRandom(seed, 'march');
  const inTokens = offsetsOf(usual, spring.length, random).map((offset, at) => offset - Math.log(1 - lackingAt(1 + at / dayMinutes)));
  const inDollars = offsetsOf(usual, spring.length, random);
  const traded = shiftedBars(spring, inDollars, 0.5).filter(() => random.unit() >= quietShare);
  files.write('candles/polaris/1m/BTCUSDT-202503.csv.gz', [candleHeader, ...candleLines(shiftedBars(spring, inTokens, 0.3), btc)]);
  files.write('candles/meridian/1m/BTCUSD-202503.csv.gz', [candleHeader, ...candleLines(traded, btc)]);
}

interface Part {
  readonly fromMs: number;
  readonly toMs: number;
}

const within = (bars: readonly Bar[], { fromMs, toMs }: Part): Bar[] => bars.filter(({ openMs }) => openMs >= fromMs && openMs < toMs);

const intervalMinutes = { '1m': 1, '5m': 5, '1h': hourMinutes, '1d': dayMinutes } as const;

function writeCandles(
  files: WrittenFiles,
  venue: string,
  symbol: string,
  bars: readonly Bar[],
  grid: { readonly tick: string; readonly lot: string },
  parts: Partial<Record<keyof typeof intervalMinutes, Part>>,
): void {
  for (const [interval, part] of Object.entries(parts)) {
    const joined = joinedBars(within(bars, part), intervalMinutes[interval as keyof typeof intervalMinutes]);
    files.write(`candles/${venue}/${interval}/${symbol}.csv.gz`, [candleHeader, ...candleLines(joined, grid)]);
  }
}

const yearOf = (symbol: string, seed: number): Bar[] => minutesOf(symbol, seed, year);

function minutesOf(symbol: string, seed: number, { fromMs, toMs }: Part): Bar[] {
  const exchange = paperExchanges[0];
  const calibration = symbolCalibrations.find((one) => one.symbol === symbol);
  if (exchange === undefined || calibration === undefined) throw new Error(`nobody trades ${symbol}`);
  const instrument = paperInstruments(exchange).find((one) => one.symbol === symbol);
  if (instrument === undefined) throw new Error(`${exchange.title} does not trade ${symbol}`);
  const grid = candleGrid(instrument, calibration, exchange.markets[symbol]?.intensity ?? 1, exchange.depthShare);
  return minuteBars(calibration, seed, grid, fromMs, toMs);
}

/** A log-price offset for the beginning of every minute, and for the end of the last. */
function offsetsOf(basis: BasisCalibration, count: number, random: NamedRandom): number[] {
  const offsets = [basis.deviationBps * 1e-4 * random.normal()];
  while (offsets.length <= count) offsets.push(nextBasis(basis, offsets.at(-1) ?? 0, minuteMs / 1000, random));
  return offsets;
}

function lackingAt(day: number): number {
  const after = brokenPeg.findIndex(([until]) => until >= day);
  const [toDay, to] = brokenPeg[after] ?? [day, 0];
  const [fromDay, from] = brokenPeg[after - 1] ?? [toDay, to];
  return toDay === fromDay ? to : from + ((to - from) * (day - fromDay)) / (toDay - fromDay);
}

/** The usual formula: the mean premium of the hours before, drawn by at most 5 basis points towards interest of 1; a share of it for shorter steps. */
function fundingLines(premiums: readonly number[], stepHours: number): string[] {
  const lines = [fundingHeader];
  const step = stepHours * hourMinutes;
  for (let at = step; at < premiums.length; at += step) {
    let sum = 0;
    for (const one of premiums.slice(at - step, at)) sum += one;
    const mean = sum / step;
    const rate = mean + Math.min(0.0005, Math.max(-0.0005, 0.0001 - mean));
    const text = ((rate * stepHours) / 8).toFixed(8);
    lines.push(`${year.fromMs + at * minuteMs},${Number(text) === 0 ? '0' : text}`);
  }
  return lines;
}
