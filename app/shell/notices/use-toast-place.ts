import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { cornerPlace, placeToasts } from './toast-place.ts';

const marks = { actions: 'action', forms: 'form', lists: 'list' } as const;

/** Keeps messages off what is marked with `data-keep-clear`: `form`, `list` for rows that are worked with, or `action` for what sends. */
export function useToastPlace(element: RefObject<HTMLElement | null>, shown: readonly unknown[]): CSSProperties {
  const [place, setPlace] = useState(cornerPlace);
  useLayoutEffect(() => {
    const toasts = element.current;
    if (toasts === null) return;
    if (shown.length === 0) {
      setPlace(cornerPlace);
      return;
    }
    const { ownerDocument } = toasts;
    const marked = (as: string) => [...ownerDocument.querySelectorAll<HTMLElement>(`[data-keep-clear="${as}"]`)];
    const boxes = (as: string) =>
      marked(as)
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0);
    const put = (): void => {
      const { clientWidth: width, clientHeight: height } = ownerDocument.documentElement;
      const size = { width: toasts.offsetWidth, height: toasts.offsetHeight };
      const obstacles = { actions: boxes(marks.actions), forms: boxes(marks.forms), lists: boxes(marks.lists) };
      setPlace((last) => {
        const next = placeToasts({ width, height }, size, obstacles, last);
        return last.right === next.right && last.bottom === next.bottom ? last : next;
      });
    };
    put();
    const watch = new ResizeObserver(put);
    for (const one of [ownerDocument.documentElement, toasts, ...Object.values(marks).flatMap(marked)]) watch.observe(one);
    ownerDocument.addEventListener('scroll', put, true);
    return () => {
      watch.disconnect();
      ownerDocument.removeEventListener('scroll', put, true);
    };
  }, [element, shown]);
  return place;
}
