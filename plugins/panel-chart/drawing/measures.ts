import { formatNumber } from '../../../core/domain/numbers/number-text.ts';
import { area, corners, type DrawingTool, line, type Pixel, type ToolInput, text } from './tool.ts';

const minuteMs = 60_000;

/** `3d 4h`, `4h 15m` or `15m`: the same letters as the intervals. */
export function spanText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`;
  if (hours > 0) return rest > 0 ? `${hours}h ${rest}m` : `${hours}h`;
  return `${rest}m`;
}

export function changeText(from: number, to: number, priceText: (price: number) => string): string {
  const sign = to >= from ? '+' : '−';
  const percent = from === 0 ? 0 : Math.abs((100 * (to - from)) / from);
  return `${sign}${priceText(Math.abs(to - from))} (${sign}${formatNumber(percent, 2)}%)`;
}

const priceChange = ({ prices: [from = 0, to = 0], priceText }: ToolInput): string => changeText(from, to, priceText);
/** Bars stand before a bar sign, so that the figure needs no word. */
const timeChange = ({ bars: [from = 0, to = 0], timesMs: [start = 0, end = 0] }: ToolInput): string =>
  `${to - from} ▮  ${spanText(end - start)}`;

const above = (a: Pixel, b: Pixel): Pixel => ({ x: (a.x + b.x) / 2, y: Math.min(a.y, b.y) - 8 });

export const measureTools: readonly DrawingTool[] = [
  {
    id: 'price-range',
    family: 'measure',
    icon: 'M3 2.500h10M3 13.500h10M8 3v10M6 5l2-2 2 2M6 11l2 2 2-2',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      if (a === undefined || b === undefined) return [];
      const x = (a.x + b.x) / 2;
      return [area(...corners(a, b)), line({ x, y: a.y }, { x, y: b.y }), text(above(a, b), priceChange(input), 'center', true)];
    },
  },
  {
    id: 'date-range',
    family: 'measure',
    icon: 'M2.500 3v10M13.500 3v10M3 8h10M5 6 3 8l2 2M11 6l2 2-2 2',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      if (a === undefined || b === undefined) return [];
      const y = (a.y + b.y) / 2;
      return [area(...corners(a, b)), line({ x: a.x, y }, { x: b.x, y }), text(above(a, b), timeChange(input), 'center', true)];
    },
  },
  {
    id: 'measure',
    family: 'measure',
    icon: 'M1.500 11 11 1.500 14.500 5 5 14.500zM4 8.500l1.500 1.500M6.500 6l2 2M9 3.500 10.500 5',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      if (a === undefined || b === undefined) return [];
      return [area(...corners(a, b)), line(a, b), text(above(a, b), `${priceChange(input)}  ${timeChange(input)}`, 'center', true)];
    },
  },
];
