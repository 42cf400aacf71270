import { csvCell, csvTime } from '../domain/csv.ts';
import { closingTrades, type Report } from './report.ts';

type Cell = string | number | null | undefined;

const cellText = (cell: Cell): string => (typeof cell === 'number' ? String(cell) : csvCell(cell ?? null));

const csv = (rows: readonly (readonly Cell[])[]): string => `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;

/** Every fill that was kept: times are UTC, amounts exact. */
const fillsCsv = ({ trades }: Report): string =>
  csv([
    ['number', 'time', 'market', 'side', 'price', 'quantity', 'fee', 'fee_asset', 'role', 'profit'],
    ...trades.map((one) => [
      ...[one.number + 1, csvTime(one.timeMs), one.instrument, one.side, one.price, one.qty],
      ...[one.fee, one.feeAsset, one.maker ? 'maker' : 'taker', one.profit],
    ]),
  ]);

/** Every round trip: the entry with its fees and funding, the profit after the fees of both ways. */
const tripsCsv = (report: Report): string =>
  csv([
    ['number', 'time', 'market', 'closed_by', 'quantity', 'entry_price', 'exit_price', 'profit'],
    ...closingTrades(report).map((one) => [
      ...[one.number + 1, csvTime(one.timeMs), one.instrument, one.side],
      ...[one.closedQty ?? one.qty, one.entryPrice, one.exitPrice ?? one.price, one.profit],
    ]),
  ]);

/** The net value at the end of each period, with its fall from the highest of them so far, and the rates that it assumes where it does. */
function equityCsv({ periods, curve, assumed }: Report): string {
  const { times, equity } = periods ?? curve;
  const rates = assumed.map(({ asset, money }) => `1 ${asset} = 1 ${money}`).join('; ');
  const told = rates === '' ? [] : [rates];
  let high = 0;
  return csv([
    ['time', 'net_value', 'drawdown', ...(rates === '' ? [] : ['assumed_rates'])],
    ...equity.map((value, at) => {
      high = Math.max(high, value);
      return [csvTime(times[at] as number), value, high > 0 ? 1 - value / high : 0, ...told];
    }),
  ]);
}

/** The tables of a report by the names of their files. */
export const reportTables = {
  'fills.csv': fillsCsv,
  'trips.csv': tripsCsv,
  'equity.csv': equityCsv,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;
