import { readDepth } from '../../../core/simulation/recordings/depth-recording.ts';
import { readTrades } from '../../../core/simulation/recordings/trade-recording.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { type BookSample, sampleBook, type TakerPrint } from './market-statistics.ts';

/** A recorded book sampled once a second, and its takers' orders. `folder` is relative to that of all recordings. */
export async function readRecordedMarket(
  allFolder: string,
  folder: string,
): Promise<{ readonly samples: BookSample[]; readonly prints: TakerPrint[] }> {
  const recordings = new RecordingFiles(allFolder);
  const sides = { bids: new Map<string, number>(), asks: new Map<string, number>() };
  const list = (side: Map<string, number>, best: 1 | -1) =>
    [...side].map(([price, qty]) => [Number(price), qty] as const).sort(([a], [b]) => best * (a - b));
  const samples: BookSample[] = [];
  let nextMs = Number.NaN;
  for await (const event of readDepth(recordings, `${folder}/snapshot.json.gz`, `${folder}/depth.jsonl.gz`)) {
    if (Number.isNaN(nextMs)) nextMs = event.timeMs + 1000;
    for (; event.timeMs >= nextMs; nextMs += 1000) {
      const sample = sampleBook(list(sides.bids, -1), list(sides.asks, 1));
      if (sample !== null) samples.push(sample);
    }
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, qty] of event[side]) {
        if (Number(qty) === 0) sides[side].delete(price);
        else sides[side].set(price, Number(qty));
      }
    }
  }
  const prints: TakerPrint[] = [];
  for await (const { timeMs, takerSide, price, qty } of readTrades(recordings, `${folder}/trades.csv.gz`)) {
    const buys = takerSide === 'BUY';
    const usdt = Number(price) * Number(qty);
    const last = prints.at(-1);
    if (last !== undefined && last.timeMs === timeMs && last.buys === buys) prints[prints.length - 1] = { ...last, usdt: last.usdt + usdt };
    else prints.push({ timeMs, buys, usdt });
  }
  return { samples, prints };
}
