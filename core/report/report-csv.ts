import { closingTrades, type Report } from './report.ts';

type Cell = string | number | null | undefined;

/** A spreadsheet takes a text that begins like a formula for one, and quotes end a cell. */
function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const plain = /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const csv = (rows: readonly (readonly Cell[])[]): string => `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
const isoText = (timeMs: number): string => new Date(timeMs).toISOString();

/** Every fill that was kept: times are UTC, amounts exact. */
const fillsCsv = ({ trades }: Report): string =>
  csv([
    ['number', 'time', 'market', 'side', 'price', 'quantity', 'fee', 'fee_asset', 'role', 'profit'],
    ...trades.map((one) => [
      ...[one.number + 1, isoText(one.timeMs), one.instrument, one.side, one.price, one.qty],
      ...[one.fee, one.feeAsset, one.maker ? 'maker' : 'taker', one.profit],
    ]),
  ]);

/** Every round trip: the entry with its fees and funding, the profit after the fees of both ways. */
const tripsCsv = (report: Report): string =>
  csv([
    ['number', 'time', 'market', 'closed_by', 'quantity', 'entry_price', 'exit_price', 'profit'],
    ...closingTrades(report).map((one) => [
      ...[one.number + 1, isoText(one.timeMs), one.instrument, one.side],
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
      return [isoText(times[at] as number), value, high > 0 ? 1 - value / high : 0, ...told];
    }),
  ]);
}

/** The tables of a report by the names of their files. */
export const reportTables = {
  'fills.csv': fillsCsv,
  'trips.csv': tripsCsv,
  'equity.csv': equityCsv,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;
