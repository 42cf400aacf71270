import { type RefObject, useEffect } from 'react';

/** Gives the focus back to the button when what it opened closes, unless something else was clicked. */
export function useFocusBack(button: RefObject<HTMLButtonElement | null>, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      // Its contents have left the page, and the focus with them.
      if (document.activeElement === null || document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [open, button]);
}
