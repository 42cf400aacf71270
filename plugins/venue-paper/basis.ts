import type { NamedRandom } from './seeded-random.ts';

/** How one exchange's prices stray from the fair price. */
export interface BasisCalibration {
  /** Long-run deviation, basis points. */
  readonly deviationBps: number;
  /** Time in which a gap shrinks to 1/e. */
  readonly revertS: number;
  /** Sudden local imbalances: rate and mean size; they open gaps wider than the fees. */
  readonly dislocationsPerMinute: number;
  readonly dislocationBps: number;
}

/** The next basis, in log-price, `seconds` after `basis`: mean reverting with rare jumps. */
export function nextBasis(calibration: BasisCalibration, basis: number, seconds: number, random: NamedRandom): number {
  const { deviationBps, revertS, dislocationsPerMinute, dislocationBps } = calibration;
  const decay = Math.exp(-seconds / revertS);
  let next = decay * basis + deviationBps * 1e-4 * Math.sqrt(1 - decay * decay) * random.normal();
  if (random.unit() < (dislocationsPerMinute * seconds) / 60) {
    const size = -Math.log(1 - random.unit()) * dislocationBps * 1e-4;
    next += random.unit() < 0.5 ? size : -size;
  }
  return next;
}
