import { describe, expect, it } from 'vitest';
import type { Order } from '../../core/contract/client-services.ts';
import { type DrawnText, drawnCanvas } from '../../tests/kit/ui/drawn-canvas.ts';
import { gutterOf, type LadderMode } from './ladder-geometry.ts';
import { type LadderPaint, paintLadder } from './ladder-painter.ts';
import { LadderScene } from './ladder-scene.ts';

const [height, rowHeight] = [400, 20];

/** The texts of a painted ladder with their places. */
function textsOf(mode: LadderMode, width: number, hasOwn: boolean): readonly DrawnText[] {
  const scene = new LadderScene('0.01', { mode, measure: 'total', bars: 'measure', factor: 1, decimals: 2 });
  const levels = (from: number, step: number): [string, string][] =>
    ['19.37956', '0.00231', '1234.50000', '2.22073'].map((qty, n) => [(from + step * n).toFixed(2), qty]);
  scene.bids = levels(61_270.56, -0.01);
  scene.asks = levels(61_270.57, 0.01);
  scene.takeLast('61270.50');
  scene.takeLast('61270.57');
  if (hasOwn) {
    const own = { orderId: '7', side: 'BUY', price: '61270.55', qty: '0.12345', filledQty: '0', preventedQty: '0' };
    scene.orders = [own as Order];
  }
  scene.compose(width, height, rowHeight, hasOwn ? gutterOf(width) : 0);
  const { frame, texts } = drawnCanvas(width, height);
  const { ladder, placed, geometry, grid, lastTone, lastKey } = scene;
  const paint: Omit<LadderPaint, 'texts'> = {
    ...{ ladder, placed, geometry, grid, lastTone, lastKey, measure: 'total', bars: scene.bars, lot: '0.00001', fontFamily: 'Inter' },
    ...{ marked: null, target: null, last: '61,270.57' },
  };
  paintLadder(frame, { ...paint, texts: { spread: 'Spread 0.01 · 0.00 bp', bids: 'B 49%', asks: '51% A' } });
  return texts;
}

const collisions = (texts: readonly DrawnText[], width: number): readonly string[] =>
  texts.flatMap((one, at) => {
    const outside = one.left < 0 || one.right > width ? [`${one.text} leaves the ladder`] : [];
    const over = texts.slice(at + 1).filter((other) => other.y === one.y && other.left < one.right && one.left < other.right);
    return [...outside, ...over.map((other) => `${one.text} over ${other.text}`)];
  });

/** Docking allows panels of 120 px. */
const widths = Array.from({ length: 60 }, (_, n) => 120 + 5 * n);

describe('the painted ladder', () => {
  it.each(['both', 'bids', 'asks', 'ladder'] as const)('never writes one column over another in the mode %s, however narrow', (mode) => {
    const found = widths.flatMap((width) =>
      [false, true].flatMap((hasOwn) => collisions(textsOf(mode, width, hasOwn), width).map((what) => `${width} px: ${what}`)),
    );
    expect(found).toEqual([]);
  });

  it('leaves the total away where it has no room, and keeps prices and quantities', () => {
    const row = (width: number): readonly string[] => {
      const texts = textsOf('both', width, false);
      const y = texts.find(({ text }) => text === '61,270.54')?.y;
      return texts.filter((one) => one.y === y).map(({ text }) => text);
    };
    expect(row(300)).toEqual(['61,270.54', '1,234.50000', '1,253.88187']);
    expect(row(150)).toEqual(['61,270.54', '1,234.500']);
    expect(row(120)).toEqual(['61,270.54', '1,234']);
  });

  it('shows the smallest quantity as something', () => {
    expect(textsOf('both', 122, true).map(({ text }) => text)).not.toContain('0.0');
  });
});
