import { type RefObject, useCallback, useLayoutEffect } from 'react';

interface Rows {
  /** Of each row, in px. */
  readonly rowHeight: number;
  /** Of what stays above them in what scrolls, in px. */
  readonly headerHeight: number;
}

/**
 * Brings a row wholly between header and end, by no more than it takes. It measures the page itself: what a virtual list knows of its size is as
 * old as its last drawing. `kept` is a row that comes back into view when the table gets another size; -1: none.
 */
export function useRowInView(scroller: RefObject<HTMLElement | null>, { rowHeight, headerHeight }: Rows, kept: number) {
  const show = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (element === null || index < 0) return;
      const top = index * rowHeight;
      const lowest = top + rowHeight - (element.clientHeight - headerHeight);
      if (element.scrollTop < lowest) element.scrollTop = lowest;
      // Where there is no room for a whole row, its beginning counts.
      if (element.scrollTop > top) element.scrollTop = top;
    },
    [scroller, rowHeight, headerHeight],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || kept < 0) return;
    const observer = new ResizeObserver(() => show(kept));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, show, kept]);
  return show;
}
