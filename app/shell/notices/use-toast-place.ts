import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { cornerPlace, placeToasts } from './toast-place.ts';

/** Tabs of panels stand above what is marked, and are worked with too. */
const marks = {
  actions: '[data-keep-clear="action"]',
  forms: '[data-keep-clear="form"]',
  lists: '[data-keep-clear="list"], [role="tablist"]',
} as const;

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
    const marked = (these: string) => [...ownerDocument.querySelectorAll<HTMLElement>(these)];
    const boxes = (these: string) =>
      marked(these)
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
