import type { Recordings } from '../../contract/server-services.ts';
import { compareDecimals, decimalsOf, fromUnits, pow10, toUnits } from '../../domain/numbers/decimal.ts';
import { candleHeader } from './bar-recording.ts';
import { decimalCell, integerCell, readCsv } from './csv-reader.ts';
import type { RecordedTrade } from './recorded-event.ts';

/**
 * Candles as trades: four a candle (open, both extremes, close) that share its volume, so that candles made of them equal the
 * recorded ones (volumes to 8 decimals). The way between is not recorded: a rising candle is taken to have gone down first. A candle without volume makes none.
 */
export async function* readCandleTrades(recordings: Recordings, file: string, lengthMs: number): AsyncGenerator<RecordedTrade> {
  for await (const { number, cells } of readCsv(recordings, file, [candleHeader])) {
    const [time, openText, highText, lowText, closeText, volumeText] = cells;
    const openMs = integerCell(file, number, 'open_time', time);
    const [open, high, low, close] = [openText, highText, lowText, closeText].map((cell) => decimalCell(file, number, 'price', cell)) as [
      string,
      string,
      string,
      string,
    ];
    const volume = splitVolume(decimalCell(file, number, 'volume', volumeText));
    if (volume === null) continue;
    const rises = compareDecimals(close, open) >= 0;
    const path = rises ? [open, low, high, close] : [open, high, low, close];
    for (const [at, price] of path.entries()) {
      const down = at > 0 && (rises ? at === 1 : at !== 1);
      yield {
        type: 'trade',
        timeMs: openMs + Math.floor((at * (lengthMs - 1)) / 3),
        tradeId: `${openMs}-${at}`,
        price,
        qty: at === 3 ? volume.last : volume.quarter,
        takerSide: down ? 'SELL' : 'BUY',
      };
    }
  }
}

/** Exchanges count no finer; what some recordings have beyond is noise of their recorder. */
const volumeDecimals = 8;

/** Three equal parts and what is left for the fourth, on the volume's own grid as long as that gives every part something. */
function splitVolume(text: string): { readonly quarter: string; readonly last: string } | null {
  let scale = Math.min(decimalsOf(text), volumeDecimals);
  const exact = decimalsOf(text);
  let units = (toUnits(text, exact) ?? 0n) / pow10(exact - scale);
  if (units === 0n) return null;
  while (units < 4n) {
    units *= 10n;
    scale++;
  }
  return { quarter: fromUnits(units / 4n, scale), last: fromUnits(units - 3n * (units / 4n), scale) };
}
