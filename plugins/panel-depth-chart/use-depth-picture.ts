import { useEffect } from 'react';
import type { Preferences } from '../../core/contract/client-services.ts';
import { usePicture } from '../../core/ui/index.ts';
import type { DepthCurve } from './depth-curve.ts';
import type { DepthEcharts } from './depth-echarts.ts';

const tokens = { up: 'up', down: 'down', line: 'line', muted: 'muted' } as const;

const openPicture = async (box: HTMLElement): Promise<() => DepthEcharts> => {
  const { DepthEcharts: Picture } = await import('./depth-echarts.ts');
  return () => new Picture(box);
};

/** The picture of a curve in its element; `decimals` of the price axis. */
export function useDepthPicture(curve: DepthCurve | null, decimals: number, preferences: Preferences) {
  const view = usePicture(preferences, openPicture, tokens);
  const { picture, colours } = view;
  useEffect(() => {
    if (picture !== null && colours !== null && curve !== null) picture.draw(curve, colours, decimals);
  }, [picture, colours, curve, decimals]);
  return view;
}
