import { beforeEach, describe, expect, it } from 'vitest';
import { drawnCanvas } from '../../../tests/kit/ui/drawn-canvas.ts';
import type { CanvasPointer } from '../canvas/canvas-view.tsx';
import type { TapeColumn } from './tape-column.ts';
import { TapeScene } from './tape-scene.ts';

interface Row {
  readonly id: number;
  readonly price: string;
  readonly qty: string;
}
const [height, rowHeight] = [240, 24];

const canvas = (width: number) => drawnCanvas(width, height);

const columns: readonly TapeColumn<Row>[] = [
  {
    id: 'price',
    title: 'Price',
    width: 84,
    align: 'left',
    draw: ({ price }) => ({ text: price, token: 'up', lead: { text: '▲', token: 'up' } }),
    hint: ({ id }) => (id === 7 ? 'Your trade' : null),
  },
  {
    id: 'qty',
    title: 'Quantity',
    width: 76,
    align: 'right',
    draw: ({ qty }, room, widthOf) => ({ text: widthOf(qty) <= room ? qty : '', token: 'text', lead: { text: '×3', token: 'muted' } }),
  },
  { id: 'time', title: 'Time', width: 62, align: 'right', yields: true, draw: () => ({ text: '04:36:00', token: 'text' }) },
];

let rows: readonly Row[];
/** Rows of these ids, newest first. */
const from = (newest: number): readonly Row[] =>
  Array.from({ length: 50 }, (_, at) => ({ id: newest - at, price: '50,000.22', qty: '1.234' }));
const sceneOf = (width = 250): TapeScene<Row> => {
  const scene = new TapeScene<Row>({ rows: () => rows, columns, rowKey: ({ id }) => String(id), marked: ({ id }) => id === 7, rowHeight });
  scene.paint(canvas(width).frame);
  return scene;
};
const pointer = (kind: CanvasPointer['kind'], y: number, x = 20): CanvasPointer => ({ kind, x, y, button: 0, shift: false });

beforeEach(() => {
  rows = from(50);
});

describe('the pointer on a tape', () => {
  it('takes the row that was pressed, also when another one stands there by the release', () => {
    const scene = sceneOf();
    expect(scene.point(pointer('press', 30))).toBeNull();
    rows = from(53);
    expect(scene.point(pointer('release', 31))).toMatchObject({ id: 49 });
    expect(scene.activeIndex).toBe(4);
  });

  it('takes nothing when it has slipped, was called off or uses another button', () => {
    const scene = sceneOf();
    const taken = (...events: readonly CanvasPointer[]): unknown => events.map((event) => scene.point(event)).at(-1);
    expect(taken(pointer('press', 30), pointer('release', 60))).toBeNull();
    expect(taken(pointer('press', 30), pointer('cancel', 30), pointer('release', 30))).toBeNull();
    expect(taken({ ...pointer('press', 30), button: 2 }, { ...pointer('release', 30), button: 2 })).toBeNull();
  });

  it('marks the row that it is on, wherever the tape is scrolled, and is told what that row has to say', () => {
    const scene = sceneOf();
    scene.scrolled = 43 * rowHeight + 10;
    scene.point(pointer('move', 5));
    const { frame, fills } = canvas(250);
    scene.paint(frame);
    expect(fills).toEqual(['raised 0 -10 250', 'accent 0 -10 2']);
    expect(scene.hint).toBe('Your trade');
    scene.point(pointer('move', 5, 240));
    expect(scene.hint).toBe('');
    scene.point(pointer('leave', -1));
    expect(scene.hint).toBe('');
  });
});

describe('the keyboard on a tape', () => {
  it('walks along its rows and scrolls to the one it is on', () => {
    const scene = sceneOf();
    const ids = (...keys: readonly string[]): unknown => {
      for (const key of keys) expect(scene.press(key)).toBe(true);
      return [scene.activeRow?.id, scene.scrolled];
    };
    expect(ids('ArrowDown', 'ArrowDown')).toEqual([49, 0]);
    expect(ids('PageDown')).toEqual([40, rowHeight]);
    expect(ids('End', 'ArrowDown')).toEqual([1, 40 * rowHeight]);
    expect(ids('ArrowUp')).toEqual([2, 40 * rowHeight]);
    expect(ids('Home', 'PageUp')).toEqual([50, 0]);
    expect(scene.press('a')).toBe(false);
  });

  it('stays on its row while others come in above', () => {
    const scene = sceneOf();
    scene.press('ArrowDown');
    rows = from(52);
    expect(scene.activeRow).toMatchObject({ id: 50 });
    expect(scene.activeIndex).toBe(2);
    rows = from(500);
    expect(scene.activeRow).toBeNull();
  });
});

describe('the painted tape', () => {
  it('draws the rows that are in sight and no others, and says the same ones in words', () => {
    const scene = sceneOf();
    scene.scrolled = 10 * rowHeight;
    const { frame, texts } = canvas(250);
    scene.paint(frame);
    expect(texts.filter(({ text }) => text === '04:36:00')).toHaveLength(height / rowHeight);
    expect(scene.rowsInSight[0]).toMatchObject({ id: 40 });
  });

  it('draws and says its newest rows while a browser bounces at the top', () => {
    const scene = sceneOf();
    scene.scrolled = -30;
    const { frame, texts } = canvas(250);
    scene.paint(frame);
    expect([texts[0]?.y, scene.rowsInSight[0]?.id]).toEqual([rowHeight / 2, 50]);
  });

  it('never writes one column over another, however narrow: first the time goes, then what is less than the price', () => {
    const shown = (width: number): readonly string[] => {
      const { frame, texts } = canvas(width);
      sceneOf(width).paint(frame);
      const row = texts.filter(({ y }) => y === texts[0]?.y);
      for (const one of row) {
        expect(one.left >= 0 && one.right <= width, `${one.text} leaves ${width} px`).toBe(true);
        for (const other of row)
          expect(one === other || one.right <= other.left || one.left >= other.right, `${one.text} over ${other.text}`).toBe(true);
      }
      return row.map(({ text }) => text);
    };
    for (let width = 120; width < 420; width += 5) shown(width);
    expect(shown(300)).toEqual(['50,000.22', '▲', '1.234', '×3', '04:36:00']);
    expect(shown(200)).toEqual(['50,000.22', '▲', '1.234', '×3']);
    expect(shown(120)).toEqual(['50,000.22', '1.234']);
  });
});
