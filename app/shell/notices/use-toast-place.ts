import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { placeToasts } from './toast-place.ts';

/** Keeps messages off what panels mark with `data-keep-clear`: `form`, or `action` for what sends it. */
export function useToastPlace(element: RefObject<HTMLElement | null>, shown: readonly unknown[]): CSSProperties {
  const [place, setPlace] = useState({ right: 16, bottom: 16 });
  useLayoutEffect(() => {
    const toasts = element.current;
    if (toasts === null || shown.length === 0) return;
    const { ownerDocument } = toasts;
    const marked = (as: string) => [...ownerDocument.querySelectorAll<HTMLElement>(`[data-keep-clear="${as}"]`)];
    const boxes = (as: string) =>
      marked(as)
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0);
    const put = (): void => {
      const { clientWidth: width, clientHeight: height } = ownerDocument.documentElement;
      const next = placeToasts(
        { width, height },
        { width: toasts.offsetWidth, height: toasts.offsetHeight },
        boxes('form'),
        boxes('action'),
      );
      setPlace((last) => (last.right === next.right && last.bottom === next.bottom ? last : next));
    };
    put();
    const watch = new ResizeObserver(put);
    for (const one of [ownerDocument.documentElement, toasts, ...marked('form'), ...marked('action')]) watch.observe(one);
    ownerDocument.addEventListener('scroll', put, true);
    return () => {
      watch.disconnect();
      ownerDocument.removeEventListener('scroll', put, true);
    };
  }, [element, shown]);
  return place;
}
