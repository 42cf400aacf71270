import { fairPriceCalibration, type SymbolCalibration } from './calibration.ts';
import type { NamedRandom } from './seeded-random.ts';

/** Steps kept for those who see the price late: 2 s. */
const keptSteps = 40;

interface Path {
  readonly calibration: SymbolCalibration;
  logPrice: number;
  /** Logarithm of the volatility's multiple of normal, mean reverting. */
  logVolatility: number;
  /** Latest last. */
  readonly past: number[];
}

/**
 * The price that all exchanges follow, per symbol: a log-price with stochastic volatility and jumps, partly common to all
 * symbols. A cross has no path of its own: it is the ratio of two others. Prices here are what agents think, not money: binary floats are fine.
 */
export class FairPrices {
  readonly #paths = new Map<string, Path>();
  readonly #crosses = new Map<string, readonly [over: string, under: string]>();
  readonly #random: NamedRandom;
  #timeMs: number;

  constructor(calibrations: readonly SymbolCalibration[], startPrices: ReadonlyMap<string, number>, random: NamedRandom, nowMs: number) {
    this.#random = random;
    this.#timeMs = nowMs;
    for (const calibration of calibrations) {
      if (calibration.cross !== undefined) {
        this.#crosses.set(calibration.symbol, calibration.cross);
        continue;
      }
      const logPrice = Math.log(startPrices.get(calibration.symbol) ?? calibration.startPrice);
      this.#paths.set(calibration.symbol, { calibration, logPrice, logVolatility: 0, past: [logPrice] });
    }
  }

  /** Moves on to `nowMs` in fixed steps; a process that stood still for long skips what it missed beyond 2 s. */
  advance(nowMs: number): void {
    const { stepMs } = fairPriceCalibration;
    if (nowMs - this.#timeMs > keptSteps * stepMs) this.#timeMs = nowMs - keptSteps * stepMs;
    while (this.#timeMs + stepMs <= nowMs) {
      this.#timeMs += stepMs;
      this.#step(stepMs / 1000);
    }
  }

  /** The logarithm of the price as it was `latencyMs` ago. */
  logPrice(symbol: string, latencyMs: number): number {
    const cross = this.#crosses.get(symbol);
    if (cross !== undefined) return this.logPrice(cross[0], latencyMs) - this.logPrice(cross[1], latencyMs);
    const path = this.#paths.get(symbol);
    if (path === undefined) throw new RangeError(`no fair price for ${symbol}`);
    const back = Math.min(Math.round(latencyMs / fairPriceCalibration.stepMs), path.past.length - 1);
    return path.past[path.past.length - 1 - back] as number;
  }

  #step(seconds: number): void {
    const { commonShare, logVolatilityDeviation, logVolatilityRevertS, jumpsPerS, jumpBps } = fairPriceCalibration;
    const common = this.#random.normal();
    const commonVolatility = this.#random.normal();
    for (const path of this.#paths.values()) {
      const decay = Math.exp(-seconds / logVolatilityRevertS);
      const shock = Math.sqrt(0.5) * (commonVolatility + this.#random.normal());
      path.logVolatility = decay * path.logVolatility + logVolatilityDeviation * Math.sqrt(1 - decay * decay) * shock;
      // E[exp(2x)] = exp(2 s²): keeps the average variance at the calibrated one.
      const volatility = path.calibration.volatilityBps * 1e-4 * Math.exp(path.logVolatility - logVolatilityDeviation ** 2);
      const noise = Math.sqrt(commonShare) * common + Math.sqrt(1 - commonShare) * this.#random.normal();
      path.logPrice += volatility * Math.sqrt(seconds) * noise;
      if (this.#random.unit() < jumpsPerS * seconds) {
        const size = -Math.log(1 - this.#random.unit()) * jumpBps * 1e-4;
        path.logPrice += this.#random.unit() < 0.5 ? size : -size;
      }
      path.past.push(path.logPrice);
      if (path.past.length > keptSteps) path.past.shift();
    }
  }
}
