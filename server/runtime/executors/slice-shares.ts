import type { SliceConfig } from '../../../schemas/execution.ts';

/** A slice this close to its plan keeps to it, so that what rounding leaves goes into the last one and not into some before. */
const onPlan = 0.001;

/** Part of what is left that a slice takes by the weights of the slices; the last planned one, and any after it, takes all. */
export function weighedShare(
  { qty, baseSplitOrders }: SliceConfig,
  slice: number,
  leftQty: number,
  weightOf: (slice: number) => number,
): number {
  let [all, rest] = [0, 0];
  for (let at = 0; at < baseSplitOrders; at++) {
    const weight = weightOf(at);
    all += weight;
    if (at >= slice) rest += weight;
  }
  if (slice >= baseSplitOrders - 1 || rest <= 0) return 1;
  const share = weightOf(slice) / rest;
  const planned = (Number(qty) * weightOf(slice)) / all / leftQty;
  return Math.abs(planned - share) < share * onPlan ? planned : share;
}

/** Equal parts. */
export const evenShare = (config: SliceConfig, slice: number, leftQty: number): number => weighedShare(config, slice, leftQty, () => 1);
