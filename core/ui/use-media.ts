import { useCallback, useSyncExternalStore } from 'react';

/** Whether the screen is such a one; follows turning, resizing and another pointer. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => listOf(query).matches);
}

/** Lists are asked with every drawing of every table, and dear to make. */
const lists = new Map<string, MediaQueryList>();
function listOf(query: string): MediaQueryList {
  let list = lists.get(query);
  if (list === undefined) {
    list = window.matchMedia(query);
    lists.set(query, list);
  }
  return list;
}

/** Fingers need more room than a mouse. */
export const touchPointer = '(pointer: coarse)';
