import type { OrderedSum, RebatedSum, TradedSum } from '../../core/contract/traded.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type { StatsHour } from './stats-hour.ts';

export interface Valuing {
  instrument(id: string): Pick<Instrument, 'base' | 'quote' | 'makerFee' | 'takerFee'> | null;
  /** In USDT; null without one. */
  priceOf(asset: string): string | null;
}

/** To the eighth decimal, downwards, as the sums are. */
function product(a: string, b: string): string {
  const [whole = '0', part = ''] = multiplyDecimals(a, b).split('.');
  return part.length > 8 ? `${whole}.${part.slice(0, 8)}` : part === '' ? whole : `${whole}.${part}`;
}

export const nothing = { volume: '0', turnover: '0', making: '0', saved: '0', rebates: '0', fills: 0, orders: 0, unvalued: 0, credits: 0 };

/** Sums in USDT by hour, exchange and sender. */
export function valuedHours(
  sums: readonly TradedSum[],
  orders: readonly OrderedSum[],
  rebated: readonly RebatedSum[],
  valuing: Valuing,
): readonly StatsHour[] {
  const hours = new Map<string, StatsHour>();
  const add = (where: Pick<StatsHour, 'hourMs' | 'exchange' | 'strategy'>, more: Partial<typeof nothing>): void => {
    const key = `${where.hourMs} ${where.exchange} ${where.strategy}`;
    const { hourMs, exchange, strategy } = where;
    hours.set(key, added(hours.get(key) ?? { hourMs, exchange, strategy, ...nothing }, more));
  };
  for (const sum of sums) add(sum, valued(sum, valuing));
  for (const one of orders) add(one, { orders: one.orders });
  for (const { hourMs, exchange, asset, amount, credits } of rebated) {
    const price = valuing.priceOf(asset);
    add(
      { hourMs, exchange, strategy: null },
      price === null ? { credits, unvalued: credits } : { credits, rebates: product(amount, price) },
    );
  }
  return [...hours.values()];
}

/**
 * What is kept of an hour that is summed up again: its values as long as its fills and credits are the same, for prices move on, and where less of it could be
 * valued now, as while its exchange is away. Orders are those of now.
 */
export function settledHours(stored: readonly StatsHour[], fresh: readonly StatsHour[]): readonly StatsHour[] {
  const keyOf = ({ hourMs, exchange, strategy }: StatsHour): string => `${hourMs} ${exchange} ${strategy}`;
  const before = new Map(stored.map((hour) => [keyOf(hour), hour]));
  return fresh.map((hour) => {
    const known = before.get(keyOf(hour));
    const isSame = known?.fills === hour.fills && known.credits === hour.credits;
    const stays = known !== undefined && (isSame ? hour.unvalued >= known.unvalued : hour.unvalued > known.unvalued);
    return stays ? { ...known, orders: hour.orders } : hour;
  });
}

const amounts = ['volume', 'turnover', 'making', 'saved', 'rebates'] as const;
const counts = ['fills', 'orders', 'unvalued', 'credits'] as const;

/** One with another's figures added; absent ones are nothing. */
export function added<T extends typeof nothing>(to: T, more: Partial<typeof nothing>): T {
  const sums = Object.fromEntries(amounts.map((name) => [name, addDecimals(to[name], more[name] ?? '0')]));
  return { ...to, ...sums, ...Object.fromEntries(counts.map((name) => [name, to[name] + (more[name] ?? 0)])) };
}

function valued(sum: TradedSum, { instrument, priceOf }: Valuing): Partial<typeof nothing> {
  const market = instrument(`${sum.exchange}/${sum.symbol}/${sum.accountType}`);
  const price = market === null ? null : priceOf(market.quote);
  if (market === null || price === null) return { fills: sum.fills, unvalued: sum.fills };
  const inUsdt = (amount: string): string => product(amount, price);
  const turnover = inUsdt(sum.turnover);
  const isMaker = sum.liquidity === 'MAKER';
  const charged = paid(sum, market, inUsdt, priceOf);
  const listed = product(turnover, isMaker ? market.makerFee : market.takerFee);
  return {
    fills: sum.fills,
    volume: inUsdt(sum.volume),
    turnover,
    making: isMaker && sum.strategy !== null ? turnover : '0',
    saved: charged === null ? '0' : addDecimals(listed, negateDecimal(charged.fees)),
    rebates: charged?.rebates ?? '0',
  };
}

/** In USDT; null where the asset in which fees were paid has no price. */
function paid(
  sum: TradedSum,
  { base, quote }: { readonly base: string; readonly quote: string },
  inUsdt: (amount: string) => string,
  priceOf: Valuing['priceOf'],
): { readonly fees: string; readonly rebates: string } | null {
  if (sum.feeAsset === quote) return { fees: inUsdt(sum.fees), rebates: inUsdt(sum.rebates) };
  if (sum.feeAsset === base) return { fees: inUsdt(sum.feesByPrice), rebates: inUsdt(sum.rebatesByPrice) };
  const price = priceOf(sum.feeAsset);
  return price === null ? null : { fees: product(sum.fees, price), rebates: product(sum.rebates, price) };
}
