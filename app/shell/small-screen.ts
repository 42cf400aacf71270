import { useSyncExternalStore } from 'react';

/** Phones, upright and lying: too small for panels side by side. The style sheets use the same words. */
export const smallScreen = '(max-width: 699px), (max-height: 499px) and (pointer: coarse)';

/** Follows turning and resizing. */
export const useSmallScreen = (): boolean => useSyncExternalStore(watch, isSmall);

const isSmall = (): boolean => window.matchMedia(smallScreen).matches;

function watch(onChange: () => void): () => void {
  const list = window.matchMedia(smallScreen);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
