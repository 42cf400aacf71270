import { reaction } from 'mobx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Preferences } from '../../contract/client-services.ts';
import { useServices } from '../ui-services.tsx';

/** A picture in an element, drawn by a library of its own. */
export interface LibraryPicture {
  resize(): void;
  dispose(): void;
}

/** Colours of the theme as a canvas needs them: resolved. */
export type PictureColours<T extends string = string> = Readonly<Record<T, string>>;

interface PictureView<P, T extends string> {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Null until its library has come. */
  readonly picture: P | null;
  readonly colours: PictureColours<T> | null;
  /** Tries again after the library could not be loaded; null while there is nothing to try. */
  readonly retry: (() => void) | null;
}

/**
 * A picture whose library loads when it is first shown, which fills its element and takes the colours of the theme. `open` and
 * `tokens` must stay the same: another one makes the picture anew.
 */
export function usePicture<P extends LibraryPicture, T extends string>(
  preferences: Preferences,
  open: (box: HTMLElement) => Promise<() => P>,
  tokens: PictureColours<T>,
): PictureView<P, T> {
  const { frames } = useServices();
  const element = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<P | null>(null);
  const [colours, setColours] = useState<PictureColours<T> | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew.
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    let made: P | null = null;
    let left = false;
    const readColours = (): void => setColours(coloursOf(box, tokens));
    const resize = (): void => made?.resize();
    const observer = new ResizeObserver(() => frames.schedule(resize));
    const show = (make: () => P): void => {
      if (left) return;
      const opened = make();
      made = opened;
      readColours();
      setPicture(opened);
      observer.observe(box);
    };
    setFailed(false);
    open(box)
      .then(show)
      .catch((error: unknown) => {
        console.warn('a picture cannot be drawn', error);
        if (!left) setFailed(true);
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
  }, [frames, open, preferences, tokens, attempt]);
  return { element, picture, colours, retry: failed ? () => setAttempt((made) => made + 1) : null };
}

function coloursOf<T extends string>(element: HTMLElement, tokens: PictureColours<T>): PictureColours<T> {
  const style = getComputedStyle(element);
  const colours = Object.entries<string>(tokens).map(([name, token]) => [name, style.getPropertyValue(`--tessera-${token}`).trim()]);
  return Object.fromEntries(colours) as PictureColours<T>;
}
