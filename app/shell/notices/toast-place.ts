export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Distance from the right and lower edges of the page, in CSS px. */
export interface ToastPlace {
  readonly right: number;
  readonly bottom: number;
}

/** What on the page is worked with. */
export interface Obstacles {
  /** What sends. */
  readonly actions: readonly ScreenBox[];
  readonly forms: readonly ScreenBox[];
  /** Panels of rows, with the bar above them. */
  readonly lists: readonly ScreenBox[];
}

const edge = 16;
const gap = 8;
/** Px of a list that hold its bar, its titles and its first rows. */
const listHead = 130;

export const cornerPlace: ToastPlace = { right: edge, bottom: edge };

/**
 * Where messages stand: as low and as far right as they cover nothing that is worked with, so over a chart or an empty part. Without such a
 * place they cover the later rows of a list, then a form, never what sends as long as there is room for that. They stay at `last` while
 * no other place is better. Pure.
 */
export function placeToasts(
  page: { readonly width: number; readonly height: number },
  toasts: { readonly width: number; readonly height: number },
  { actions, forms, lists }: Obstacles,
  last: ToastPlace = cornerPlace,
): ToastPlace {
  const heads = lists.map((list) => ({ ...list, bottom: Math.min(list.bottom, list.top + listHead) }));
  const edges = [...forms, ...lists, ...actions];
  const rights = [edge, ...edges.map(({ left }) => page.width - left + gap), page.width - edge - toasts.width];
  const bottoms = [edge, ...edges.map(({ top }) => page.height - top + gap), page.height - edge - toasts.height];
  const boxOf = ({ right, bottom }: ToastPlace): ScreenBox => {
    const [x, y] = [page.width - right, page.height - bottom];
    return { left: x - toasts.width, top: y - toasts.height, right: x, bottom: y };
  };
  // Below and beside the page as well: what is worked with may go on there.
  const isInside = ({ left, top, right, bottom }: ScreenBox): boolean =>
    left >= 0 && top >= 0 && right <= page.width && bottom <= page.height;
  const byHeight = [...new Set(bottoms)].sort((a, b) => a - b);
  const places = [last, ...byHeight.flatMap((bottom) => rights.map((right) => ({ right, bottom })))].filter((place) =>
    isInside(boxOf(place)),
  );
  const clearOf = (...kept: readonly ScreenBox[]): ToastPlace | undefined =>
    places.find((place) => !kept.some((box) => overlaps(boxOf(place), box)));
  return (
    clearOf(...actions, ...forms, ...lists) ??
    clearOf(...actions, ...forms, ...heads) ??
    clearOf(...actions, ...forms) ??
    clearOf(...actions, ...heads) ??
    clearOf(...actions) ??
    cornerPlace
  );
}

export const overlaps = (a: ScreenBox, b: ScreenBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
