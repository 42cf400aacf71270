import { decimalsOf, fromUnits, multiplyDecimals, toUnits } from '../../core/domain/numbers/decimal.ts';

/**
 * Prices of an instrument as whole steps of 10^-decimals of its tick, in safe integers: exact, and cheap enough for every level
 * of a busy book. Venues keep their prices on the tick, below 2^53 such steps (the market hub refuses others).
 */
export class PriceGrid {
  readonly decimals: number;
  /** The tick in steps. */
  readonly tick: number;

  constructor(tick: string) {
    this.decimals = decimalsOf(tick);
    this.tick = this.key(tick);
  }

  key(price: string): number {
    let key = 0;
    let fraction = -1;
    for (let at = 0; at < price.length; at++) {
      const code = price.charCodeAt(at);
      if (code === 46) fraction = 0;
      else if (fraction < this.decimals) {
        key = key * 10 + code - 48;
        if (fraction >= 0) fraction++;
      }
    }
    for (let at = Math.max(0, fraction); at < this.decimals; at++) key *= 10;
    return key;
  }

  /** The price with the decimals of a step; exact as long as the key is a multiple of it. */
  text(key: number, decimals: number = this.decimals): string {
    return fromUnits(BigInt(key), this.decimals, decimals);
  }
}

/** Ticks of a grouping step: 1, 2, 5, 10 … 10,000. */
export const groupingFactors: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

export interface GroupingStep {
  readonly factor: number;
  /** Decimal string in quote. */
  readonly step: string;
}

/** Steps that make sense for a market: at most a tenth of the price, all of them while it has none. */
export function groupingSteps(tick: string, price: string | null): readonly GroupingStep[] {
  const scale = 20;
  const limit = price === null ? null : (toUnits(price, scale) ?? 0n) / 10n;
  const steps = groupingFactors.map((factor) => ({ factor, step: multiplyDecimals(tick, String(factor)) }));
  return steps.filter(({ factor, step }) => factor === 1 || limit === null || (toUnits(step, scale) ?? 0n) <= limit);
}

/** Ticks of a line in the fixed ladder before any were chosen: a line is about a fifth of a basis point, so that the spread stays in sight. */
export function fixedFactorOf(steps: readonly GroupingStep[], price: string | null): number {
  const wanted = price === null ? 0n : (toUnits(price, 20) ?? 0n) / 50_000n;
  return steps.find(({ step }) => (toUnits(step, 20) ?? 0n) >= wanted)?.factor ?? steps.at(-1)?.factor ?? 1;
}
