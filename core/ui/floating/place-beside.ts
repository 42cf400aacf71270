/** Of a box on the screen, in px. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Place {
  readonly left: number;
  readonly top: number;
  /** What of the height there is room for. */
  readonly maxHeight: number;
}

/** Between what opens and what is opened, and to the edge of the window. */
const gap = 2;
const edge = 6;

/**
 * Where a surface of a size lies best, in px of the window: under what opened it, over it where only there is more room, and within the
 * window in any case.
 */
export function placeBeside(anchor: Box, size: Pick<Box, 'width' | 'height'>, view: Pick<Box, 'width' | 'height'>): Place {
  const below = view.height - (anchor.top + anchor.height) - gap - edge;
  const above = anchor.top - gap - edge;
  const isUp = below < size.height && above > below;
  const maxHeight = Math.max(0, isUp ? above : below);
  const height = Math.min(size.height, maxHeight);
  return {
    left: Math.max(edge, Math.min(anchor.left, view.width - edge - size.width)),
    top: isUp ? anchor.top - gap - height : anchor.top + anchor.height + gap,
    maxHeight,
  };
}
