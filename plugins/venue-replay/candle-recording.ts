import type { Recordings } from '../../core/contract/server-services.ts';
import { fromUnits, toUnits } from '../../core/domain/decimal.ts';
import { decimalCell, integerCell, readCsv } from './csv-reader.ts';
import type { RecordedTrade } from './recorded-event.ts';

const header = 'open_time,open,high,low,close,volume';
const volumeScale = 18;

/**
 * Candles as trades: four a candle (open, both extremes, close) that share its volume, so that candles made of them equal the
 * recorded ones. The way between is not recorded: a rising candle is taken to have gone down first. A candle without volume makes none.
 */
export async function* readCandleTrades(recordings: Recordings, file: string, lengthMs: number): AsyncGenerator<RecordedTrade> {
  for await (const { number, cells } of readCsv(recordings, file, [header])) {
    const [time, openText, highText, lowText, closeText, volumeText] = cells;
    const openMs = integerCell(file, number, 'open_time', time);
    const [open, high, low, close] = [openText, highText, lowText, closeText].map((cell) => decimalCell(file, number, 'price', cell)) as [
      string,
      string,
      string,
      string,
    ];
    const volume = toUnits(decimalCell(file, number, 'volume', volumeText), volumeScale);
    if (volume === null || volume < 4n) continue;
    const rises = (toUnits(close, volumeScale) ?? 0n) >= (toUnits(open, volumeScale) ?? 0n);
    const path = rises ? [open, low, high, close] : [open, high, low, close];
    for (const [at, price] of path.entries()) {
      const units = at === 3 ? volume - 3n * (volume / 4n) : volume / 4n;
      const down = at > 0 && (rises ? at === 1 : at !== 1);
      yield {
        type: 'trade',
        timeMs: openMs + Math.floor((at * (lengthMs - 1)) / 3),
        tradeId: `${openMs}-${at}`,
        price,
        qty: fromUnits(units, volumeScale),
        takerSide: down ? 'SELL' : 'BUY',
      };
    }
  }
}
