import type { ChartTone } from '../../../core/contract/chart.ts';

/** A price line before its labels are placed; `y` in px of the candles' pane. */
export interface LabelledLine {
  readonly id: string;
  readonly owner: string;
  readonly y: number;
  readonly label: string;
  readonly tone: ChartTone;
  readonly removable: boolean;
  /** Under the pointer or in the hand: it always has its own label. */
  readonly front: boolean;
  /** What it would be sent with, on the grid, while it is in the hand. */
  readonly heldPrice?: string | null;
  /** Width of what stands before the price on the axis, 0 for nothing. */
  readonly sign: number;
  /** Says the lines of these ids as one. */
  several?(ids: readonly string[]): string;
}

/** Where labels may stand. */
export interface LabelRoom {
  readonly width: number;
  readonly height: number;
  /** Height of the legend at the top. */
  readonly top: number;
  /** Where the last price has its own label on the axis; null where it has none. */
  readonly lastY?: number | null;
  widthOf(label: string): number;
}

interface Label {
  readonly text: string;
  readonly tone: ChartTone;
  /** Left edge. */
  readonly x: number;
  readonly y: number;
  /** Ids of the lines that it speaks for; null: its own alone. */
  readonly joined: readonly string[] | null;
}

/** What stands on one line. */
export interface LinePlace {
  /** Height of the line when this was found. */
  readonly y: number;
  /** Its own label, that of several which it speaks for, or both. */
  readonly labels: readonly Label[];
  /** Right edge of its button, and its middle; null without one. */
  readonly remove: { readonly x: number; readonly y: number } | null;
  /** Where its price stands on the axis, beside its line when that place is taken; null where it has no room. */
  readonly axisY: number | null;
  /** The price to show instead of where the pointer is, while it is in the hand. */
  readonly heldPrice: string | null;
  /** From where to where it is seen: it passes behind the labels of others. */
  readonly parts: readonly (readonly [from: number, to: number])[];
  /** One of so many close to each other that they would hide the bars: only hinted at. */
  readonly faint: boolean;
  /** Under the pointer or in the hand. */
  readonly front: boolean;
}

export const labelHeight = 17;
export const removeWidth = 20;
export const labelGap = 3;
/** Left free at the axis, for the button at the price under the pointer. */
export const axisGap = 24;
/** So many labels stand side by side; where more would, one says how many lines it stands for: further in they lie on the newest candles. */
const mostBeside = 2;
/** Share of the pane that they may take. */
const widestShare = 0.5;

/** Distances from the axis, to the left. */
interface Box {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

const meets = (box: Box, y: number): boolean => Math.abs(box.y - y) < labelHeight;

/** Gives every line a place for its label, its button and its price on the axis, so that none covers another. */
export function placeLabels(lines: readonly LabelledLine[], room: LabelRoom): ReadonlyMap<string, LinePlace> {
  const half = labelHeight / 2;
  const inset = (y: number): number => Math.max(room.top + half, Math.min(room.height - half, y));
  const seen = lines
    .filter(({ y }) => y >= 0 && y <= room.height)
    .sort((a, b) => a.y - b.y)
    .map((line) => ({ line, y: inset(line.y) }));
  const onAxis = axisOf(seen, room.height, room.lastY ?? null);
  const crowded = bunches(seen).filter((bunch) => bunch.length > mostBeside);
  const faint = new Set(crowded.flatMap((bunch) => bunch.flatMap(({ line }) => (line.front ? [] : [line.id]))));
  const signs = seen.flatMap(({ line: { id, sign, y } }) =>
    sign > 0 && onAxis.has(id) ? [{ id, from: 0, to: sign, y: onAxis.get(id) ?? y }] : [],
  );
  let most = mostBeside;
  let placed = arrange(seen, most, room, signs);
  while (!placed.fits && most > 1) {
    most -= 1;
    placed = arrange(seen, most, room, signs);
  }
  return new Map(
    seen.map(({ line }) => {
      const place = placed.of.get(line.id);
      const others = placed.boxes.filter((box) => box.id !== line.id && Math.abs(box.y - line.y) < half);
      return [
        line.id,
        {
          y: line.y,
          labels: place?.labels ?? [],
          remove: place?.remove ?? null,
          axisY: onAxis.get(line.id) ?? null,
          heldPrice: line.heldPrice ?? null,
          parts: partsOf(others, room.width),
          faint: faint.has(line.id),
          front: line.front,
        },
      ];
    }),
  );
}

interface Seen {
  readonly line: LabelledLine;
  readonly y: number;
}

interface Arranged {
  /** All labels found room. */
  readonly fits: boolean;
  readonly boxes: readonly Box[];
  readonly of: ReadonlyMap<string, Pick<LinePlace, 'labels' | 'remove'>>;
}

/** From the top: labels from the axis to the left, each at the first place that is free, with its button behind it. */
function arrange(seen: readonly Seen[], most: number, room: LabelRoom, signs: readonly Box[]): Arranged {
  const taken: Box[] = [];
  const of = new Map<string, { labels: Label[]; remove: LinePlace['remove'] }>();
  let fits = true;
  const add = ({ id, tone, removable }: LabelledLine, text: string, y: number, joined: Label['joined']): void => {
    const wide = text === '' ? 0 : room.widthOf(text);
    const button = removable && joined === null ? removeWidth : 0;
    if (wide + button === 0) return;
    const { from, behind } = freeFrom(axisGap, wide + button, y, taken);
    const to = from + wide + button;
    const [left, right] = [room.width - to, room.width - from];
    if (to > room.width * widestShare || behind >= mostBeside) fits = false;
    const place = of.get(id) ?? { labels: [], remove: null };
    of.set(id, place);
    if (wide > 0) place.labels.push({ text, tone, x: left, y, joined });
    if (button > 0) place.remove = { x: right, y };
    taken.push({ id, from, to, y });
  };
  const alone = ({ line, y }: Seen): void => add(line, line.label, y, null);
  const late: Seen[] = [];
  const found = bunches(seen);
  for (const bunch of most > 1 ? found : apart(found)) {
    const [first] = bunch;
    if (first === undefined) continue;
    if (bunch.length <= most) {
      for (const one of bunch) alone(one);
      continue;
    }
    const tone = bunch.every(({ line }) => line.tone === first.line.tone) ? first.line.tone : 'accent';
    const ids = bunch.map(({ line }) => line.id);
    const text = first.line.several?.(ids) ?? `${first.line.label} +${bunch.length - 1}`;
    add({ ...first.line, tone }, text, middleOf(bunch), ids);
    late.push(...bunch.filter(({ line }) => line.front));
  }
  // Beside the label that speaks for it.
  for (const one of late) alone(one);
  return { fits, boxes: [...taken, ...signs], of };
}

/** Lines of one owner within the height of a label, from the top. */
function bunches(seen: readonly Seen[]): readonly (readonly Seen[])[] {
  const found: Seen[][] = [];
  const open = new Map<string, Seen[]>();
  for (const one of seen) {
    const before = open.get(one.line.owner);
    if (before !== undefined && one.y - (before[0]?.y ?? 0) < labelHeight) before.push(one);
    else {
      const bunch = [one];
      found.push(bunch);
      open.set(one.line.owner, bunch);
    }
  }
  return found;
}

const middleOf = (bunch: readonly Seen[]): number => ((bunch[0]?.y ?? 0) + (bunch.at(-1)?.y ?? 0)) / 2;

/** Bunches of one owner whose labels would stand side by side, as one. */
function apart(found: readonly (readonly Seen[])[]): readonly (readonly Seen[])[] {
  const joined: (readonly Seen[])[] = [];
  for (const bunch of found) {
    const at = joined.findLastIndex((one) => one[0]?.line.owner === bunch[0]?.line.owner);
    const before = joined[at];
    if (before !== undefined && middleOf(bunch) - middleOf(before) < labelHeight) joined[at] = [...before, ...bunch];
    else joined.push(bunch);
  }
  return joined;
}

/** The first place that is free, and how many labels it lies behind. */
function freeFrom(first: number, wide: number, y: number, taken: readonly Box[]): { readonly from: number; readonly behind: number } {
  let [from, behind] = [first, 0];
  const near = taken.filter((box) => meets(box, y)).sort((a, b) => a.from - b.from);
  for (const box of near) {
    if (box.from >= from + wide + labelGap || from >= box.to + labelGap) continue;
    from = box.to + labelGap;
    behind += 1;
  }
  return { from, behind };
}

/**
 * Places of the prices on the axis. The last price keeps its own; the line in front comes next, then the others from the top, each at
 * its line or stacked beside what stands there, no further away than a label is high, whole, and never on the other side of another price.
 */
function axisOf(seen: readonly Seen[], height: number, lastY: number | null): ReadonlyMap<string, number> {
  const taken = lastY === null ? [] : [{ at: lastY, of: lastY }];
  const places = new Map<string, number>();
  for (const { line } of [...seen.filter((one) => one.line.front), ...seen.filter((one) => !one.line.front)]) {
    const isFree = (y: number): boolean =>
      taken.every(({ at, of }) => Math.abs(at - y) >= labelHeight && (of === line.y || y < at === line.y < of));
    const half = labelHeight / 2;
    const y = [Math.max(half, Math.min(height - half, line.y)), ...taken.flatMap(({ at }) => [at - labelHeight, at + labelHeight])]
      .filter((at) => at >= half && at <= height - half && Math.abs(at - line.y) <= labelHeight && isFree(at))
      .sort((a, b) => Math.abs(a - line.y) - Math.abs(b - line.y))[0];
    if (y === undefined) continue;
    taken.push({ at: y, of: line.y });
    places.set(line.id, y);
  }
  return places;
}

function partsOf(boxes: readonly Box[], width: number): LinePlace['parts'] {
  const parts: (readonly [number, number])[] = [];
  let end = width;
  for (const { from, to } of [...boxes].sort((a, b) => a.from - b.from)) {
    if (width - from < end) parts.push([width - from, end]);
    end = Math.min(end, width - to);
  }
  return end > 0 ? [...parts, [0, end]] : parts;
}
