import { popOutPath } from './pop-out-path.ts';
import type { PopOutParts } from './pop-outs.ts';

/** Windows of this browser. */
export const browserWindows: Pick<PopOutParts, 'openWindow' | 'newId' | 'origin'> = {
  openWindow(id, { x, y, width, height }) {
    const features = `popup,left=${x},top=${y},width=${width},height=${height}`;
    return window.open(`${popOutPath}?id=${id}`, `tessera-${id}`, features);
  },
  newId: () => `w-${crypto.randomUUID()}`,
  // What the browser draws above the page counts as one piece at its top.
  origin: () => ({ x: window.screenX, y: window.screenY + window.outerHeight - window.innerHeight }),
};
