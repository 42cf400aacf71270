/**
 * Value of a distribution at probability `u`, from its quantiles, log-linear between them. Probabilities rise from 0 to 1;
 * values are above zero.
 */
export function quantileAt(probabilities: readonly number[], values: readonly number[], u: number): number {
  let upper = 1;
  while (upper < probabilities.length - 1 && (probabilities[upper] as number) < u) upper++;
  const p0 = probabilities[upper - 1] as number;
  const p1 = probabilities[upper] as number;
  const v0 = Math.log(values[upper - 1] as number);
  const v1 = Math.log(values[upper] as number);
  const share = p1 === p0 ? 0 : (u - p0) / (p1 - p0);
  return Math.exp(v0 + share * (v1 - v0));
}

/** Probability that a standard normal is below `z` (Zelen & Severo 1964, 26.2.17 in Abramowitz & Stegun; error below 8e-8). */
export function normalProbability(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const density = 0.3989422804014327 * Math.exp((-z * z) / 2);
  const tail = density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}
