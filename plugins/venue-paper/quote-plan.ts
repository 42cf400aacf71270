import type { OrderSide } from '../../core/domain/orders/order.ts';
import { agentCalibration } from './calibration.ts';
import type { Rung } from './ladder.ts';
import type { NamedRandom } from './seeded-random.ts';

/** What a maker believes to have at one rung; null when nothing. */
export interface Slot {
  readonly clientOrderId: string;
  readonly priceTicks: number;
  readonly qtyLots: number;
  readonly placedMs: number;
}

interface Quote {
  readonly rung: number;
  readonly priceTicks: number;
  readonly qtyLots: number;
}

/** Cancels come before quotes, so that a maker never meets its own orders. */
interface QuotePlan {
  readonly cancels: readonly number[];
  readonly quotes: readonly Quote[];
}

export interface LadderView {
  readonly side: OrderSide;
  /** Best price that the maker wants to quote on this side. */
  readonly touchTicks: number;
  /** Ticks of one basis point of the price. */
  readonly ticksPerBps: number;
  /** Lots that a unit of quote buys. */
  readonly lotsPerQuote: number;
  readonly nowMs: number;
}

/** Orders younger than this may be on their way: neither missing nor filled. */
const settleMs = 400;

/**
 * What to change on one side of the ladder. A rung stays where it is while it is near its place: the farther from the best
 * price, the farther it may be off, so a small move costs only the orders near the touch. `remaining` gives lots still resting.
 */
export function planSide(
  ladder: readonly Rung[],
  slots: ReadonlyArray<Slot | null>,
  remaining: (clientOrderId: string) => number | undefined,
  view: LadderView,
  random: NamedRandom,
): QuotePlan {
  const { flickerProbability, refillBelow } = agentCalibration;
  const away = view.side === 'BUY' ? -1 : 1;
  const cancels: number[] = [];
  const quotes: Quote[] = [];
  let beforeTicks: number | null = null;
  let placeTicks = 0;
  for (const [rung, { distanceBps, amount, deviation }] of ladder.entries()) {
    const slot = slots[rung] ?? null;
    // Coarse ticks would put several rungs on one price: each is at least one tick behind the one before.
    const distanceTicks = rung === 0 ? 0 : Math.max(distanceBps * view.ticksPerBps, placeTicks + 1);
    placeTicks = distanceTicks;
    // Placed up to 15 % off its place, so that ladders are not combs; kept until 40 % off.
    let targetTicks = view.touchTicks + away * Math.round(distanceTicks * (0.85 + 0.3 * random.unit()));
    if (beforeTicks !== null && away * (targetTicks - beforeTicks) <= 0) targetTicks = beforeTicks + away;
    const left = slot === null ? 0 : (remaining(slot.clientOrderId) ?? (view.nowMs - slot.placedMs < settleMs ? slot.qtyLots : 0));
    const offTicks = slot === null ? 0 : Math.abs(away * (slot.priceTicks - view.touchTicks) - distanceTicks);
    const inPlace = slot !== null && left > 0 && offTicks <= (rung === 0 ? 0 : Math.max(1.5, 0.4 * distanceTicks));
    const ordered = slot !== null && (beforeTicks === null || away * (slot.priceTicks - beforeTicks) > 0);
    const flickers = rung === 0 && random.unit() < flickerProbability;
    if (inPlace && ordered && !flickers && left >= refillBelow * slot.qtyLots) {
      beforeTicks = slot.priceTicks;
      continue;
    }
    if (slot !== null && left > 0) cancels.push(rung);
    if (targetTicks <= 0) continue;
    const qtyLots = Math.max(1, Math.round(amount * view.lotsPerQuote * Math.exp(deviation * random.normal() - deviation ** 2 / 4)));
    quotes.push({ rung, priceTicks: targetTicks, qtyLots });
    beforeTicks = targetTicks;
  }
  return { cancels, quotes };
}
