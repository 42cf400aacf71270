import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import { madeRecordings } from '../../../scripts/recordings/made-folder.ts';
import type { FeedRange } from '../../../server/runtime/backtest/feeds/backtest-feed.ts';

interface RecordedMarketFacts {
  readonly instrumentId: string;
  /** As the folders name it. */
  readonly venue: string;
  readonly symbol: string;
}

interface RecordedBookFacts extends RecordedMarketFacts {
  /** Of its files. */
  readonly folder: string;
  /** How often the rebuilt book and the recorded best prices agree: at update ids that both have, and at every update. */
  readonly exact: BestPriceCounts;
  readonly latest: BestPriceCounts;
}

interface BestPriceCounts {
  readonly same: number;
  readonly different: number;
}

interface RecordedPerpetual extends RecordedMarketFacts {
  readonly interval: Interval;
  readonly quote: string;
}

/** A folder of recordings, and what a test must know of it to trade there. */
export interface RecordedSet {
  readonly name: string;
  readonly folder: string;
  /** Minutes of a book over midnight. */
  readonly book: RecordedBookFacts;
  readonly contractBook: RecordedBookFacts;
  /** A week of minutes of a spot market that moves within these prices, for a grid. */
  readonly week: FeedRange;
  readonly grid: { readonly lowPrice: string; readonly highPrice: string };
  /** With funding; the first has minutes in the same week as the spot market. */
  readonly perpetuals: readonly [RecordedPerpetual, ...RecordedPerpetual[]];
  /** Two exchanges whose dollars come apart for days, and days before in which they are one. */
  readonly spread: {
    readonly legA: string;
    readonly legB: string;
    readonly apart: FeedRange;
    readonly together: FeedRange;
    /** Its minutes of what a tether costs in dollars; null: nothing recorded says it, and a run takes them for one. */
    readonly usdtUsd: string | null;
  };
}

const week = { fromMs: Date.UTC(2025, 5, 10), toMs: Date.UTC(2025, 5, 17) - 1 };

/** What the repository records of its own simulated exchanges. */
export const madeSet: RecordedSet = {
  name: 'recordings made here',
  folder: madeRecordings(),
  book: {
    ...{ instrumentId: 'replay-aurora/BTCUSDT/spot', venue: 'aurora', symbol: 'BTCUSDT', folder: 'l2/aurora/BTCUSDT-20250609' },
    // The recorder tells the best prices after every update but those before the snapshot.
    ...{ exact: { same: 3771, different: 0 }, latest: { same: 3771, different: 0 } },
  },
  contractBook: {
    ...{ instrumentId: 'replay-aurora-usdm/BTCUSDT/usdm', venue: 'aurora_usdm', symbol: 'BTCUSDT' },
    ...{ folder: 'l2/aurora_usdm/BTCUSDT-20250609', exact: { same: 3856, different: 0 }, latest: { same: 3856, different: 0 } },
  },
  week,
  grid: { lowPrice: '58000', highPrice: '65000' },
  perpetuals: [
    { instrumentId: 'replay-aurora-usdm/BTCUSDT/usdm', venue: 'aurora_usdm', symbol: 'BTCUSDT', interval: '1m', quote: 'USDT' },
    { instrumentId: 'replay-polaris-linear/BTCUSDC/usdm', venue: 'polaris_linear', symbol: 'BTCUSDC', interval: '5m', quote: 'USDC' },
  ],
  spread: {
    ...{ legA: 'replay-polaris/BTCUSDT/spot', legB: 'replay-meridian/BTCUSD/spot' },
    apart: { fromMs: Date.UTC(2025, 2, 10), toMs: Date.UTC(2025, 2, 14) - 1 },
    together: { fromMs: Date.UTC(2025, 2, 5), toMs: Date.UTC(2025, 2, 9) - 1 },
    usdtUsd: null,
  },
};

/** What was recorded of exchanges of the world, where TESSERA_RECORDINGS names its folder. */
const worldSet = (folder: string): RecordedSet => ({
  name: `recordings of ${folder}`,
  folder,
  book: {
    ...{ instrumentId: 'replay-binance-spot/BTCUSDT/spot', venue: 'binance_spot', symbol: 'BTCUSDT' },
    folder: 'l2/binance_spot/BTCUSDT-20240808',
    // The recorder missed two short-lived best prices (before updates 50093478174 and 50093480542).
    ...{ exact: { same: 1072, different: 0 }, latest: { same: 6491, different: 2 } },
  },
  contractBook: {
    ...{ instrumentId: 'replay-binance-usdm/BTCUSDT/usdm', venue: 'binance_usdm', symbol: 'BTCUSDT' },
    ...{ folder: 'l2/binance_usdm/BTCUSDT-20240808', exact: { same: 629, different: 0 }, latest: { same: 6547, different: 0 } },
  },
  week,
  grid: { lowPrice: '100000', highPrice: '112000' },
  perpetuals: [
    { instrumentId: 'replay-binance-usdm/BTCUSDT/usdm', venue: 'binance_usdm', symbol: 'BTCUSDT', interval: '1m', quote: 'USDT' },
    { instrumentId: 'replay-bybit-linear/BTCUSDT/usdm', venue: 'bybit_linear', symbol: 'BTCUSDT', interval: '5m', quote: 'USDT' },
    { instrumentId: 'replay-hyperliquid/BTCUSDC/usdm', venue: 'hyperliquid', symbol: 'BTCUSDC', interval: '5m', quote: 'USDC' },
  ],
  spread: {
    ...{ legA: 'replay-coinbase/BTCUSD/spot', legB: 'replay-binanceus/BTCUSDT/spot' },
    apart: { fromMs: Date.UTC(2023, 2, 10), toMs: Date.UTC(2023, 2, 14) - 1 },
    together: { fromMs: Date.UTC(2023, 2, 6), toMs: Date.UTC(2023, 2, 9) - 1 },
    usdtUsd: 'candles/coinbase/1m/USDTUSD-202303.csv.gz',
  },
});

/** The folder that TESSERA_RECORDINGS names; null where it is not set. Throws when there is no such folder. */
export function namedFolder(setting: string | undefined): string | null {
  if (setting === undefined || setting === '') return null;
  const folder = resolve(setting);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`TESSERA_RECORDINGS: ${folder} is no folder`);
  return folder;
}

const named = namedFolder(process.env.TESSERA_RECORDINGS);

/** Exchanges of the world, when their recordings are there. */
export const worldSets: readonly RecordedSet[] = named === null ? [] : [worldSet(named)];

/** Every set that there is: tests of files called `….recorded.test.ts` run on each. */
export const recordedSets: readonly RecordedSet[] = [madeSet, ...worldSets];
