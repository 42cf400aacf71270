import { agentCalibration, type SymbolCalibration } from './calibration.ts';

/** One price of a maker's ladder: its distance from the best price and its usual size. */
export interface Rung {
  readonly distanceBps: number;
  readonly amount: number;
  /** Log-deviation of its sizes. */
  readonly deviation: number;
}

/** Rungs inside each distance of the depth table: dense where people look. */
const rungsPerBand = [5, 3, 4, 4, 4] as const;

/**
 * The ladder of one side: the best price, then rungs that add up to the calibrated depth at each of its distances.
 * `share` scales all sizes.
 */
export function makeLadder(calibration: SymbolCalibration, share: number): readonly Rung[] {
  const { sizeDeviation, touchDeviation } = agentCalibration;
  const rungs: Rung[] = [{ distanceBps: 0, amount: calibration.touchQuote * share, deviation: touchDeviation }];
  let [fromBps, below] = [0, calibration.touchQuote];
  for (const [band, [toBps, amount]] of calibration.depth.entries()) {
    const count = rungsPerBand[band] ?? 3;
    for (let i = 0; i < count; i++) {
      const distanceBps = fromBps + ((toBps - fromBps) * (i + 0.6)) / count;
      rungs.push({ distanceBps, amount: (Math.max(0, amount - below) / count) * share, deviation: sizeDeviation });
    }
    [fromBps, below] = [toBps, amount];
  }
  return rungs;
}
