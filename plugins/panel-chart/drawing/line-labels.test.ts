import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisGap, type LabelledLine, type LabelRoom, labelHeight, placeLabels, removeWidth } from './line-labels.ts';

const room: LabelRoom = { width: 560, height: 300, top: 25, widthOf: (label) => 6 * label.length + 10 };
const line = (n: number, y: number, over: Partial<LabelledLine> = {}): LabelledLine => ({
  ...{ id: `order ${n}`, owner: 'orders', y, label: 'Buy Limit 0.01', tone: 'up', removable: true, front: false, sign: 0 },
  several: (ids) => `${ids.length} orders`,
  ...over,
});
const linesAt = (...ys: readonly number[]): readonly LabelledLine[] => ys.map((y, n) => line(n, y));

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

const boxesOf = (lines: readonly LabelledLine[], where = room): readonly Box[] =>
  [...placeLabels(lines, where).values()].flatMap(({ labels, remove }) => [
    ...labels.map(({ text, x, y }) => ({ text, left: x, right: x + where.widthOf(text), y })),
    ...(remove === null ? [] : [{ text: '×', left: remove.x - removeWidth, right: remove.x, y: remove.y }]),
  ]);
const collisions = (boxes: readonly Box[]): readonly string[] =>
  boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => Math.abs(other.y - one.y) < labelHeight && other.left < one.right && one.left < other.right)
      .map((other) => `${one.text} over ${other.text}`),
  );
const textsOf = (lines: readonly LabelledLine[]): readonly string[] =>
  boxesOf(lines)
    .map(({ text }) => text)
    .filter((text) => text !== '×');

describe('labels of price lines', () => {
  it('stand on their lines, one below the other, where there is room', () => {
    const places = [...placeLabels(linesAt(100, 140), room).values()];
    expect(places.map(({ labels }) => labels.map(({ x, y }) => [x, y]))).toEqual([[[422, 100]], [[422, 140]]]);
    expect(places.map(({ remove, axisY, parts }) => [remove?.x, axisY, parts])).toEqual([
      [536, 100, [[0, 560]]],
      [536, 140, [[0, 560]]],
    ]);
  });

  it('stand side by side on two lines that are close, with their buttons, and the other line passes behind them', () => {
    const [first, second] = [...placeLabels(linesAt(100, 104), room).values()];
    expect(first?.labels).toMatchObject([{ x: 422, y: 100 }]);
    expect(second?.labels).toMatchObject([{ x: 305, y: 104 }]);
    expect(second?.remove?.x).toBe(419);
    expect(second?.parts).toEqual([
      [536, 560],
      [0, 422],
    ]);
  });

  it('stand at the axis with their buttons, and leave room there for the button at the price under the pointer', () => {
    const [place] = [...placeLabels(linesAt(100), { ...room, width: 1200 }).values()];
    expect(place?.remove?.x).toBe(1200 - axisGap);
    expect(place?.remove?.x).toBe((place?.labels[0]?.x ?? 0) + room.widthOf('Buy Limit 0.01') + removeWidth);
  });

  it('leave lines in sight where they are few; so many that they would hide the bars are faint, but for the one under the pointer', () => {
    const faintOf = (lines: readonly LabelledLine[]) => [...placeLabels(lines, room).values()].map(({ faint }) => faint);
    expect(faintOf(linesAt(100, 103))).toEqual([false, false]);
    expect(faintOf([...linesAt(100, 103, 106, 109), line(9, 112, { front: true }), line(10, 250)])).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ]);
  });

  it('become one where many lines are close, and say how many they are', () => {
    expect(textsOf(linesAt(100, 102, 104, 106))).toEqual(['4 orders']);
    expect(textsOf([...linesAt(100, 102, 104), line(3, 106, { tone: 'down' })])).toEqual(['4 orders']);
    expect(boxesOf(linesAt(100, 102, 104, 106)).some(({ text }) => text === '×')).toBe(false);
  });

  it('stand in two columns at most, whatever the lines are apart: further in they would lie on the newest candles', () => {
    for (const apart of [4, 6, 8, 9, 11, 14]) {
      const boxes = boxesOf(linesAt(...Array.from({ length: 20 }, (_, n) => 60 + apart * n)), { ...room, width: 1400 });
      const labels = boxes.filter(({ text }) => text !== '×');
      for (const { y } of labels)
        expect(labels.filter((other) => other.y <= y && y - other.y < labelHeight).length, `${apart} px apart`).toBeLessThanOrEqual(2);
    }
  });

  it('of bunches that would stand side by side with others become one where there is no room', () => {
    expect(boxesOf(linesAt(100, 104, 115, 118, 135), { ...room, width: 300 }).map(({ text }) => text)).toEqual([
      '4 orders',
      'Buy Limit 0.01',
      '×',
    ]);
  });

  it('that speak for several lines know which', () => {
    const joined = [...placeLabels(linesAt(100, 102, 104), room).values()].flatMap(({ labels }) => labels.map(({ joined }) => joined));
    expect(joined).toEqual([['order 0', 'order 1', 'order 2']]);
  });

  it('are told apart under the pointer: that line has its label and its button beside the number of all', () => {
    const lines = [100, 102, 104, 106].map((y, n) => line(n, y, { front: n === 2, label: `Buy ${n}` }));
    expect(boxesOf(lines).map(({ text }) => text)).toEqual(['4 orders', 'Buy 2', '×']);
    expect(placeLabels(lines, room).get('order 2')?.axisY).toBe(104);
  });

  it('have their prices whole on the axis at its ends, too', () => {
    const axis = [...placeLabels(linesAt(2, 298), room).values()].map(({ axisY }) => axisY);
    expect(axis).toEqual([labelHeight / 2, room.height - labelHeight / 2]);
  });

  it('leave the last price its place on the axis: prices are stacked beside it, each whole, or left out', () => {
    const lastY = 102;
    const axis = [...placeLabels(linesAt(60, 96, 104, 108, 111), { ...room, lastY }).values()].map(({ axisY }) => axisY);
    expect(axis[0]).toBe(60);
    const shown = [lastY, ...axis.filter((y) => y !== null)].sort((a, b) => a - b);
    expect(shown.length).toBeGreaterThanOrEqual(4);
    for (const [at, y] of shown.slice(1).entries()) expect(y - (shown[at] ?? 0)).toBeGreaterThanOrEqual(labelHeight);
  });

  it('show the price that a line in the hand would be sent with', () => {
    const place = placeLabels([line(0, 100, { front: true, heldPrice: '101.5' })], room).get('order 0');
    expect(place?.heldPrice).toBe('101.5');
  });

  it('say of whom the lines are: those of two owners are not counted together', () => {
    const alerts = [101, 103, 105, 107].map((y, n) =>
      line(n, y, { id: `alert ${n}`, owner: 'alerts', several: (ids) => `${ids.length} alerts` }),
    );
    expect(textsOf([...linesAt(100, 102, 104, 106), ...alerts])).toEqual(['4 orders', '4 alerts']);
  });

  it('stay below the legend and inside the pane, and lines out of sight have none', () => {
    const ys = boxesOf(linesAt(2, 299)).map(({ y }) => y);
    expect(Math.min(...ys)).toBe(room.top + labelHeight / 2);
    expect(Math.max(...ys)).toBe(room.height - labelHeight / 2);
    expect(placeLabels(linesAt(-40, 340), room).size).toBe(0);
  });

  it('never cover each other nor the label of the last price, whatever lines there are', () => {
    const anyLine = fc.record({
      y: fc.integer({ min: -20, max: 320 }),
      words: fc.integer({ min: 0, max: 24 }),
      owner: fc.constantFrom('orders', 'alerts', 'preview'),
      tone: fc.constantFrom<LabelledLine['tone'][]>('up', 'down', 'muted', 'warn'),
      removable: fc.boolean(),
      sign: fc.constantFrom(0, 18),
    });
    const anyRoom = fc.record({ width: fc.integer({ min: 180, max: 1600 }), lastY: fc.option(fc.integer({ min: 0, max: 300 })) });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 60 }), anyRoom, fc.nat(), (lines, { width, lastY }, front) => {
        const all = lines.map(({ words, ...rest }, n) =>
          line(n, rest.y, { ...rest, id: `${n}`, label: 'x'.repeat(words), front: n === front }),
        );
        const where = { ...room, width, lastY };
        expect(collisions(boxesOf(all, where))).toEqual([]);
        const axis = [...placeLabels(all, where).values()].flatMap(({ axisY }) => axisY ?? []);
        const stacked = [...axis, ...(lastY === null ? [] : [lastY])].sort((a, b) => a - b);
        for (const [at, y] of stacked.slice(1).entries()) expect(y - (stacked[at] ?? 0)).toBeGreaterThanOrEqual(labelHeight);
        const placed = [...placeLabels(all, where).values()].flatMap(({ axisY, y }) => (axisY === null ? [] : [{ y, axisY }]));
        for (const [a, b] of placed.flatMap((one) => placed.map((other) => [one, other] as const)))
          if (a.y < b.y) expect(a.axisY).toBeLessThan(b.axisY);
      }),
      { numRuns: 300 },
    );
  });
});
