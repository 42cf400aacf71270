import type { BacktestCurve } from '../contract/backtest-runs.ts';
import { fixedDecimal } from '../domain/numbers/fixed-decimal.ts';
import { drawdownOf } from './curve.ts';

const width = 1_000;
const left = 4;
const right = 92;

interface Band {
  readonly values: readonly number[];
  readonly top: number;
  readonly height: number;
  readonly name: string;
  /** Down to this value it is filled. */
  readonly base: number | null;
  readonly text: (value: number) => string;
}

const round = (value: number): string => fixedDecimal(value, 1);

function bandSvg({ values, top, height, name, base, text }: Band, x: (at: number) => number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || Math.abs(most) || 1;
  const y = (value: number): number => top + height - ((value - least) / span) * height;
  const line = values.map((value, at) => `${round(x(at))},${round(y(value))}`).join(' L');
  const area =
    base === null
      ? ''
      : `<path class="area ${name}" d="M${round(x(0))},${round(y(base))} L${line} L${round(x(values.length - 1))},${round(y(base))} Z"/>`;
  const label = (value: number): string =>
    `<line class="grid" x1="${left}" x2="${width - right}" y1="${round(y(value))}" y2="${round(y(value))}"/>` +
    `<text x="${width - right + 6}" y="${round(y(value) + 4)}">${text(value)}</text>`;
  return `${label(most)}${least === most ? '' : label(least)}${area}<path class="line ${name}" d="M${line}"/>`;
}

/** Net value above, its fall from the highest so far below, over one time axis. The texts must be safe in markup. */
export function curveSvg(
  { times, equity }: BacktestCurve,
  texts: {
    readonly title: string;
    readonly money: (value: number) => string;
    readonly percent: (value: number) => string;
    readonly day: (timeMs: number) => string;
  },
): string {
  if (equity.length < 2) return '';
  const [from, to] = [times[0] as number, times.at(-1) as number];
  const x = (at: number): number => left + (((times[at] as number) - from) / (to - from || 1)) * (width - left - right);
  const value = bandSvg({ values: equity, top: 12, height: 230, name: 'equity', base: null, text: texts.money }, x);
  const fall = bandSvg({ values: drawdownOf(equity), top: 268, height: 70, name: 'drawdown', base: 0, text: texts.percent }, x);
  const ends = `<text x="${left}" y="362">${texts.day(from)}</text><text x="${width - right}" y="362" text-anchor="end">${texts.day(to)}</text>`;
  return `<svg viewBox="0 0 ${width} 370" role="img" aria-label="${texts.title}">${value}${fall}${ends}</svg>`;
}
