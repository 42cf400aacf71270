/** Series and lines for the pictures of the public site: the same at every build, and nobody's prices. */

/** Numbers from 0 to 1 that always come in the same order. */
function* numbersFrom(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    yield state / 4_294_967_296;
  }
}

interface Walk {
  readonly seed: number;
  readonly steps: number;
  /** Added with each step, in parts of the largest move. */
  readonly drift?: number;
}

/** A walk of so many steps, stretched over 0 to 1. */
export function walk({ seed, steps, drift = 0 }: Walk): readonly number[] {
  const numbers = numbersFrom(seed);
  const levels = [0];
  for (let at = 1; at < steps; at++) levels.push((levels[at - 1] ?? 0) + numbers.next().value * 2 - 1 + drift);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  return levels.map((level) => (level - low) / (high - low || 1));
}

/** The highest value so far, at each place. */
export const highest = (values: readonly number[]): readonly number[] => {
  let high = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    high = Math.max(high, value);
    return high;
  });
};

/** The mean of the last values, at each place. */
export const averaged = (values: readonly number[], over: number): readonly number[] =>
  values.map((_, at) => {
    const last = values.slice(Math.max(0, at - over + 1), at + 1);
    return last.reduce((sum, value) => sum + value, 0) / last.length;
  });

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** A line through values of 0 (bottom of the box) to 1 (top), as the data of an SVG path. */
export function linePath(values: readonly number[], { x, y, width, height }: Box): string {
  const step = width / Math.max(1, values.length - 1);
  return values.map((value, at) => `${at === 0 ? 'M' : 'L'}${rounded(x + at * step)} ${rounded(y + (1 - value) * height)}`).join('');
}

/** The surface between two lines of the same length. */
export const bandPath = (upper: readonly number[], lower: readonly number[], box: Box): string => {
  const back = linePath([...lower].reverse(), { ...box, x: box.x + box.width, width: -box.width });
  return `${linePath(upper, box)}${back.replace('M', 'L')}Z`;
};
