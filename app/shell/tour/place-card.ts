interface TourBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const gap = 12;

/** Left upper corner of a card that stands beside a box and wholly in the window: under it, else left of it, else right; all in px. */
export function placeCard(
  box: TourBox,
  card: Pick<TourBox, 'width' | 'height'>,
  page: Pick<TourBox, 'width' | 'height'>,
): Pick<TourBox, 'left' | 'top'> {
  const within = (at: number, size: number, all: number): number => Math.max(gap, Math.min(at, all - size - gap));
  const under = box.top + box.height + gap;
  if (under + card.height + gap <= page.height) return { left: within(box.left, card.width, page.width), top: under };
  const top = within(box.top, card.height, page.height);
  const before = box.left - card.width - gap;
  return { left: before >= gap ? before : within(box.left + box.width + gap, card.width, page.width), top };
}
