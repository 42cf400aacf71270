import type { ChartMark } from '../../../core/contract/chart.ts';

/** A place on the chart in CSS pixels. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** What a tool draws: lines, filled outlines and short texts. The library that puts them on the canvas is of no matter to a tool. */
export type Shape =
  | { readonly kind: 'line'; readonly points: readonly Pixel[] }
  | { readonly kind: 'area'; readonly points: readonly Pixel[] }
  | { readonly kind: 'circle'; readonly center: Pixel; readonly radius: number }
  | {
      readonly kind: 'text';
      readonly at: Pixel;
      readonly text: string;
      readonly align: 'left' | 'center' | 'right';
      readonly filled: boolean;
    }
  /** A mark whose tip is at a price: from below, or from above. */
  | { readonly kind: 'arrow'; readonly at: Pixel; readonly mark: ChartMark }
  /** A mark beside a bar, in the colour of its meaning. */
  | { readonly kind: 'mark'; readonly at: Pixel; readonly mark: ChartMark };

export interface ToolInput {
  /** As many as the user has set so far. */
  readonly points: readonly Pixel[];
  readonly prices: readonly number[];
  /** Index of the bar under each point. */
  readonly bars: readonly number[];
  readonly timesMs: readonly number[];
  readonly width: number;
  readonly height: number;
  /** The user's own text; empty for tools without one. */
  readonly text: string;
  /** Pixels of a price, on a logarithmic scale too. */
  yOf(price: number): number;
  xOf(timeMs: number): number;
  priceText(price: number): string;
}

export const toolFamilies = ['line', 'channel', 'fibonacci', 'shape', 'text', 'measure'] as const;
type ToolFamily = (typeof toolFamilies)[number];

/** A drawing tool as data and one pure function from points to shapes. */
export interface DrawingTool {
  /** Stays in saved documents. */
  readonly id: string;
  readonly family: ToolFamily;
  /** Line icon on a 16 px grid. */
  readonly icon: string;
  /** Clicks that complete it; `many`: until a double click; `freehand`: while the button is held. */
  readonly clicks: number | 'many' | 'freehand';
  /** Asks for a text when it is complete. */
  readonly hasText?: boolean;
  draw(input: ToolInput): readonly Shape[];
}

export const line = (...points: readonly Pixel[]): Shape => ({ kind: 'line', points });
export const area = (...points: readonly Pixel[]): Shape => ({ kind: 'area', points });
export const text = (at: Pixel, words: string, align: 'left' | 'center' | 'right' = 'left', filled = false): Shape => ({
  kind: 'text',
  at,
  text: words,
  align,
  filled,
});

/** The point in which a line from `from` through `to` has surely left the chart. */
export function beyond(from: Pixel, to: Pixel, { width, height }: Pick<ToolInput, 'width' | 'height'>): Pixel {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance === 0) return to;
  const far = (2 * (width + height) + Math.abs(from.x) + Math.abs(from.y)) / distance;
  return { x: from.x + (to.x - from.x) * far, y: from.y + (to.y - from.y) * far };
}

export const shifted = (point: Pixel, by: Pixel): Pixel => ({ x: point.x + by.x, y: point.y + by.y });
export const between = (from: Pixel, to: Pixel, part: number): Pixel => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});
export const difference = (to: Pixel, from: Pixel): Pixel => ({ x: to.x - from.x, y: to.y - from.y });

/** The corners of the upright rectangle over two points. */
export const corners = (a: Pixel, b: Pixel): readonly Pixel[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
