import { type RefObject, useLayoutEffect, useState } from 'react';

/** Px that an element has for its contents, without its scroll bar; null while nobody has measured it. */
export function useRoom(element: RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    // Behind another panel it has no size, and keeps what it showed.
    const measure = (): void => setRoom((before) => box.clientWidth || before);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
