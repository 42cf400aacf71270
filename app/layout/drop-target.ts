/** Where a panel can be put: into a stack, or beside it. */
export type DropSide = 'centre' | 'left' | 'right' | 'top' | 'bottom';

export interface DropTarget {
  /** The stack, by the panel in front of it. */
  readonly front: string;
  readonly side: DropSide;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A stack on the screen; px within the workspace. */
export interface StackPlace {
  readonly front: string;
  readonly panels: readonly string[];
  readonly box: Box;
}

type Direction = Exclude<DropSide, 'centre'>;
export const directionOf: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'top',
  ArrowDown: 'bottom',
};
const opposite: Readonly<Record<Direction, Direction>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

/** One arrow further: from the middle of a stack to its side, from the side into the neighbour, from the other side back to the middle. */
export function stepTarget(stacks: readonly StackPlace[], target: DropTarget, direction: Direction): DropTarget {
  if (target.side === opposite[direction]) return { ...target, side: 'centre' };
  if (target.side !== direction) return { ...target, side: direction };
  const from = stacks.find(({ front }) => front === target.front);
  const next = from === undefined ? undefined : neighbour(stacks, from, direction);
  return next === undefined ? target : { front: next.front, side: 'centre' };
}

/** The nearest stack in a direction, those that lie beside the most of it first. */
function neighbour(stacks: readonly StackPlace[], from: StackPlace, direction: Direction): StackPlace | undefined {
  return stacks
    .filter((one) => one !== from && gap(from.box, one.box, direction) >= -1)
    .map((one) => ({ one, gap: gap(from.box, one.box, direction), shared: sharedEdge(from.box, one.box, direction) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => a.gap - b.gap || b.shared - a.shared)[0]?.one;
}

function gap(from: Box, to: Box, direction: Direction): number {
  if (direction === 'left') return from.left - (to.left + to.width);
  if (direction === 'right') return to.left - (from.left + from.width);
  return direction === 'top' ? from.top - (to.top + to.height) : to.top - (from.top + from.height);
}

function sharedEdge(from: Box, to: Box, direction: Direction): number {
  return direction === 'left' || direction === 'right'
    ? Math.min(from.top + from.height, to.top + to.height) - Math.max(from.top, to.top)
    : Math.min(from.left + from.width, to.left + to.width) - Math.max(from.left, to.left);
}

/** What the panel would take of the stack. */
export function previewBox({ left, top, width, height }: Box, side: DropSide): Box {
  if (side === 'left' || side === 'right') return { left: side === 'left' ? left : left + width / 2, top, width: width / 2, height };
  if (side === 'top' || side === 'bottom') return { left, top: side === 'top' ? top : top + height / 2, width, height: height / 2 };
  return { left, top, width, height };
}
