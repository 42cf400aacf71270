import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import { isTold, type OrderFieldRow, type OrderFieldTable, rowsOf } from '../../../core/domain/orders/order-fields.ts';
import type { BulkColumns, BulkType, BulkValue } from '../sql/bulk.ts';
import type { OrderRecord } from './trading-records.ts';

/** The columns of an order, by the one table of its fields; `order-code.gen.ts` makes and reads its records. */

export const columnTypes: Readonly<Record<OrderFieldRow['kind'], BulkType>> = {
  word: 'text',
  decimal: 'numeric',
  flag: 'boolean',
  id: 'text',
  name: 'text',
  text: 'text',
  account: 'bigint',
  time: 'bigint',
  leg: 'json',
};

export const columnOf = ({ wire, column = wire }: OrderFieldRow): string => column;

/** Columns of an order, with how they are read from its record. */
export const columnsOf = (table: OrderFieldTable): BulkColumns<OrderRecord> => ({
  venue: ['text', (order) => order.venue],
  account_type: ['text', (order) => order.accountType],
  symbol: ['text', (order) => order.symbol],
  ...Object.fromEntries(
    rowsOf(table, isTold).map(([name, row]) => [
      columnOf(row),
      [columnTypes[row.kind], (order: OrderRecord) => (order as unknown as Readonly<Record<string, BulkValue>>)[name] ?? null],
    ]),
  ),
});

/** Parts of a venue's own instrument id, without splitting it. */
export const symbolOf = (id: string): string => id.slice(id.indexOf('/') + 1, id.lastIndexOf('/'));
export const accountTypeOf = (id: string): AccountType => id.slice(id.lastIndexOf('/') + 1) as AccountType;
