import { reaction } from 'mobx';
import type { Accounts, Fill } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import { addDecimals, decimalsOf, divideHalfUp, fromUnits, multiplyDecimals, toUnits } from '../../domain/numbers/decimal.ts';
import { fillKey, orderKey } from './order-merge.ts';

/** All that was filled of one order since a time. */
export interface FilledOrder {
  readonly order: Pick<Fill, 'apiId' | 'orderId'>;
  readonly id: string;
  readonly side: Fill['side'];
  readonly qty: string;
  /** Average by quantity, with the decimals of the finest of its prices. */
  readonly price: string;
  readonly fills: number;
  /** Of its last fill, in ms since the epoch. */
  readonly timeMs: number;
}

/** How far the clocks of an exchange and of the server may differ. */
export const clockSlackMs = 5_000;

/** Tells the fills since `sinceMs`, by the clock of the server and asked for with each news, as they come, merged per order: also those that happened while the connection was lost. */
export function watchFills(accounts: Pick<Accounts, 'fills'>, sinceMs: () => number, tell: (order: FilledOrder) => void): Disposer {
  const known = new Set<string>();
  const orders = new Map<string, Fill[]>();
  return reaction(
    () => accounts.fills,
    (fills) => {
      const earliestMs = sinceMs() - clockSlackMs;
      const fresh = fills.filter((fill) => fill.timeMs >= earliestMs && !known.has(fillKey(fill)));
      for (const fill of fresh) known.add(fillKey(fill));
      const changed = new Set<string>();
      for (const fill of fresh) {
        const key = orderKey(fill);
        orders.set(key, [...(orders.get(key) ?? []), fill]);
        changed.add(key);
      }
      for (const key of changed) tell(merged(key, orders.get(key) ?? []));
    },
    { fireImmediately: true },
  );
}

function merged(key: string, fills: readonly Fill[]): FilledOrder {
  const [first] = fills;
  if (first === undefined) throw new Error(`no fills of ${key}`);
  const qty = fills.reduce((sum, fill) => addDecimals(sum, fill.qty), '0');
  const value = fills.reduce((sum, fill) => addDecimals(sum, multiplyDecimals(fill.price, fill.qty)), '0');
  const decimals = Math.max(...fills.map((fill) => decimalsOf(fill.price)));
  const order = { apiId: first.apiId, orderId: first.orderId };
  const timeMs = Math.max(...fills.map((fill) => fill.timeMs));
  return { order, id: first.instrumentId, side: first.side, qty, price: divided(value, qty, decimals), fills: fills.length, timeMs };
}

function divided(value: string, qty: string, decimals: number): string {
  const scale = Math.max(decimalsOf(value), decimalsOf(qty));
  const [top, bottom] = [toUnits(value, scale) ?? 0n, toUnits(qty, scale) ?? 0n];
  return bottom === 0n ? '0' : fromUnits(divideHalfUp(top * 10n ** BigInt(decimals), bottom), decimals, decimals);
}
