import { expect, test } from 'vitest';
import type { Recordings } from '../../contract/server-services.ts';
import { addDecimals } from '../../domain/numbers/decimal.ts';
import { learnGrid } from '../market-grid.ts';
import { readCandleTrades } from './candle-recording.ts';
import { readDepth } from './depth-recording.ts';
import { mergeEvents } from './merge-events.ts';
import { findRecordings, marketKind } from './recording-folder.ts';
import { readTrades } from './trade-recording.ts';

/** Recordings in memory: path to text. */
const recordingsOf = (files: Readonly<Record<string, string>>): Recordings => ({
  speed: 1,
  list: async (folder) => {
    const names = Object.keys(files).flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split('/')[0] ?? ''] : [],
    );
    return [...new Set(names)].sort();
  },
  async *lines(file) {
    yield* (files[file] ?? '').split('\n');
  },
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const snapshot = '{"local_time_us":5000,"lastUpdateId":10,"bids":[["1.5","2"]],"asks":[["1.6","3"]]}';
const update = (first: number, last: number, bids = '[]') => `{"lt":1,"E":7,"U":${first},"u":${last},"b":${bids},"a":[]}`;
const depth = (...lines: readonly string[]) => readDepth(recordingsOf({ s: snapshot, d: lines.join('\n') }), 's', 'd');

test('a book begins with its snapshot, without the updates that it holds already', async () => {
  const events = await all(depth(update(5, 9), update(8, 12, '[["1.4","0.5"]]'), update(13, 13)));
  expect(events.map(({ type, updateId, timeMs }) => [type, updateId, timeMs])).toEqual([
    ['book', 10, 7],
    ['update', 12, 7],
    ['update', 13, 7],
  ]);
});

test('a gap in the chain of updates is an error that names file and line', async () => {
  await expect(all(depth(update(8, 12), update(14, 15)))).rejects.toThrow('d:2: update 14–15 does not follow 12');
  await expect(all(depth(update(12, 13)))).rejects.toThrow('d:1: update 12–13 does not follow 10');
});

test('futures name the update before', async () => {
  const line = (previous: number, last: number) => `{"E":7,"U":1,"u":${last},"pu":${previous},"b":[],"a":[]}`;
  expect(await all(depth(line(3, 10), line(10, 20), line(20, 21)))).toHaveLength(4);
  await expect(all(depth(line(3, 10), line(11, 20)))).rejects.toThrow('d:2');
});

test.each([
  ['not json', 'd:2: the line is not JSON'],
  ['[]', 'd:2: U is not a whole number'],
  [update(13, 13, '[["x","1"]]'), "d:2: b price is not a decimal: 'x'"],
  [update(13, 13, '[["1"]]'), 'd:2: b quantity is not a decimal'],
  [update(13, 13, '5'), 'd:2: b is not a list of levels'],
])('the malformed line %s is told with its file and number', async (line, message) => {
  await expect(all(depth(update(8, 12), line))).rejects.toThrow(message);
});

test('trades of both shapes read alike', async () => {
  const plain = 'time,trade_id,price,qty,side\n1700,55,36160.9,0.0004,sell';
  const stream = 'local_time_us,event_time,trade_time,trade_id,price,qty,is_buyer_maker,type\n1,1700,1699,55,36160.9,0.0004,1,';
  const expected = [{ type: 'trade', timeMs: 1700, tradeId: '55', price: '36160.9', qty: '0.0004', takerSide: 'SELL' }];
  for (const text of [plain, stream]) expect(await all(readTrades(recordingsOf({ t: text }), 't'))).toEqual(expected);
});

test.each([
  ['time,trade_id,price,qty,side\n1700,55,1,1', 't:2: 4 cells instead of 5'],
  ['time,trade_id,price,qty,side\n1700,55,1,1,up', 't:2: side is neither buy nor sell'],
  ['time,trade_id,price,qty,side\n17.5,55,1,1,buy', 't:2: time is not a whole number'],
  ['time,trade_id,price,qty,side\n17,55,-1,1,buy', 't:2: price is not a decimal'],
  ['when,what\n1,2', "t:1: unknown header 'when,what'"],
])('malformed trades are told with their file and line', async (text, message) => {
  await expect(all(readTrades(recordingsOf({ t: text }), 't'))).rejects.toThrow(message);
});

test('the four trades of a candle make that candle again', async () => {
  const text = 'open_time,open,high,low,close,volume\n60000,10,12,9,11,2.14669\n120000,11,11,8,9,0\n180000,11,11,8,9,1';
  const trades = await all(readCandleTrades(recordingsOf({ c: text }), 'c', 60_000));
  expect(trades.slice(0, 4).map(({ price }) => price)).toEqual(['10', '9', '12', '11']);
  expect(trades.slice(0, 4).reduce((sum, { qty }) => addDecimals(sum, qty), '0')).toBe('2.14669');
  expect(trades.slice(4).map(({ price, timeMs }) => [price, timeMs])).toEqual([
    ['11', 180_000],
    ['11', 199_999],
    ['8', 219_999],
    ['9', 239_999],
  ]);
});

test('streams merge by time, the first given first', async () => {
  const trades = (...times: readonly number[]) =>
    readTrades(recordingsOf({ t: `time,trade_id,price,qty,side\n${times.map((time) => `${time},1,1,1,buy`).join('\n')}` }), 't');
  const merged = await all(
    mergeEvents([
      { market: 0, events: trades(1, 4, 5) },
      { market: 1, events: trades(2, 4, 9) },
    ]),
  );
  expect(merged.map(({ market, event }) => [market, event.timeMs])).toEqual([
    [0, 1],
    [1, 2],
    [0, 4],
    [1, 4],
    [0, 5],
    [1, 9],
  ]);
});

test('a venue plays the richest kind of data that it has', async () => {
  const recordings = recordingsOf({
    'l2/binance_spot/BTCUSDT-20240808/snapshot.json.gz': snapshot,
    'l2/binance_spot/BTCUSDT-20240808/depth.jsonl.gz': update(11, 11),
    'l2/raw/x.log.gz': '',
    'trades/kraken/BTCUSDT-202311.csv.gz': '',
    'candles/binance_spot/1m/ETHUSDT.csv.gz': '',
    'candles/coinbase/1m/BTCUSD-202303.csv.gz': '',
    'candles/daily/1d/BTCUSD.csv.gz': '',
  });
  const found = await findRecordings(recordings);
  expect([...found].map(([venue, list]) => [venue, list.map(({ kind, symbol }) => `${kind} ${symbol}`)])).toEqual([
    ['binance_spot', ['book BTCUSDT']],
    ['kraken', ['trades BTCUSDT']],
    ['coinbase', ['candles BTCUSD']],
  ]);
  expect(marketKind('binance_coinm').contractKind).toBe('inverse');
});

test('the grid is the finest step that the recording shows', async () => {
  const [stream] = [depth(update(11, 11, '[["1.45","0.125"],["1.50000000","1.00000000"]]'))];
  expect(await learnGrid(stream ?? depth())).toEqual({ priceDecimals: 2, tickDecimals: 2, qtyDecimals: 9, lotDecimals: 3 });
});
