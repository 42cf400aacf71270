import { useEffect, useState } from 'react';
import type { OverlayContribution, OverlayContributions } from './layers/overlay-layer.ts';

/** The overlays that other plugins contribute now; the list changes with the user's plugins. */
export function useContributions(contributions: OverlayContributions): readonly OverlayContribution[] {
  const [list, setList] = useState(() => contributions.list());
  useEffect(() => {
    setList(contributions.list());
    const stop = contributions.onChange(() => setList(contributions.list()));
    return () => void stop();
  }, [contributions]);
  return list;
}
