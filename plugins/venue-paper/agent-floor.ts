import type { Clock, LiquidityDesk } from '../../core/contract/server-services.ts';
import { type BasisCalibration, nextBasis } from './basis.ts';
import { fairPriceCalibration } from './calibration.ts';
import type { FairPrices } from './fair-prices.ts';
import { type AgentMarket, MarketMaker } from './market-maker.ts';
import { initialTaker, nextTakerOrder } from './noise-taker.ts';
import { NamedRandom } from './seeded-random.ts';

/** One exchange's agents: two desks, so that takers meet makers and not themselves. */
interface FloorOptions {
  readonly exchange: string;
  readonly markets: readonly AgentMarket[];
  readonly makers: LiquidityDesk;
  readonly takers: LiquidityDesk;
  readonly fairPrices: FairPrices;
  readonly basis: BasisCalibration;
  readonly latencyMs: number;
  readonly seed: number;
  readonly clock: Clock;
}

interface Seat {
  readonly market: AgentMarket;
  readonly maker: MarketMaker;
  basis: number;
}

/** Runs the agents of one exchange until stopped. What earlier agents left on the books is canceled first. */
export async function openFloor(options: FloorOptions): Promise<() => void> {
  const { markets, makers, takers, clock, seed, exchange, fairPrices } = options;
  await makers.cancelAll();
  await takers.cancelAll();
  const basisRandom = new NamedRandom(seed, `${exchange}/basis`);
  const seats = markets.map((market): Seat => {
    const random = new NamedRandom(seed, `${market.instrumentId}/maker`);
    return { market, maker: new MarketMaker(market, makers, random), basis: options.basis.deviationBps * 1e-4 * basisRandom.normal() };
  });
  const quote = (): void => {
    const nowMs = clock.nowMs();
    fairPrices.advance(nowMs);
    for (const seat of seats) {
      seat.basis = nextBasis(options.basis, seat.basis, fairPriceCalibration.stepMs / 1000, basisRandom);
      seat.maker.act(fairPrices.logPrice(seat.market.calibration.symbol, options.latencyMs) + seat.basis, nowMs);
    }
  };
  quote();
  const stops = [clock.every(fairPriceCalibration.stepMs, quote), ...seats.map(({ market }) => startTakers(market, options))];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The crowd of one market: each order sets the time of the next. */
function startTakers(market: AgentMarket, { seed, clock, takers }: FloorOptions): () => void {
  const random = new NamedRandom(seed, `${market.instrumentId}/taker`);
  const { calibration, instrumentId, intensity, depthShare, tick, lot, minLots, minQuote } = market;
  let next = nextTakerOrder(calibration, intensity, initialTaker, random);
  let dueMs = clock.nowMs() + next.gapMs;
  let stopTimer = (): void => {};
  const trade = (): void => {
    const nowMs = clock.nowMs();
    // A late timer catches up, but never with a burst of more than half a second.
    if (nowMs - dueMs > 500) dueMs = nowMs;
    while (dueMs <= nowMs) {
      const { bidTicks, askTicks } = takers.best(instrumentId);
      const priceTicks = next.side === 'BUY' ? askTicks : bidTicks;
      if (priceTicks > 0) {
        const amount = Math.max(next.amount * depthShare, 1.02 * minQuote);
        takers.market(instrumentId, next.side, Math.max(minLots, Math.ceil(amount / (priceTicks * tick * lot))));
      }
      next = nextTakerOrder(calibration, intensity, next.state, random);
      dueMs += next.gapMs;
    }
    stopTimer = clock.after(Math.max(1, Math.ceil(dueMs - nowMs)), trade);
  };
  stopTimer = clock.after(Math.max(1, Math.ceil(next.gapMs)), trade);
  return () => stopTimer();
}
