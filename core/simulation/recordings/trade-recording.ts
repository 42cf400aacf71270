import type { Recordings } from '../../contract/server-services.ts';
import { decimalCell, integerCell, readCsv } from './csv-reader.ts';
import type { RecordedTrade } from './recorded-event.ts';
import { RecordingFormatError } from './recording-format-error.ts';

const plainHeader = 'time,trade_id,price,qty,side';
const streamHeader = 'local_time_us,event_time,trade_time,trade_id,price,qty,is_buyer_maker,type';

/** Trades of either shape: `trades/…` (time, id, price, quantity, side) or beside a recorded book (with the maker's flag). */
export async function* readTrades(recordings: Recordings, file: string): AsyncGenerator<RecordedTrade> {
  for await (const { header, number, cells } of readCsv(recordings, file, [plainHeader, streamHeader])) {
    const [time, tradeId, price, qty, side] = header === plainHeader ? cells : fromStream(file, number, cells);
    if (side !== 'buy' && side !== 'sell') throw new RecordingFormatError(file, number, `side is neither buy nor sell: '${side ?? ''}'`);
    if (!tradeId) throw new RecordingFormatError(file, number, 'trade_id is empty');
    yield {
      type: 'trade',
      timeMs: integerCell(file, number, 'time', time),
      tradeId,
      price: decimalCell(file, number, 'price', price),
      qty: decimalCell(file, number, 'qty', qty),
      takerSide: side === 'buy' ? 'BUY' : 'SELL',
    };
  }
}

function fromStream(file: string, line: number, cells: readonly string[]): readonly (string | undefined)[] {
  // By the event's time, which the depth updates have too: trades and book then play in the order in which they were sent.
  const [, eventTime, , tradeId, price, qty, isBuyerMaker] = cells;
  if (isBuyerMaker !== '0' && isBuyerMaker !== '1') {
    throw new RecordingFormatError(file, line, `is_buyer_maker is neither 0 nor 1: '${isBuyerMaker ?? ''}'`);
  }
  return [eventTime, tradeId, price, qty, isBuyerMaker === '1' ? 'sell' : 'buy'];
}
