import { formatPercent } from '../../../core/domain/numbers/number-text.ts';
import { between, beyond, type DrawingTool, line, type Shape, type ToolInput, text } from './tool.ts';

export const retracementLevels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
const extensionLevels = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const;
const fanLevels = [0.236, 0.382, 0.5, 0.618, 0.786] as const;
const timeLevels = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55] as const;

const nameHeight = 13;
const percent = (level: number): string => formatPercent(level, 1);

/** A horizontal line at each price, named by level and price. */
function levelLines(
  { yOf, priceText }: ToolInput,
  { from, to }: { readonly from: number; readonly to: number },
  levels: readonly number[],
  priceOf: (level: number) => number,
): readonly Shape[] {
  let namedY = Number.NEGATIVE_INFINITY;
  return levels.flatMap((level) => {
    const price = priceOf(level);
    const y = yOf(price);
    const drawn = line({ x: from, y }, { x: to, y });
    // Names that would lie on one another say nothing.
    if (Math.abs(y - namedY) < nameHeight) return [drawn];
    namedY = y;
    return [drawn, text({ x: from + 4, y: y - 3 }, `${percent(level)}  ${priceText(price)}`)];
  });
}

export const fibonacciTools: readonly DrawingTool[] = [
  {
    id: 'fibonacci',
    family: 'fibonacci',
    icon: 'M2 3h12M2 6.500h12M2 9h12M2 13h12',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      const [start = 0, end = 0] = input.prices;
      if (a === undefined || b === undefined) return [];
      const span = { from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) };
      return [...levelLines(input, span, retracementLevels, (level) => end + (start - end) * level), line(a, b)];
    },
  },
  {
    id: 'fibonacci-extension',
    family: 'fibonacci',
    icon: 'M2 13 6 6l3 3 5-7M9.500 13H14M9.500 11H14',
    clicks: 3,
    draw: (input) => {
      const [a, b, c] = input.points;
      const [start = 0, end = 0, from = 0] = input.prices;
      if (a === undefined || b === undefined) return [];
      if (c === undefined) return [line(a, b)];
      const span = { from: Math.min(b.x, c.x), to: Math.max(b.x, c.x) + 80 };
      return [...levelLines(input, span, extensionLevels, (level) => from + (end - start) * level), line(a, b), line(b, c)];
    },
  },
  {
    id: 'fibonacci-fan',
    family: 'fibonacci',
    icon: 'M2 13.500 14 3M2 13.500 14 7M2 13.500 14 10.500M2 13.500h12',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      if (a === undefined || b === undefined) return [];
      return [
        line(a, b),
        ...fanLevels.flatMap((level) => {
          const through = between({ x: b.x, y: b.y }, { x: b.x, y: a.y }, level);
          return [line(a, beyond(a, through, input)), text({ x: through.x + 4, y: through.y }, percent(level))];
        }),
      ];
    },
  },
  {
    id: 'fibonacci-time',
    family: 'fibonacci',
    icon: 'M2 2v12M4 2v12M7 2v12M12 2v12',
    clicks: 2,
    draw: ({ points: [a, b], width, height }) => {
      if (a === undefined || b === undefined || a.x === b.x) return [];
      return timeLevels
        .map((level) => ({ level, x: a.x + (b.x - a.x) * level }))
        .filter(({ x }) => x >= 0 && x <= width)
        .flatMap(({ level, x }) => [line({ x, y: 0 }, { x, y: height }), text({ x: x + 4, y: height - 6 }, String(level))]);
    },
  },
  {
    id: 'gann-fan',
    family: 'fibonacci',
    icon: 'M2 13.500 6 2M2 13.500 10 2M2 13.500 13.500 4M2 13.500 14 9M2 13.500h12',
    clicks: 2,
    draw: (input) => {
      const [a, b] = input.points;
      if (a === undefined || b === undefined) return [];
      const rates = [1 / 8, 1 / 4, 1 / 3, 1 / 2, 1, 2, 3, 4, 8];
      return rates.map((rate) => line(a, beyond(a, { x: b.x, y: a.y + (b.y - a.y) * rate }, input)));
    },
  },
  {
    id: 'gann-box',
    family: 'fibonacci',
    icon: 'M2 2h12v12H2zM2 6h12M2 10h12M6 2v12M10 2v12',
    clicks: 2,
    draw: ({ points: [a, b] }) => {
      if (a === undefined || b === undefined) return [];
      return [0, 0.25, 0.382, 0.5, 0.618, 0.75, 1].flatMap((level) => {
        const at = between(a, b, level);
        return [line({ x: a.x, y: at.y }, { x: b.x, y: at.y }), line({ x: at.x, y: a.y }, { x: at.x, y: b.y })];
      });
    },
  },
];
