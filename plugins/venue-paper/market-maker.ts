import type { LiquidityDesk } from '../../core/contract/server-services.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { agentCalibration, type SymbolCalibration } from './calibration.ts';
import { makeLadder, type Rung } from './ladder.ts';
import { type LadderView, planSide, type Slot } from './quote-plan.ts';
import type { NamedRandom } from './seeded-random.ts';

/** The market that an agent works in, in the units of its venue. */
export interface AgentMarket {
  readonly instrumentId: string;
  readonly calibration: SymbolCalibration;
  /** Price of a tick and base units of a lot; what agents think may be a float. */
  readonly tick: number;
  readonly lot: number;
  readonly minLots: number;
  /** Smallest order value, in quote. */
  readonly minQuote: number;
  readonly depthShare: number;
  readonly intensity: number;
}

/** Quotes a ladder on both sides around its view of the price, and moves it when the view has run away. */
export class MarketMaker {
  readonly #market: AgentMarket;
  readonly #desk: LiquidityDesk;
  readonly #random: NamedRandom;
  readonly #ladder: readonly Rung[];
  readonly #slots: Record<OrderSide, (Slot | null)[]>;
  #anchorLog = Number.NaN;
  #thresholdBps = 0;
  #spreadTicks = 1;
  #reviewAtMs = 0;

  constructor(market: AgentMarket, desk: LiquidityDesk, random: NamedRandom) {
    this.#market = market;
    this.#desk = desk;
    this.#random = random;
    this.#ladder = makeLadder(market.calibration, market.depthShare);
    this.#slots = { BUY: this.#ladder.map(() => null), SELL: this.#ladder.map(() => null) };
  }

  /** Looks at the market; `viewLog` is the logarithm of the price that it believes in. */
  act(viewLog: number, nowMs: number): void {
    const moved = !(Math.abs(viewLog - this.#anchorLog) * 1e4 < this.#thresholdBps);
    if (!moved && nowMs < this.#reviewAtMs) return;
    if (moved) this.#moveTo(viewLog);
    const { instrumentId, tick, lot } = this.#market;
    this.#reviewAtMs = nowMs + agentCalibration.reviewMs * (0.5 + this.#random.unit());
    const price = Math.exp(this.#anchorLog);
    const bidTicks = Math.floor(price / tick);
    const view = { ticksPerBps: (price * 1e-4) / tick, lotsPerQuote: 1 / (price * lot), nowMs };
    const resting = new Map(this.#desk.resting(instrumentId).map((order) => [order.clientOrderId, order.qtyLots]));
    const sides: LadderView[] = [
      { side: 'BUY', touchTicks: bidTicks, ...view },
      { side: 'SELL', touchTicks: bidTicks + this.#spreadTicks, ...view },
    ];
    const plans = sides.map((side) => ({
      side: side.side,
      plan: planSide(this.#ladder, this.#slots[side.side], (id) => resting.get(id), side, this.#random),
    }));
    for (const { side, plan } of plans) for (const rung of plan.cancels) this.#cancel(side, rung);
    for (const { side, plan } of plans) {
      for (const { rung, priceTicks, qtyLots } of plan.quotes) this.#place(side, rung, priceTicks, qtyLots, nowMs);
    }
  }

  #moveTo(viewLog: number): void {
    const { wideSpreadProbability, wideSpreadTicks } = agentCalibration;
    this.#anchorLog = viewLog;
    this.#thresholdBps = this.#market.calibration.requoteBps * Math.exp(0.5 * this.#random.normal());
    const wide = this.#random.unit() < wideSpreadProbability;
    this.#spreadTicks = wide ? 1 + Math.ceil(-Math.log(1 - this.#random.unit()) * wideSpreadTicks) : 1;
  }

  #cancel(side: OrderSide, rung: number): void {
    const slot = this.#slots[side][rung];
    if (!slot) return;
    this.#desk.cancel(this.#market.instrumentId, slot.clientOrderId);
    this.#slots[side][rung] = null;
  }

  #place(side: OrderSide, rung: number, priceTicks: number, qtyLots: number, placedMs: number): void {
    const { instrumentId, minLots, minQuote, tick, lot } = this.#market;
    const lots = Math.max(qtyLots, minLots, Math.ceil((1.2 * minQuote) / (priceTicks * tick * lot)));
    // Not post-only: an order of a user that stands in the way at a better price is worth taking.
    const clientOrderId = this.#desk.limit(instrumentId, side, priceTicks, lots, false);
    this.#slots[side][rung] = { clientOrderId, priceTicks, qtyLots: lots, placedMs };
  }
}
