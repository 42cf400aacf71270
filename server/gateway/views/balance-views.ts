import type { Balance } from '../../../core/contract/trading.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import { addDecimals, fromUnits, multiplyDecimals, toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { AllowedBalanceView, BalanceAccountView, CurrencyBalancesView, CurrencyBalanceView } from '../../../schemas/wire/balance.ts';
import type { BalanceView } from '../../../schemas/wire/order.ts';
import { balanceView } from './wire-mapping.ts';

/** Pure: what lies in accounts, told in different ways. All of them take the rows of {@link heldRows}. */

/** One for each asset of which there is something, in an order that no trade changes. */
export const heldRows = (balances: readonly Balance[]): readonly BalanceView[] =>
  balances
    .map(balanceView)
    .filter(({ total, held }) => /[1-9]/.test(total) || /[1-9]/.test(held))
    .sort((a, b) => a.api_id - b.api_id || byText(placeOf(a), placeOf(b)));

/** `prices`: of one unit in USDT. */
export function currencyView(rows: readonly BalanceView[], wanted: string, prices: Readonly<Record<string, string>>): CurrencyBalancesView {
  const unit = worthUnit(wanted, prices);
  // A sum of products has up to forty decimals; twenty are what the wire tells.
  const worth = (usdt: string): string => unit.of(shortened(usdt));
  let known = '0';
  const currencies = [...grouped(rows, ({ asset }) => asset)]
    .sort(([a], [b]) => byText(a, b))
    .map(([asset, parts]): CurrencyBalanceView => {
      const sum = (amount: 'total' | 'held' | 'available') => parts.reduce((so, part) => addDecimals(so, part[amount]), '0');
      const total = sum('total');
      const usdt = prices[asset] === undefined ? null : shortened(multiplyDecimals(total, prices[asset]));
      if (usdt !== null) known = addDecimals(known, usdt);
      const value = usdt === null ? null : worth(usdt);
      return { asset, total, held: sum('held'), available: sum('available'), accounts: parts.length, value };
    });
  return { currency: unit.currency, total_value: worth(known), currencies };
}

export const accountsView = (rows: readonly BalanceView[]): readonly BalanceAccountView[] =>
  [...grouped(rows, ({ api_id, account_type, symbol = '' }) => `${api_id}/${account_type}/${symbol}`).values()].map((parts) => {
    const [{ exchange, api_id, account_type, symbol }] = parts;
    const assets = parts.map(({ asset }) => asset);
    return { exchange, api_id, account_type, ...(symbol === undefined ? {} : { symbol }), assets };
  });

/** `may`: whether the caller may do it with all that is free in an account. */
export const allowedView = (
  rows: readonly BalanceView[],
  may: (act: 'trade' | 'move', row: BalanceView) => boolean,
): readonly AllowedBalanceView[] =>
  rows.map((row) => {
    const { total: _, held: __, ...free } = row;
    const part = (act: 'trade' | 'move') => (may(act, row) ? row.available : '0');
    return { ...free, tradable: part('trade'), movable: part('move') };
  });

/** Those behind the one that the last page ended with, at most `limit`; null: no page ended there. */
export function pageOfRows(
  rows: readonly BalanceView[],
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): { readonly results: BalanceView[]; readonly next: string | null } | null {
  const last = cursor === undefined ? null : /^([1-9][0-9]{0,9})(\/[a-z_]+\/[A-Z0-9_.-]*\/.+)$/.exec(cursor);
  if (cursor !== undefined && last === null) return null;
  const [, id = '0', place = ''] = last ?? [];
  const isBehind = (row: BalanceView) => row.api_id > Number(id) || (row.api_id === Number(id) && byText(placeOf(row), place) > 0);
  const left = last === null ? rows : rows.filter(isBehind);
  const results = left.slice(0, limit);
  const end = results.at(-1);
  return { results, next: left.length > limit && end !== undefined ? `${end.api_id}${placeOf(end)}` : null };
}

type Group = [BalanceView, ...BalanceView[]];

function grouped(rows: readonly BalanceView[], keyOf: (row: BalanceView) => string): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

const placeOf = ({ account_type, symbol = '', asset }: BalanceView): string => `/${account_type}/${symbol}/${asset}`;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const shortened = (decimal: string): string => fromUnits(toUnits(decimal.replace(/(\.\d{20})\d+$/, '$1'), 20) ?? 0n, 20);
