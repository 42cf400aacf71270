import type { Level } from '../../core/contract/market.ts';
import { tradesBase } from '../../core/domain/clearing/kinds.ts';
import { deliveryMs } from '../../core/domain/markets/delivery-date.ts';
import type { Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';
import { compareDecimals, divideHalfUp, fromUnits, multiplyDecimals, pow10, toUnits } from '../../core/domain/numbers/decimal.ts';

/** Best level of each side; null where nobody offers. */
export interface BestLevels {
  readonly bid: Level | null;
  readonly ask: Level | null;
  readonly timeMs: number;
}

/** Two markets of one base and quote at different exchanges. */
export interface MarketPair {
  readonly id: string;
  readonly markets: readonly [Instrument, Instrument];
}

interface SpreadLeg {
  readonly instrumentId: InstrumentId;
  /** What the leg can be traded at now, and how much of it, in base. */
  readonly price: string | null;
  readonly qty: string | null;
}

/** The dear leg is sold at its best bid, the cheap one bought at its best ask. Figures are null while a side is empty. */
export interface Spread {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly sell: SpreadLeg;
  readonly buy: SpreadLeg;
  /** In quote; negative while opening would cost. */
  readonly spread: string | null;
  /** As a fraction of the price that is paid, with eight decimals. */
  readonly rate: string | null;
  /** `rate` × 365 / days to the nearer delivery; null for legs that are never delivered. */
  readonly apr: string | null;
  /** Value of the smaller leg, in quote. */
  readonly liquidity: string | null;
  /** Of the older of both books. */
  readonly timeMs: number;
}

const rateScale = 8;
const yearMs = 365n * 86_400_000n;
/** A pair turns round only when the other direction pays a basis point more: legs that are equally dear must not flicker. */
const turnsAt = 10n ** BigInt(rateScale) / 10_000n;

/** Every two markets of the same base and quote at different exchanges. What is not counted in its base stays out. */
export function marketPairs(
  instruments: readonly Instrument[],
  comparable: (a: Instrument, b: Instrument) => boolean,
): readonly MarketPair[] {
  const groups = new Map<string, Instrument[]>();
  for (const instrument of instruments) {
    if (!tradesBase(instrument)) continue;
    const key = `${instrument.base}/${instrument.quote}`;
    groups.set(key, [...(groups.get(key) ?? []), instrument]);
  }
  return [...groups.values()].flatMap((group) =>
    group.flatMap((first, at) =>
      group
        .slice(at + 1)
        .filter((second) => second.exchange !== first.exchange && comparable(first, second))
        .map((second) => pairOf(first, second)),
    ),
  );
}

function pairOf(first: Instrument, second: Instrument): MarketPair {
  const markets: readonly [Instrument, Instrument] = first.id < second.id ? [first, second] : [second, first];
  return { id: `${markets[0].id}~${markets[1].id}`, markets };
}

/** The pair as a row; `soldBefore` is the leg that was the dear one until now. */
export function spreadRow(
  { id, markets }: MarketPair,
  best: (id: InstrumentId) => BestLevels | null,
  soldBefore: InstrumentId | null,
  nowMs: number,
): Spread {
  const [first, second] = markets;
  const standing = soldBefore === second.id ? [second, first] : [first, second];
  const turned = [standing[1], standing[0]];
  const [dear, cheap] = (turnsRound(rateOf(standing, best), rateOf(turned, best)) ? turned : standing) as [Instrument, Instrument];
  const bid = best(dear.id)?.bid ?? null;
  const ask = best(cheap.id)?.ask ?? null;
  const rate = rateOf([dear, cheap], best);
  const both = bid === null || ask === null || rate === null ? null : { bid, ask, rate };
  return {
    id,
    base: dear.base,
    quote: dear.quote,
    sell: { instrumentId: dear.id, price: bid?.[0] ?? null, qty: bid?.[1] ?? null },
    buy: { instrumentId: cheap.id, price: ask?.[0] ?? null, qty: ask?.[1] ?? null },
    spread: both === null ? null : fromUnits(units(both.bid[0]) - units(both.ask[0]), priceScale),
    rate: both === null ? null : fromUnits(both.rate, rateScale),
    apr: both === null ? null : aprOf(both.rate, markets, nowMs),
    liquidity: both === null ? null : smaller(worthOf(both.bid), worthOf(both.ask)),
    timeMs: Math.min(best(dear.id)?.timeMs ?? 0, best(cheap.id)?.timeMs ?? 0),
  };
}

const turnsRound = (standing: bigint | null, turned: bigint | null): boolean =>
  turned !== null && (standing === null || turned > standing + turnsAt);

const priceScale = 20;
const units = (price: string): bigint => toUnits(price, priceScale) ?? 0n;

/** Best bid of the first market over the best ask of the second, less one, in units of 10^-8. */
function rateOf([dear, cheap]: readonly (Instrument | undefined)[], best: (id: InstrumentId) => BestLevels | null): bigint | null {
  const bid = best(dear?.id ?? '')?.bid;
  const ask = best(cheap?.id ?? '')?.ask;
  if (bid == null || ask == null || units(ask[0]) === 0n) return null;
  return divideHalfUp((units(bid[0]) - units(ask[0])) * pow10(rateScale), units(ask[0]));
}

function aprOf(rate: bigint, markets: readonly Instrument[], nowMs: number): string | null {
  const dates = markets.flatMap(({ settlement }) => deliveryMs(settlement, nowMs) ?? []);
  if (dates.length === 0) return null;
  return fromUnits(divideHalfUp(rate * yearMs, BigInt(Math.max(1, Math.min(...dates) - nowMs))), rateScale);
}

const worthOf = ([price, qty]: Level): string => multiplyDecimals(price, qty);
const smaller = (a: string, b: string): string => (compareDecimals(a, b) <= 0 ? a : b);
