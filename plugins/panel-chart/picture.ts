import type { RefObject } from 'react';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import { formatClock, formatDay } from '../../core/ui/text/format.ts';
import type { ChartEngine } from './chart-engine.ts';
import type { requires } from './requires.ts';

export interface Caption {
  readonly title: string;
  readonly detail: string;
}

interface CaptionStyle {
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly fontFamily: string;
  /** Pixels of the picture for one of the page. */
  readonly scale: number;
}

const captionHeight = 32;
const captionGap = 10;

/** A picture leaves the page: above the chart stands what it shows, and when it was taken. */
export async function captioned(picture: Blob, { title, detail }: Caption, style: CaptionStyle): Promise<Blob> {
  const image = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(image.width, image.height + captionHeight * style.scale);
  const context = canvas.getContext('2d');
  if (context === null) return picture;
  context.fillStyle = style.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, captionHeight * style.scale);
  context.scale(style.scale, style.scale);
  context.textBaseline = 'middle';
  context.font = `600 13px ${style.fontFamily}`;
  context.fillStyle = style.text;
  context.fillText(title, captionGap, captionHeight / 2);
  const { width } = context.measureText(title);
  context.font = `12px ${style.fontFamily}`;
  context.fillStyle = style.muted;
  context.fillText(detail, 2 * captionGap + width, captionHeight / 2);
  return canvas.convertToBlob({ type: 'image/png' });
}

type Services = Pick<Resolved<typeof requires>, 'markets' | 'preferences' | 'notices' | 'texts'>;

/** Saves the chart as a picture, or puts it on the clipboard. */
export function usePicture(
  engine: RefObject<ChartEngine | null>,
  { markets, preferences, notices, texts }: Services,
  { symbol, exchange }: Instrument,
  interval: Interval,
  nowMs: () => number,
): (use: 'download' | 'copy') => void {
  const captionOf = (): Caption => {
    const { timeZone } = preferences;
    const taken = `${formatDay(nowMs(), timeZone)} ${formatClock(nowMs(), timeZone)} ${timeZone}`;
    return { title: `${symbol} ${interval}`, detail: `${markets.exchangeTitle(exchange)}  ${taken}` };
  };
  const copy = async (picture: Promise<Blob>): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      notices.show('success', texts.t('panel-chart', 'picture.copied'));
    } catch {
      // The browser or the user does not allow it.
      notices.show('error', texts.t('panel-chart', 'picture.notCopied'));
    }
  };
  const download = async (picture: Promise<Blob>): Promise<void> => {
    const url = URL.createObjectURL(await picture);
    const link = Object.assign(document.createElement('a'), { href: url, download: `${symbol}-${interval}.png` });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (use) => {
    const picture = engine.current?.picture(captionOf());
    if (picture !== undefined) void (use === 'copy' ? copy(picture) : download(picture));
  };
}
