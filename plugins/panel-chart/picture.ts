import type { RefObject } from 'react';
import type { Resolved } from '../../core/contract/token.ts';
import type { ChartEngine } from './chart-engine.ts';
import type { requires } from './requires.ts';

/** Saves the chart as a picture, or puts it on the clipboard. */
export function usePicture(
  engine: RefObject<ChartEngine | null>,
  { notices, texts }: Pick<Resolved<typeof requires>, 'notices' | 'texts'>,
  name: string,
): (use: 'download' | 'copy') => void {
  const copy = async (picture: Blob): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
      notices.show('success', texts.t('panel-chart', 'picture.copied'));
    } catch {
      // The browser or the user does not allow it.
      notices.show('error', texts.t('panel-chart', 'picture.notCopied'));
    }
  };
  return (use) => {
    const picture = engine.current?.picture();
    if (picture === undefined) return;
    if (use === 'copy') return void copy(picture);
    const url = URL.createObjectURL(picture);
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.png` });
    link.click();
    URL.revokeObjectURL(url);
  };
}
