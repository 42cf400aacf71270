import { reaction } from 'mobx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Preferences } from '../../core/contract/client-services.ts';
import { useServices } from '../../core/ui/index.ts';
import type { DepthCurve } from './depth-curve.ts';
import type { DepthEcharts, Palette } from './depth-echarts.ts';

/** The picture in its element: its library loads when the panel is first shown, its colours follow the theme. */
export function usePicture(
  curve: DepthCurve | null,
  decimals: number,
  preferences: Preferences,
): { readonly element: RefObject<HTMLDivElement | null>; readonly picture: DepthEcharts | null } {
  const { frames } = useServices();
  const element = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<DepthEcharts | null>(null);
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    let made: DepthEcharts | null = null;
    let left = false;
    const readColours = (): void => setPalette(paletteOf(box));
    const resize = (): void => made?.resize();
    const observer = new ResizeObserver(() => frames.schedule(resize));
    void import('./depth-echarts.ts').then(({ DepthEcharts: Picture }) => {
      if (left) return;
      made = new Picture(box);
      readColours();
      setPicture(made);
      observer.observe(box);
    });
    const stopTheme = reaction(
      () => [preferences.theme, preferences.redUp],
      // The attribute on <html> changes in another reaction of the same action: colours are read a frame later.
      () => frames.schedule(readColours),
    );
    return () => {
      left = true;
      observer.disconnect();
      stopTheme();
      frames.cancel(resize);
      frames.cancel(readColours);
      made?.dispose();
      setPicture(null);
    };
  }, [frames, preferences]);
  useEffect(() => {
    if (picture !== null && palette !== null && curve !== null) picture.draw(curve, palette, decimals);
  }, [picture, palette, curve, decimals]);
  return { element, picture };
}

function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const colour = (token: string): string => style.getPropertyValue(`--tessera-${token}`).trim();
  return { up: colour('up'), down: colour('down'), line: colour('line'), muted: colour('muted') };
}
