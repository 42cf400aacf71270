import type { Chart } from 'klinecharts';
import type { ChartBar, ChartMark, ChartTone } from '../../../core/contract/chart.ts';
import type { ChartContext } from '../chart-context.ts';
import type { Colour } from '../chart-document.ts';
import { toolOf } from '../drawing/catalogue.ts';
import { markShapes } from '../drawing/marks.ts';
import { area, corners, type DrawingTool, text } from '../drawing/tool.ts';
import { type OverlayContribution, type OverlayContributions, overlayKeyOf } from './overlay-layer.ts';

/** Name of the theme token behind a colour. */
const tokens: Readonly<Record<Colour | ChartTone | 'surface', string>> = {
  accent: 'accent',
  orange: 'link-orange',
  violet: 'link-violet',
  teal: 'link-teal',
  warn: 'warn',
  up: 'up',
  down: 'down',
  text: 'text',
  muted: 'muted',
  surface: 'surface',
};

export const colourToken = (name: Colour | ChartTone | 'surface'): string => `--tessera-${tokens[name]}`;

interface ContextParts {
  readonly chart: Chart;
  readonly element: HTMLElement;
  readonly contributions: OverlayContributions;
  readonly marks: () => readonly ChartMark[];
  readonly pointer: ChartContext['pointer'];
  readonly linePlaces: ChartContext['linePlaces'];
  /** Text of a locale key of any plugin. */
  readonly textOf: (localeKey: string) => string;
}

/** What drawings and overlays need to know of their chart; colours are read once per theme. */
export function createContext({
  chart,
  element,
  contributions,
  marks,
  pointer,
  linePlaces,
  textOf,
}: ContextParts): ChartContext & { forgetColours(): void } {
  let style = getComputedStyle(element);
  let known = new Map<string, string>();
  const bars = (): readonly ChartBar[] => chart.getDataList() as unknown as readonly ChartBar[];
  return {
    bars,
    marks,
    pointer,
    linePlaces,
    painted: [],
    toolOf: (id) => {
      const contribution = toolOf(id) === null ? contributions.list().find((one) => overlayKeyOf(one) === id) : undefined;
      return contribution === undefined ? toolOf(id) : rangeTool(contribution, bars, textOf);
    },
    colour: (name) => {
      const token = colourToken(name);
      const colour = known.get(token) ?? style.getPropertyValue(token).trim();
      known.set(token, colour);
      return colour;
    },
    get fontFamily() {
      return style.fontFamily;
    },
    forgetColours: () => {
      known = new Map();
      style = getComputedStyle(element);
    },
  };
}

/** An overlay that marks a range, as a drawing tool. Where it cannot, it says why in its place. */
function rangeTool(contribution: OverlayContribution, bars: () => readonly ChartBar[], textOf: (key: string) => string): DrawingTool {
  return {
    id: overlayKeyOf(contribution),
    family: 'measure',
    icon: '',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      const [from = 0, to = 0] = input.timesMs;
      if (a === undefined || b === undefined) return [];
      const range = area(...corners({ x: a.x, y: 0 }, { x: b.x, y: input.height }));
      const result = contribution.value.markRange?.(bars(), { fromMs: Math.min(from, to), toMs: Math.max(from, to) });
      if (result === undefined) return [range];
      if (!result.ok) return [range, text({ x: Math.min(a.x, b.x) + 6, y: 24 }, textOf(result.messageKey), 'left', true)];
      return [range, ...markShapes(result.marks, bars(), input)];
    },
  };
}
