import { isTold, type OrderFieldRow, type OrderFieldTable, orderFieldTable, rowsOf } from '../../core/domain/orders/order-fields.ts';
import { columnOf, columnTypes } from '../../server/store/orders/order-columns.ts';

/**
 * The texts of `server/gateway/views/order-code.gen.ts` and `server/store/orders/order-code.gen.ts`: an order is told and stored at every change of it, and
 * a literal is made many times as fast as an object that a loop over the table fills.
 */

type Row = readonly [name: string, row: OrderFieldRow];

const linesOf = (table: OrderFieldTable, line: (row: Row) => string): string => rowsOf(table, isTold).map(line).join('\n');
const quoted = (value: unknown): string => `'${String(value)}'`;
const head = '// Made of core/domain/orders/order-fields.ts by "npm run reference". Do not edit.';

const told = ([name, { wire, told: how, absent }]: Row): string =>
  how === 'unusual'
    ? `  ...(order.${name} === undefined || order.${name} === ${quoted(absent)} ? {} : { ${wire}: order.${name} }),`
    : `  ${wire}: order.${name},`;

/** How an order is told on the wire. */
export const orderViewCode = (table: OrderFieldTable = orderFieldTable): string => `${head}
import type { Order } from '../../../core/contract/trading.ts';
import type { OrderView } from '../../../schemas/wire/order.ts';

export const orderView = (order: Order): OrderView => ({
  id: order.instrumentId,
${linesOf(table, told)}
});
`;

const kept = ([name, { kind, told: how, absent }]: Row): string => {
  if (kind === 'name') return `  ${name}: order.${name} === '' ? null : order.${name},`;
  return how === 'unusual' ? `  ${name}: order.${name} ?? ${quoted(absent)},` : `  ${name}: order.${name},`;
};

const read = ([name, row]: Row): string => {
  const column = `row.${columnOf(row)}`;
  if (columnTypes[row.kind] === 'bigint') return `  ${name}: Number(${column}),`;
  return row.kind === 'word' ? `  ${name}: ${column} as OrderRecord['${name}'],` : `  ${name}: ${column},`;
};

const spoken = ([name, { kind, told: how, absent }]: Row): string => {
  if (kind === 'name') return `  ${name}: record.${name} ?? '',`;
  return how === 'unusual'
    ? `  ...(record.${name} === ${quoted(absent)} ? {} : { ${name}: record.${name} }),`
    : `  ${name}: record.${name},`;
};

/** How an order is kept in the store, read from it, and spoken of again. */
export const orderRecordCode = (table: OrderFieldTable = orderFieldTable): string => `${head}
import type { Selectable } from 'kysely';
import type { Order } from '../../../core/contract/trading.ts';
import { instrumentId } from '../../../core/domain/markets/instrument.ts';
import { accountTypeOf, symbolOf } from './order-columns.ts';
import type { OrderTable } from '../tables.ts';
import type { OrderRecord } from './trading-records.ts';

/** An order as the store keeps it. */
export const orderRecordOf = (order: Order): OrderRecord => ({
  venue: order.exchange,
  accountType: accountTypeOf(order.instrumentId),
  symbol: symbolOf(order.instrumentId),
${linesOf(table, kept)}
});

/** A row of the store. The drivers give whole numbers as text. */
export const toOrder = (row: Selectable<OrderTable>): OrderRecord => ({
  venue: row.venue,
  accountType: row.account_type as OrderRecord['accountType'],
  symbol: row.symbol,
${linesOf(table, read)}
});

/** A stored order as the contract speaks of it. */
export const storedOrder = (record: OrderRecord): Order => ({
  exchange: record.venue,
  instrumentId: instrumentId({ exchange: record.venue, symbol: record.symbol, accountType: record.accountType }),
${linesOf(table, spoken)}
});
`;
