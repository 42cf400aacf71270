import type { Recordings } from '../../contract/server-services.ts';
import { decimalsOf } from '../../domain/numbers/decimal.ts';
import { stepsOf } from '../../domain/numbers/steps.ts';
import type { MarketGrid } from '../market-grid.ts';
import { decimalCell, integerCell, readCsv } from './csv-reader.ts';
import { RecordingFormatError } from './recording-format-error.ts';

/** Columns of a candle file (`candles/<venue>/<interval>/`). */
export const candleHeader = 'open_time,open,high,low,close,volume';

/** Bars of one market in columns: prices in ticks and volumes in lots of the grid, oldest first. */
export interface BarSeries {
  readonly lengthMs: number;
  readonly grid: MarketGrid;
  readonly openMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly lots: Float64Array;
}

/** Volumes are only looked at; finer digits than these are noise of the recorder. */
const mostVolumeDecimals = 6;
const prices = ['open', 'high', 'low', 'close'] as const;

/** Reads a candle file as a whole; its grid is the finest step that it shows. Throws RecordingFormatError for what is no candle. */
export async function readBars(recordings: Recordings, file: string, lengthMs: number): Promise<BarSeries> {
  const times: number[] = [];
  const texts: string[] = [];
  const volumes: string[] = [];
  let priceDecimals = 0;
  let qtyDecimals = 0;
  for await (const { number, cells } of readCsv(recordings, file, [candleHeader])) {
    const openMs = integerCell(file, number, 'open_time', cells[0]);
    if (openMs <= (times.at(-1) ?? -1)) throw new RecordingFormatError(file, number, `open_time ${openMs} does not follow the one before`);
    times.push(openMs);
    for (const [at, name] of prices.entries()) {
      const text = decimalCell(file, number, name, cells[at + 1]);
      priceDecimals = Math.max(priceDecimals, decimalsOf(text));
      texts.push(text);
    }
    const volume = decimalCell(file, number, 'volume', cells[5]);
    qtyDecimals = Math.max(qtyDecimals, Math.min(mostVolumeDecimals, decimalsOf(volume)));
    volumes.push(volume);
  }
  const grid = { priceDecimals, tickDecimals: priceDecimals, qtyDecimals: mostVolumeDecimals, lotDecimals: qtyDecimals };
  const column = (at: number): Float64Array =>
    Float64Array.from(times, (_, row) => {
      const ticks = stepsOf(texts[row * prices.length + at] as string, priceDecimals);
      if (ticks === null || ticks <= 0) throw new RecordingFormatError(file, row + 2, `${prices[at]} is no price`);
      return ticks;
    });
  return {
    lengthMs,
    grid,
    openMs: Float64Array.from(times),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    lots: Float64Array.from(volumes, (volume) => Math.round(Number(volume) * 10 ** mostVolumeDecimals)),
  };
}
