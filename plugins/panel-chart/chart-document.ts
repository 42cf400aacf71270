import type { ChartPoint } from '../../core/contract/chart.ts';
import type { DocumentContent } from '../../core/contract/client-services.ts';
import { indicatorOf, usableParams } from '../../core/domain/indicators/catalogue.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type Interval, intervals } from '../../core/domain/markets/interval.ts';

/** Kind of the documents; one per instrument. */
export const documentKind = 'chart';
export const documentKeyOf = (id: InstrumentId): string => id.replaceAll('/', ':');

/** Colours a user may choose: theme tokens, so that they fit every theme. */
export const colours = ['accent', 'orange', 'violet', 'teal', 'warn', 'up', 'down', 'text'] as const;
export type Colour = (typeof colours)[number];
export const scales = ['normal', 'logarithm', 'percentage'] as const;
export type Scale = (typeof scales)[number];
export const widths = [1, 2, 3] as const;

export interface DrawingStyle {
  readonly colour: Colour;
  readonly width: number;
  readonly dashed: boolean;
}

export interface Drawing extends DrawingStyle {
  readonly id: string;
  /** Id of a tool, or `pluginId/id` of an overlay that is a tool too. */
  readonly tool: string;
  readonly points: readonly ChartPoint[];
  readonly text: string;
  readonly locked: boolean;
}

export interface PlacedIndicator {
  /** Unique on the chart; the same indicator may stand there twice. */
  readonly id: string;
  readonly indicator: string;
  readonly params: readonly number[];
  /** One for each line, in order. */
  readonly colours: readonly Colour[];
  readonly hidden: boolean;
}

/** What a user keeps for an instrument, at every interval. */
export interface ChartDocument {
  readonly drawings: readonly Drawing[];
  readonly indicators: readonly PlacedIndicator[];
  readonly scale: Scale;
  /** Width of a bar in CSS pixels. */
  readonly barSpace: number;
  /** Time at the right edge, by interval; an interval that is absent shows its newest bar. */
  readonly ends: Readonly<Partial<Record<Interval, number>>>;
  readonly compared: readonly InstrumentId[];
  /** Overlays that the user switched against their own default, by `pluginId/id`. */
  readonly overlays: Readonly<Record<string, boolean>>;
}

const version = 1;
const maxDrawings = 500;
const maxIndicators = 24;
const maxPoints = 400;
export const maxTextLength = 200;
export const maxCompared = 4;
export const barSpaceLimits = { min: 1, max: 50 } as const;

/** A chart that was never touched: averages over the candles in colours that step back behind them, volume below. */
export const emptyDocument: ChartDocument = {
  drawings: [],
  indicators: [
    { id: 'averages', indicator: 'MA', params: [7, 25, 99], colours: ['warn', 'violet', 'accent'], hidden: false },
    { id: 'volume', indicator: 'VOL', params: [5, 20], colours: ['accent', 'orange'], hidden: false },
  ],
  scale: 'normal',
  barSpace: 8,
  ends: {},
  compared: [],
  overlays: {},
};

export const writeDocument = (document: ChartDocument): DocumentContent => ({ version, ...document });

/** Reads what was saved. Foreign data: whatever does not fit is left out, the rest is kept. Null for another version of the format. */
export function readDocument(content: DocumentContent): ChartDocument | null {
  if (content.version !== version) return null;
  const { scale, barSpace } = content;
  return {
    drawings: listOf(content.drawings, readDrawing).slice(0, maxDrawings),
    indicators: listOf(content.indicators, readIndicator).slice(0, maxIndicators),
    scale: isOneOf(scales, scale) ? scale : emptyDocument.scale,
    barSpace: isWithin(barSpace, barSpaceLimits.min, barSpaceLimits.max) ? barSpace : emptyDocument.barSpace,
    ends: isRecord(content.ends)
      ? Object.fromEntries(Object.entries(content.ends).filter(([name, ms]) => isOneOf(intervals, name) && isWithin(ms, 0, 8.64e15)))
      : {},
    compared: listOf(content.compared, (value) => (isText(value) ? (value as InstrumentId) : null)).slice(0, maxCompared),
    overlays: isRecord(content.overlays)
      ? Object.fromEntries(Object.entries(content.overlays).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
      : {},
  };
}

/** Two windows changed the chart: nothing that was drawn in either is lost, else this window's choices count. */
export function mergeDocuments(mine: ChartDocument, theirs: ChartDocument): ChartDocument {
  const own = new Set(mine.drawings.map(({ id }) => id));
  return { ...mine, drawings: [...mine.drawings, ...theirs.drawings.filter(({ id }) => !own.has(id))].slice(0, maxDrawings) };
}

function readDrawing(value: unknown): Drawing | null {
  if (!isRecord(value) || !isText(value.id) || !isText(value.tool) || !Array.isArray(value.points)) return null;
  const points = listOf(value.points, readPoint);
  if (points.length === 0 || points.length > maxPoints) return null;
  return {
    id: value.id,
    tool: value.tool,
    points,
    colour: isOneOf(colours, value.colour) ? value.colour : 'accent',
    width: isOneOf(widths, value.width) ? value.width : 1,
    dashed: value.dashed === true,
    text: typeof value.text === 'string' ? value.text.slice(0, maxTextLength) : '',
    locked: value.locked === true,
  };
}

function readPoint(value: unknown): ChartPoint | null {
  if (!isRecord(value) || !isWithin(value.timeMs, 0, 8.64e15)) return null;
  return isWithin(value.price, -1e15, 1e15) ? { timeMs: value.timeMs, price: value.price } : null;
}

function readIndicator(value: unknown): PlacedIndicator | null {
  if (!isRecord(value) || !isText(value.id) || !isText(value.indicator)) return null;
  const definition = indicatorOf(value.indicator);
  if (definition === null) return null;
  return {
    id: value.id,
    indicator: value.indicator,
    params: usableParams(definition, value.params),
    colours: listOf(value.colours, (one) => (isOneOf(colours, one) ? one : null)).slice(0, 8),
    hidden: value.hidden === true,
  };
}

function listOf<T>(value: unknown, read: (item: unknown) => T | null): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const one = read(item);
    return one === null ? [] : [one];
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 100;
const isWithin = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;
const isOneOf = <const T>(list: readonly T[], value: unknown): value is T => (list as readonly unknown[]).includes(value);
