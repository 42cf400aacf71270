import { hasLimitPrice, type OrderType, type TimeInForce } from '../domain/orders/order.ts';
import {
  absentOf,
  isAsked,
  isTold,
  type OrderFields,
  type OrderFieldTable,
  orderFieldTable,
  rowsOf,
} from '../domain/orders/order-fields.ts';
import type { Order, OrderIntent } from './trading.ts';

type DefaultedField = { [K in keyof OrderFields]: OrderFields[K] extends { absent: unknown } ? K : never }[keyof OrderFields];
type AskedField = { [K in keyof OrderFields]: OrderFields[K] extends { asked: string; told: string } ? K : never }[keyof OrderFields];

/** An intent with all that it leaves to a default. */
export type FullIntent = OrderIntent & Required<Pick<OrderIntent, DefaultedField>>;

const hasDefault = rowsOf(orderFieldTable, ({ absent }) => absent !== undefined);
const asked = rowsOf(orderFieldTable, (row) => isAsked(row) && isTold(row));

/** What an intent leaves unsaid and has a default, said. */
export function withDefaults(intent: OrderIntent, table: OrderFieldTable = orderFieldTable): FullIntent {
  const full: Record<string, unknown> = { ...intent };
  const rows = table === orderFieldTable ? hasDefault : rowsOf(table, ({ absent }) => absent !== undefined);
  for (const [name, row] of rows) full[name] ??= absentOf(row, intent.type);
  return full as unknown as FullIntent;
}

/** Default of a time in force. */
export const defaultTimeInForce = (type: OrderType): TimeInForce =>
  hasLimitPrice(type) ? orderFieldTable.timeInForce.absent : orderFieldTable.timeInForce.absentWithoutLimit;

/** The order's fields that an intent speaks of, as the order that it asks for has them: with defaults, null for what it has not. */
export function askedTerms(intent: OrderIntent): Pick<Order, AskedField> {
  const full = withDefaults(intent) as unknown as Record<string, unknown>;
  const terms: Record<string, unknown> = {};
  for (const [name, { told, absent }] of asked) {
    const value = full[name];
    if (told !== 'unusual' || value !== absent) terms[name] = value ?? null;
  }
  return terms as unknown as Pick<Order, AskedField>;
}
