import type { DocumentContent } from '../../core/contract/client-services.ts';
import { compareDecimals, decimalPattern } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';

/** A click below the last price buys, above it sells: the order rests. Null without a last price. */
export const sideAt = (price: string, last: string | null): OrderSide | null =>
  last === null ? null : compareDecimals(price, last) <= 0 ? 'BUY' : 'SELL';

/** Where the order ticket keeps what its user has settled; foreign data here. */
export const ticketSettings = { kind: 'order-ticket', key: 'settings' } as const;
const largeAtFirst = '100000';

/**
 * Whether the user wants to be asked before a limit order worth `amount` of quote, as settled in the order ticket: each one, unless in
 * quick mode, and a large one always.
 */
export function asksBefore(settings: DocumentContent | null, amount: string, quickMode: boolean): boolean {
  const confirm = isRecord(settings?.confirm) ? settings.confirm : {};
  const above = settings?.largeAbove;
  const largeAbove = typeof above === 'string' && decimalPattern.test(above) ? above : largeAtFirst;
  if (confirm.large !== false && compareDecimals(amount, largeAbove) > 0) return true;
  return !quickMode && confirm.limit !== false;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
