import { useCallback, useSyncExternalStore } from 'react';

/** Whether the screen is such a one; follows turning, resizing and another pointer. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

/** Fingers need more room than a mouse. */
export const touchPointer = '(pointer: coarse)';
