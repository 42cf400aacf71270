import { type CsvColumns, csvHeader, csvLine } from '../../core/domain/csv.ts';
import { shortestDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import type { AllocationRow } from './allocation.ts';

/** Decimals of a share in a file. */
const shareDecimals = 6;

/** What the list shows, exact, in the currency of the heading; what nobody can value is named. */
export function assetTable(rows: readonly AllocationRow[], by: string, currency: string): string {
  const columns: CsvColumns<AllocationRow> = {
    [by]: ({ name }) => name,
    ...(by === 'asset' ? { amount: ({ amount }: AllocationRow) => amount } : {}),
    [`worth_${currency}`]: ({ worth }) => worth,
    share: ({ share }) => shortestDecimal(share, shareDecimals),
    no_price: ({ unknown }) => (unknown.length === 0 ? null : unknown.join(' ')),
  };
  return csvHeader(columns) + rows.map((row) => csvLine(columns, row)).join('');
}
