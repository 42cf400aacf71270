export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Distance from the right and lower edges of the page, in CSS px. */
interface ToastPlace {
  readonly right: number;
  readonly bottom: number;
}

const edge = 16;
const gap = 8;

/**
 * Where messages stand: in the lower right corner unless they would cover something that is worked in. Forms are kept clear as
 * long as there is room for that, what sends them always: then messages stand beside or above. Pure.
 */
export function placeToasts(
  page: { readonly width: number; readonly height: number },
  toasts: { readonly width: number; readonly height: number },
  forms: readonly ScreenBox[],
  actions: readonly ScreenBox[],
): ToastPlace {
  const obstacles = [...forms, ...actions];
  const rights = [edge, ...obstacles.map(({ left }) => page.width - left + gap), page.width - edge - toasts.width];
  const bottoms = [edge, ...obstacles.map(({ top }) => page.height - top + gap), page.height - edge - toasts.height];
  const boxOf = ({ right, bottom }: ToastPlace): ScreenBox => {
    const [x, y] = [page.width - right, page.height - bottom];
    return { left: x - toasts.width, top: y - toasts.height, right: x, bottom: y };
  };
  const isInside = ({ left, top }: ScreenBox): boolean => left >= 0 && top >= 0;
  const places = bottoms.flatMap((bottom) => rights.map((right) => ({ right, bottom }))).filter((place) => isInside(boxOf(place)));
  const clearOf = (kept: readonly ScreenBox[]): ToastPlace | undefined =>
    places.find((place) => !kept.some((box) => overlaps(boxOf(place), box)));
  return clearOf(obstacles) ?? clearOf(actions) ?? { right: edge, bottom: edge };
}

export const overlaps = (a: ScreenBox, b: ScreenBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
