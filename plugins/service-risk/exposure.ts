import type { OverseenAccount } from '../../core/contract/money.ts';
import type { StrategyHolding } from '../../core/contract/risk.ts';
import { addDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import type { exposureKinds } from '../../schemas/wire/risk.ts';

export type ExposureKind = (typeof exposureKinds)[number];

/** In USDT, exact. */
export interface ExposureSum {
  readonly kind: ExposureKind;
  readonly key: string;
  readonly account: OverseenAccount | null;
  /** All that lies there, money among it; null of a strategy. */
  readonly equity: string | null;
  /** What moves with prices: longs less shorts, and both together. */
  readonly net: string;
  readonly gross: string;
  /** Assets of whose worth nobody knows, in order of their codes. */
  readonly unknown: readonly string[];
  /** Assets of which more is short there than long. */
  readonly shorts: readonly string[];
}

type UsdtPrices = Readonly<Record<string, string>>;

/** What everything is counted in moves with no price. */
const counted = 'USDT';

interface Holding {
  readonly asset: string;
  readonly qty: string;
  readonly worth: string | null;
}

/** Where exposures are summed up. */
class Sums {
  readonly #rows = new Map<string, { row: Omit<ExposureSum, 'unknown' | 'shorts'>; unknown: Set<string>; held: Map<string, string> }>();

  /** `worth`: signed, in USDT; null: not known. */
  add(kind: ExposureKind, key: string, account: OverseenAccount | null, { asset, qty, worth }: Holding): void {
    const id = `${kind} ${key}`;
    const found = this.#rows.get(id) ?? {
      row: { kind, key, account, equity: kind === 'strategy' ? null : '0', net: '0', gross: '0' },
      unknown: new Set<string>(),
      held: new Map<string, string>(),
    };
    this.#rows.set(id, found);
    found.held.set(asset, addDecimals(found.held.get(asset) ?? '0', qty));
    if (worth === null) {
      found.unknown.add(asset);
      return;
    }
    const { row } = found;
    const moves = asset !== counted;
    found.row = {
      ...row,
      equity: row.equity === null ? null : addDecimals(row.equity, worth),
      net: moves ? addDecimals(row.net, worth) : row.net,
      gross: moves ? addDecimals(row.gross, absolute(worth)) : row.gross,
    };
  }

  list(): readonly ExposureSum[] {
    return [...this.#rows.values()].map(({ row, unknown, held }) => ({
      ...{ ...row, unknown: [...unknown].sort() },
      shorts: [...held].flatMap(([asset, qty]) => (qty.startsWith('-') ? [asset] : [])),
    }));
  }
}

/** ExposureSum of each account, exchange and asset by what lies in accounts, and of each strategy by what its instances hold. */
export function exposures(
  accounts: readonly OverseenAccount[],
  holdings: readonly StrategyHolding[],
  prices: UsdtPrices,
): readonly ExposureSum[] {
  const sums = new Sums();
  for (const account of accounts) {
    for (const { asset, total } of account.balances) {
      if (isNothing(total)) continue;
      const price = prices[asset];
      const worth = price === undefined ? null : multiplyDecimals(total, price);
      const holding = { asset, qty: total, worth };
      sums.add('account', String(account.apiId), account, holding);
      sums.add('exchange', account.exchange, null, holding);
      sums.add('asset', asset, null, holding);
    }
  }
  for (const { strategy, base, quote, qty, mark } of holdings) {
    if (isNothing(qty)) continue;
    sums.add('strategy', strategy, null, { asset: base, qty, worth: worthOfHolding({ base, quote, qty, mark }, prices) });
  }
  return sums.list();
}

/** By the index of the asset, else by its own market's price in what that is quoted in. */
export function worthOfHolding(
  { base, quote, qty, mark }: Pick<StrategyHolding, 'base' | 'quote' | 'qty' | 'mark'>,
  prices: UsdtPrices,
): string | null {
  const price = prices[base];
  if (price !== undefined) return multiplyDecimals(qty, price);
  const inUsdt = prices[quote];
  return mark === null || inUsdt === undefined ? null : multiplyDecimals(multiplyDecimals(qty, mark), inUsdt);
}

const isNothing = (decimal: string): boolean => /^-?[0.]*$/.test(decimal);
export const absolute = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : decimal);
/** To the cent, towards zero: it is shown, and judged before. */
export const inCents = (decimal: string): string => decimal.replace(/(\.\d{2})\d+$/, '$1');
