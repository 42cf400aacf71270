import type { DrawingHand } from '../drawing/drawing-hand.ts';
import type { Pixel } from '../drawing/tool.ts';

interface DrawingPointerParts {
  readonly element: HTMLElement;
  /** The drawing that waits for points, if any. */
  readonly hand: () => DrawingHand | null;
  readonly isOnPlot: (at: Pixel) => boolean;
}

/** Gives the pointer to the drawing in hand. The library hears nothing of presses meanwhile: it would move the chart. */
export class DrawingPointer {
  readonly #parts: DrawingPointerParts;

  constructor(parts: DrawingPointerParts) {
    this.#parts = parts;
    const { element } = parts;
    element.addEventListener('pointerdown', this.#press);
    element.addEventListener('pointermove', this.#move);
    element.ownerDocument.addEventListener('pointerup', this.#release);
    for (const kind of ['mousedown', 'touchstart'] as const) element.addEventListener(kind, this.#keep, { capture: true });
  }

  close(): void {
    const { element } = this.#parts;
    element.removeEventListener('pointerdown', this.#press);
    element.removeEventListener('pointermove', this.#move);
    element.ownerDocument.removeEventListener('pointerup', this.#release);
    for (const kind of ['mousedown', 'touchstart'] as const) element.removeEventListener(kind, this.#keep, { capture: true });
  }

  #pixelOf({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Pixel {
    const box = this.#parts.element.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  readonly #keep = (event: MouseEvent | TouchEvent): void => {
    const [at] = 'touches' in event ? event.touches : [event];
    if (this.#parts.hand() !== null && at !== undefined && this.#parts.isOnPlot(this.#pixelOf(at))) event.stopPropagation();
  };

  readonly #press = (event: PointerEvent): void => {
    const at = this.#pixelOf(event);
    if (event.button === 0 && this.#parts.isOnPlot(at)) this.#parts.hand()?.press(at);
  };

  readonly #move = (event: PointerEvent): void => this.#parts.hand()?.move(this.#pixelOf(event));

  readonly #release = (event: PointerEvent): void => {
    if (event.button === 0) this.#parts.hand()?.release(this.#pixelOf(event));
  };
}
