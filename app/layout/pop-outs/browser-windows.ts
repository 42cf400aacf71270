import type { WindowBounds } from '../../../core/client/layouts/layout-content.ts';
import { popOutPath } from './pop-out-path.ts';
import type { PopOutParts } from './pop-outs.ts';

/** What some browsers tell of screens, and our language's library leaves out. */
type Screens = Pick<Screen, 'availWidth' | 'availHeight'> & {
  readonly availLeft?: number;
  readonly availTop?: number;
  readonly isExtended?: boolean;
};
type Screened = Window & { readonly getScreenDetails?: () => Promise<unknown> };

/** True when the middle of a window is on another screen than this page. */
export function isElsewhere({ x, y, width, height }: WindowBounds, here: Screens): boolean {
  if (here.isExtended !== true) return false;
  const [left, top] = [x + width / 2 - (here.availLeft ?? 0), y + height / 2 - (here.availTop ?? 0)];
  return left < 0 || top < 0 || left > here.availWidth || top > here.availHeight;
}

/** Windows of this browser. */
export const browserWindows: Omit<PopOutParts, 'link' | 'timers' | 'newId' | 'opensAtOnce'> = {
  isElsewhere: (bounds) => isElsewhere(bounds, window.screen),
  async askForScreens() {
    try {
      await (window as Screened).getScreenDetails?.();
    } catch (error) {
      console.info('windows stay on this screen', error);
    }
  },
  openWindow(id, { x, y, width, height }) {
    const features = `popup,left=${x},top=${y},width=${width},height=${height}`;
    return window.open(`${popOutPath}?id=${id}`, `tessera-${id}`, features);
  },
  // What the browser draws above the page counts as one piece at its top.
  origin: () => ({ x: window.screenX, y: window.screenY + window.outerHeight - window.innerHeight }),
};
