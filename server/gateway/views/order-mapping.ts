import type { OrderIntent } from '../../../core/contract/trading.ts';
import { type CsvColumns, csvTime } from '../../../core/domain/csv.ts';
import { instrumentId } from '../../../core/domain/markets/instrument.ts';
import {
  isAsked,
  isOfLegs,
  isTold,
  type OrderFieldRow,
  type OrderFieldTable,
  orderFieldTable,
  rowsOf,
} from '../../../core/domain/orders/order-fields.ts';
import type { OrderRequest, OrderView } from '../../../schemas/wire/order.ts';
import { storedOrder } from '../../store/orders/order-code.gen.ts';
import type { OrderRecord } from '../../store/records.ts';
import { orderView } from './order-code.gen.ts';

/** Orders between the words of the house and those of the wire, by the one table of their fields. */

type Values = Readonly<Record<string, unknown>>;

export const storedOrderView = (order: OrderRecord): OrderView => orderView(storedOrder(order));

/** What a request asks for. Fields that were not sent stay absent: their defaults belong to the trading room. */
export function intentOf(table: OrderFieldTable): (request: OrderRequest) => OrderIntent {
  const rows = rowsOf(table, isAsked);
  const legRows = rowsOf(table, isOfLegs);
  return (request) => {
    const { exchange, symbol, account_type: accountType } = request;
    return { instrumentId: instrumentId({ exchange, symbol, accountType }), ...named(request, rows, legRows) } as unknown as OrderIntent;
  };
}

export const orderIntent = intentOf(orderFieldTable);

type Rows = readonly (readonly [name: string, row: OrderFieldRow])[];

function named(sent: Values, rows: Rows, legRows: Rows): Values {
  const said: Record<string, unknown> = {};
  for (const [name, { wire, kind }] of rows) {
    const value = sent[wire];
    if (value !== undefined) said[name] = kind === 'leg' ? named(value as Values, legRows, []) : value;
  }
  return said;
}

/** Columns of an export of orders, with the words of the wire as headers. */
export function exportOf(table: OrderFieldTable): CsvColumns<OrderView> {
  const [created, updated, ...rest] = rowsOf(table, isTold).map(([, row]) => [row.wire, cellOf(row, table)] as const);
  const market = ['market', (order: OrderView): string => order.id] as const;
  return Object.fromEntries([created, updated, market, ...rest].filter((column) => column !== undefined));
}

function cellOf({ wire, kind, absent, beside }: OrderFieldRow, table: OrderFieldTable): (order: OrderView) => string | null {
  const besides = beside === undefined ? undefined : table[beside]?.wire;
  return (order) => {
    const values = order as unknown as Values;
    const isMeant = besides === undefined || (values[besides] ?? null) !== null;
    const value = values[wire] ?? (isMeant ? absent : null) ?? null;
    if (value === null) return null;
    return kind === 'time' ? csvTime(Number(value)) : String(value);
  };
}
