interface Point {
  readonly x: number;
  readonly y: number;
}
/** Corners in their order; of a glyph it is closed: the last is joined to the first. */
export type Outline = readonly Point[];
/** From 0 to below 1. */
export type Random = () => number;

/** Mean distance of corners, in pixels: near enough to look round. */
const stepPx = 3;
/** How far a corner is moved at most, in each direction: seen by nobody. */
const jitterPx = 0.25;

/** The outlines of a path of absolute M, L, Q, C and Z commands, as corners at random places along them. */
export function flatten(path: string, random: Random): Outline[] {
  const outlines: Point[][] = [];
  let here: Point = { x: 0, y: 0 };
  for (const [, command, numbers = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    if (command === 'Z') continue;
    const points = pointsOf(numbers);
    const end = points.at(-1) ?? here;
    if (command === 'M') outlines.push([end]);
    else outlines.at(-1)?.push(...sampled([here, ...points], random), end);
    here = end;
  }
  return outlines.filter((outline) => outline.length > 1);
}

/** A line as an outline of this width. It turns clockwise, as glyphs do: where both lie, there is ink. */
export function ribbon(line: Outline, width: number): Outline {
  const sides = line.map((point, at) => {
    const [from, to] = [line[at - 1] ?? point, line[at + 1] ?? point];
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [((from.y - to.y) / length) * (width / 2), ((to.x - from.x) / length) * (width / 2)];
    return { left: { x: point.x + dx, y: point.y + dy }, right: { x: point.x - dx, y: point.y - dy } };
  });
  return [...sides.map(({ left }) => left), ...sides.map(({ right }) => right).reverse()];
}

/** All outlines in one path, in random order, each begun at a random corner. */
export function pathOf(outlines: readonly Outline[], random: Random): string {
  return shuffled(outlines, random)
    .map((outline) => {
      const start = Math.floor(random() * outline.length);
      const corners = [...outline.slice(start), ...outline.slice(0, start)].map((point) => text(point, random));
      return `M${corners.join('L')}Z`;
    })
    .join('');
}

const text = ({ x, y }: Point, random: Random): string => {
  const moved = (value: number): string => (value + (random() * 2 - 1) * jitterPx).toFixed(1);
  return `${moved(x)} ${moved(y)}`;
};

function pointsOf(numbers: string): Point[] {
  const values = (numbers.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return Array.from({ length: values.length / 2 }, (_, at) => ({ x: values[2 * at] as number, y: values[2 * at + 1] as number }));
}

/** Points between the ends of a Bezier curve of any degree; a straight line is one of the first. */
function sampled(curve: Outline, random: Random): Point[] {
  let length = 0;
  for (let at = 1; at < curve.length; at++) length += distance(curve[at - 1] as Point, curve[at] as Point);
  // Some more or fewer each time, so that their number tells nothing.
  const count = Math.floor((length / stepPx) * (0.75 + 0.5 * random()) + random());
  const places = Array.from({ length: count }, (_, at) => (at + random()) / count);
  return places.map((place) => pointAt(curve, place));
}

/** De Casteljau's way. */
function pointAt(curve: Outline, place: number): Point {
  let points = [...curve];
  while (points.length > 1) {
    points = points.slice(1).map((to, at) => {
      const from = points[at] as Point;
      return { x: from.x + (to.x - from.x) * place, y: from.y + (to.y - from.y) * place };
    });
  }
  return points[0] as Point;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}
