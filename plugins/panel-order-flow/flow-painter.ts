import type { CanvasFrame } from '../../core/ui/index.ts';
import { type FlowInterval, type ProfileLine, ratio } from './flow-model.ts';

const inset = 8;
/** Height of a line of text with the air around it, in px. */
const textLine = 14;
/** Of a big trade. */
const markHeight = 6;
/** Bars lower than this say nothing. */
const lowestReach = 18;
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

interface DeltaPaint {
  readonly intervals: readonly FlowInterval[];
  readonly lengthMs: number;
  /** Intervals that the window has room for; the newest stands at the right end. */
  readonly slots: number;
  /** Times of big trades, with their side. */
  readonly marks: readonly { readonly timeMs: number; readonly side: 'BUY' | 'SELL' }[];
  readonly texts: { readonly delta: string; readonly cumulative: string };
  readonly fontFamily: string;
}

/** Bars of the delta from a middle line, the cumulative delta as a line over them, big trades as marks at the edge. */
export function paintDelta(frame: CanvasFrame, { intervals, lengthMs, slots, marks, texts, fontFamily }: DeltaPaint): void {
  const { context, width, height, ratio: pixel } = frame;
  context.font = `11px ${fontFamily}`;
  // Side by side where both fit, else below each other; over bars neither could be read, so where there is no room left both are left out.
  const widths = [texts.delta, texts.cumulative].map((text) => context.measureText(text).width);
  const beside = widths.reduce((sum, one) => sum + one) < width - 4 * inset;
  const wanted = 4 + (beside ? 1 : 2) * textLine + markHeight;
  const saysIt = Math.max(...widths) <= width - 2 * inset && height - wanted - markHeight >= 2 * lowestReach;
  const head = saysIt ? wanted : markHeight;
  const middle = (head + height - markHeight) / 2;
  const reach = middle - head;
  const count = Math.max(slots, intervals.length, 1);
  const first = count - intervals.length;
  context.fillStyle = frame.colour('line');
  context.fillRect(0, middle, width, 1 / pixel);
  const widest = intervals.reduce((most, { buy, sell }) => (absolute(buy - sell) > most ? absolute(buy - sell) : most), 0n);
  const highest = intervals.reduce((most, { cumulative }) => (absolute(cumulative) > most ? absolute(cumulative) : most), 0n);
  const room = (width - 2 * inset) / count;
  intervals.forEach(({ buy, sell }, at) => {
    const size = ratio(buy - sell, widest) * reach;
    context.fillStyle = frame.colour(size >= 0 ? 'up' : 'down');
    context.globalAlpha = 0.6;
    context.fillRect(
      inset + (first + at) * room + room * 0.15,
      size >= 0 ? middle - size : middle,
      Math.max(1, room * 0.7),
      Math.abs(size),
    );
  });
  context.globalAlpha = 1;
  context.strokeStyle = frame.colour('accent');
  context.lineWidth = 1.5;
  context.beginPath();
  intervals.forEach(({ cumulative }, at) => {
    const [x, y] = [inset + (first + at + 0.5) * room, middle - ratio(cumulative, highest) * reach];
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.stroke();
  const beginMs = intervals[0]?.openMs ?? 0;
  for (const { timeMs, side } of marks) {
    if (timeMs < beginMs) continue;
    const x = inset + (first + (timeMs - beginMs) / lengthMs) * room;
    context.fillStyle = frame.colour(side === 'BUY' ? 'up' : 'down');
    context.fillRect(x - 1, side === 'BUY' ? head - markHeight : height - markHeight, 2, markHeight);
  }
  if (!saysIt) return;
  context.textBaseline = 'top';
  context.fillStyle = frame.colour('muted');
  context.textAlign = 'left';
  context.fillText(texts.delta, inset, 4);
  context.fillStyle = frame.colour('accent-text');
  context.textAlign = beside ? 'right' : 'left';
  context.fillText(texts.cumulative, beside ? width - inset : inset, beside ? 4 : 4 + textLine);
}

interface ProfilePaint {
  readonly lines: readonly ProfileLine[];
  readonly fontFamily: string;
  readonly priceText: (price: string) => string;
}

/** Room of a line of the profile, in px. */
export const profileRow = 11;

/** Bought and sold volume side by side at each price; the busiest price stands out. */
export function paintProfile(frame: CanvasFrame, { lines, fontFamily, priceText }: ProfilePaint): void {
  const { context, width, height } = frame;
  const row = Math.min(16, height / Math.max(1, lines.length));
  const most = lines.reduce((top, { buy, sell }) => (buy + sell > top ? buy + sell : top), 0n);
  context.font = `10px ${fontFamily}`;
  context.textBaseline = 'middle';
  const labelWidth = context.measureText(priceText(lines[0]?.price ?? '')).width + inset + 4;
  const every = Math.max(1, Math.ceil(14 / row));
  lines.forEach(({ price, buy, sell }, at) => {
    const top = at * row;
    const isBusiest = most > 0n && buy + sell === most;
    const room = width - labelWidth - inset;
    const bought = ratio(buy, most) * room;
    context.globalAlpha = isBusiest ? 0.9 : 0.5;
    context.fillStyle = frame.colour('up');
    context.fillRect(labelWidth, top, bought, Math.max(1, row - 1));
    context.fillStyle = frame.colour('down');
    context.fillRect(labelWidth + bought, top, ratio(sell, most) * room, Math.max(1, row - 1));
    context.globalAlpha = 1;
    if (at % every !== 0 && !isBusiest) return;
    context.textAlign = 'right';
    context.fillStyle = frame.colour(isBusiest ? 'text' : 'muted');
    context.fillText(priceText(price), labelWidth - 4, top + row / 2);
  });
}
