import { symbolCalibrations } from '../../plugins/venue-paper/calibration.ts';
import { PriceHistory } from '../../plugins/venue-paper/price-history.ts';
import { keepFolder } from './kept-folder.ts';
import { madeFolder, recordingsSeed, recordingsStamp } from './made-folder.ts';
import { recordBooks, recordedFromMs } from './record-books.ts';
import { recordCandles } from './record-candles.ts';
import { WrittenFiles } from './written-files.ts';

/** Makes the recordings when they are missing or of another version; true when it made them. */
export const makeRecordings = (): Promise<boolean> => keepFolder(madeFolder, recordingsStamp, recordAll);

/** Records the simulated exchanges into an empty folder, laid out as `--data` and TESSERA_REPLAY want it: the same bytes each time. */
export async function recordAll(folder: string): Promise<void> {
  const files = new WrittenFiles(folder);
  recordCandles(files, recordingsSeed);
  const recorded = symbolCalibrations.filter(({ symbol }) => ['BTCUSDT', 'ETHUSDT'].includes(symbol));
  const startPrices = recorded.map(
    (one) => [one.symbol, Math.exp(new PriceHistory(one, recordingsSeed).logPrice(recordedFromMs))] as const,
  );
  await recordBooks(files, recordingsSeed, new Map(startPrices));
  files.writeManifest();
}
