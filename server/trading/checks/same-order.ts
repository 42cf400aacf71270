import { withDefaults } from '../../../core/contract/asked-terms.ts';
import type { Order, OrderIntent } from '../../../core/contract/trading.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import {
  absentOf,
  isAsked,
  isTold,
  type OrderFieldRow,
  type OrderFieldTable,
  orderFieldTable,
  rowsOf,
} from '../../../core/domain/orders/order-fields.ts';

/**
 * True when a stored order is what the intent asks for, so that the intent is a repeat. An order that was amended is not,
 * and a pair cannot be told from its first order alone.
 */
export function isSameOrder(order: Order, intent: OrderIntent, table: OrderFieldTable = orderFieldTable): boolean {
  const isAlone = intent.takeProfit === undefined && (order.triggerKind === null || order.triggerKind === 'CONDITIONAL');
  if (!isAlone || order.instrumentId !== intent.instrumentId) return false;
  const has = order as unknown as Record<string, Value>;
  const wanted = withDefaults(intent, table) as unknown as Record<string, Value>;
  return rowsOf(table, (row) => isAsked(row) && isTold(row) && row.compared !== false).every(([name, row]) =>
    isSameValue(has[name] ?? absentOf(row, intent.type), wanted[name], row),
  );
}

type Value = string | number | boolean | null | undefined;

/** An amount that is not there is none: where one of two sizes is given, the other is zero. */
const isSameValue = (a: Value, b: Value, { kind }: OrderFieldRow): boolean =>
  kind === 'decimal' ? compareDecimals(String(a ?? '0'), String(b ?? '0')) === 0 : a === b;
