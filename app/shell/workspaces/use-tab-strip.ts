import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A strip of tabs that scrolls. The one in front comes into sight when it is chosen, and stays there whatever grows or shrinks, unless the
 * user has scrolled it away. `data-more` names the ends, `before` and `after`, beyond which there are more tabs.
 */
export function useTabStrip(front: string | null, count: number): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab in front, or another number of them, is what makes it look anew
  useLayoutEffect(() => {
    const box = strip.current;
    if (box === null) return;
    let kept = true;
    const tabInFront = () => box.querySelector('[aria-pressed="true"]')?.parentElement ?? null;
    const look = (): void => {
      const [before, after] = [box.scrollLeft, box.scrollWidth - box.clientWidth - box.scrollLeft];
      box.dataset.more = `${before > 1 ? 'before' : ''} ${after > 1 ? 'after' : ''}`.trim();
    };
    const onScroll = (): void => {
      look();
      const [tab, room] = [tabInFront()?.getBoundingClientRect(), box.getBoundingClientRect()];
      if (tab === undefined) return;
      const seen = Math.min(tab.right, room.right) - Math.max(tab.left, room.left);
      kept = seen >= Math.min(tab.width, room.width) - 1;
    };
    const onResize = (): void => {
      if (kept) tabInFront()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      look();
    };
    onResize();
    const watch = new ResizeObserver(onResize);
    for (const one of [box, ...box.children]) watch.observe(one);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, [front, count]);
  return strip;
}
