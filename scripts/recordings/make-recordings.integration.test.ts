import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBars } from '../../core/simulation/recordings/bar-recording.ts';
import { readFunding } from '../../core/simulation/recordings/funding-recording.ts';
import { RecordingFiles } from '../../server/market/recordings/recording-files.ts';
import { recordedMarkets } from '../../server/runtime/backtest/feeds/recorded-markets.ts';
import { recordAll } from './make-recordings.ts';

/** Of the manifest, which has a hash of every file. Changed bytes need another version in `made-folder.ts`, so that nobody keeps the former ones. */
const madeHash = '4761c4acd4db2ae73ed57a80ad0d5b7e7b1e690cd852875109420cd440d06835';

const minuteMs = 60_000;
let folder: string;
let recordings: RecordingFiles;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-recordings-'));
  await recordAll(folder);
  recordings = new RecordingFiles(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hashOf = (...path: readonly string[]): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, ...path)))
    .digest('hex');

describe('the recordings that the repository makes', () => {
  it('are the same bytes every time', () => {
    const files = JSON.parse(readFileSync(join(folder, 'MANIFEST.json'), 'utf8')) as readonly { path: string; sha256: string }[];
    for (const { path, sha256 } of files) expect([path, hashOf(path)]).toEqual([path, sha256]);
    expect(hashOf('MANIFEST.json')).toBe(madeHash);
  });

  it('can be tested on: books, trades, candles, and perpetuals as far as their funding', async () => {
    const markets = await recordedMarkets(recordings);
    expect(markets.map(({ instrumentId, kind, interval }) => `${instrumentId} ${interval ?? kind}`).sort()).toEqual([
      'replay-aurora-usdm/BTCUSDT/usdm 1h',
      'replay-aurora-usdm/BTCUSDT/usdm 1m',
      'replay-aurora-usdm/BTCUSDT/usdm book',
      'replay-aurora-usdm/BTCUSDT/usdm trades',
      'replay-aurora/BTCUSDT/spot 1d',
      'replay-aurora/BTCUSDT/spot 1h',
      'replay-aurora/BTCUSDT/spot 1m',
      'replay-aurora/BTCUSDT/spot book',
      'replay-aurora/ETHUSDT/spot 1m',
      'replay-aurora/ETHUSDT/spot book',
      'replay-meridian/BTCUSD/spot 1m',
      'replay-polaris-linear/BTCUSDC/usdm 5m',
      'replay-polaris/BTCUSDT/spot 1m',
    ]);
    for (const { size } of markets) expect(size).toBeGreaterThan(300);
  });

  it('have hours and days that are made of their minutes', async () => {
    const read = (interval: string, lengthMs: number) => readBars(recordings, `candles/aurora/${interval}/BTCUSDT.csv.gz`, lengthMs);
    const minutes = await read('1m', minuteMs);
    for (const [interval, count] of [
      ['1h', 60],
      ['1d', 1440],
    ] as const) {
      const bars = await read(interval, count * minuteMs);
      const at = bars.openMs.indexOf(minutes.openMs[0] ?? 0);
      expect(bars.openMs.length - at).toBeGreaterThan(minutes.openMs.length / count);
      for (let bar = 0; bar < minutes.openMs.length / count; bar++) {
        const part = [bar * count, (bar + 1) * count] as const;
        const joined = [
          minutes.open[part[0]],
          Math.max(...minutes.high.slice(...part)),
          Math.min(...minutes.low.slice(...part)),
          minutes.close[part[1] - 1],
        ];
        expect([bars.open, bars.high, bars.low, bars.close].map((column) => column[at + bar])).toEqual(joined);
      }
    }
  });

  it('have funding that longs pay in some weeks and shorts in others', async () => {
    for (const [venue, symbol] of [
      ['aurora_usdm', 'BTCUSDT'],
      ['polaris_linear', 'BTCUSDC'],
    ] as const) {
      const rates = (await readFunding(recordings, venue, symbol))?.rates.map(Number) ?? [];
      const paidByShorts = rates.filter((rate) => rate < 0).length / rates.length;
      expect(paidByShorts).toBeGreaterThan(0.1);
      expect(paidByShorts).toBeLessThan(0.5);
      expect(Math.max(...rates.map(Math.abs))).toBeLessThan(0.003);
    }
  });

  it('have two exchanges whose prices are one until a dollar token loses its peg, twice, and regains it', async () => {
    const closes = async (file: string) => {
      const { openMs, close } = await readBars(recordings, file, minuteMs);
      return new Map([...openMs].map((timeMs, at) => [timeMs, close[at] as number]));
    };
    const [tokens, dollars] = [
      await closes('candles/polaris/1m/BTCUSDT-202503.csv.gz'),
      await closes('candles/meridian/1m/BTCUSD-202503.csv.gz'),
    ];
    const gaps = [...dollars].map(([timeMs, close]) => ({ timeMs, gap: (tokens.get(timeMs) ?? 0) / close - 1 }));
    const largest = (fromDay: number, toDay: number): number =>
      Math.max(
        ...gaps.filter(({ timeMs }) => timeMs >= Date.UTC(2025, 2, fromDay) && timeMs < Date.UTC(2025, 2, toDay)).map(({ gap }) => gap),
      );
    expect(gaps.length).toBeLessThan(tokens.size);
    for (const [from, to] of [
      [1, 10],
      [14, 22],
    ] as const)
      expect(largest(from, to)).toBeLessThan(0.01);
    for (const [from, to] of [
      [10, 11],
      [12, 13],
    ] as const)
      expect(largest(from, to)).toBeGreaterThan(0.015);
  });
});
