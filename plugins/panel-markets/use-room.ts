import { type RefObject, useEffect, useState } from 'react';
import type { RoomSize } from './market-columns.tsx';

const mediumWidth = 340;
const wideWidth = 620;

/** How much room an element has, in three steps, so that resizing draws nothing anew within a step. */
export function useRoom(element: RefObject<HTMLElement | null>): RoomSize {
  const [room, setRoom] = useState<RoomSize>('narrow');
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      setRoom(width >= wideWidth ? 'wide' : width >= mediumWidth ? 'medium' : 'narrow');
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
