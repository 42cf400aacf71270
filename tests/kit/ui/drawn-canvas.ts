import type { CanvasFrame } from '../../../core/ui/index.ts';

/** A text on a canvas, with its place in px. */
export interface DrawnText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Letters and digits of the interface's font at 12 px are this wide. */
const letterPx = 7;

/** As much of a canvas as the painters of rows need, with what they wrote and filled; a colour is the name of its token. */
export function drawnCanvas(width: number, height: number) {
  const texts: DrawnText[] = [];
  const fills: string[] = [];
  const context = {
    textAlign: 'left',
    fillStyle: '',
    font: '',
    measureText: (text: string) => ({ width: text.length * letterPx }),
    fillText: (text: string, x: number, y: number, most = Number.POSITIVE_INFINITY) => {
      const wide = Math.min(most, text.length * letterPx);
      const left = context.textAlign === 'left' ? x : context.textAlign === 'right' ? x - wide : x - wide / 2;
      if (text !== '') texts.push({ text, left, right: left + wide, y });
    },
    fillRect: (x: number, y: number, wide: number) => fills.push(`${context.fillStyle} ${x} ${y} ${wide}`),
    strokeRect: () => undefined,
  };
  const frame = { context, width, height, ratio: 1, fontFamily: 'Inter', colour: (token: string) => token } as unknown as CanvasFrame;
  return { frame, texts, fills };
}
