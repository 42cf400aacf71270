import { type RefObject, useEffect, useState } from 'react';

const wideWidth = 330;

/** True while an element has room for every column, so that resizing draws nothing anew before it changes. */
export function useWide(element: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const observer = new ResizeObserver(([entry]) => setWide((entry?.contentRect.width ?? 0) >= wideWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return wide;
}
