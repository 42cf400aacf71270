import { describe, expect, it } from 'vitest';
import { type LabelledLine, type LabelRoom, labelHeight, placeLabels, removeWidth } from './line-labels.ts';

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
    expect(places.map(({ labels }) => labels.map(({ x, y }) => [x, y]))).toEqual([[[8, 100]], [[8, 140]]]);
    expect(places.map(({ remove, axisY, parts }) => [remove?.x, axisY, parts])).toEqual([
      [122, 100, [[0, 560]]],
      [122, 140, [[0, 560]]],
    ]);
  });

  it('stand side by side on two lines that are close, with their buttons, and the other line passes behind them', () => {
    const [first, second] = [...placeLabels(linesAt(100, 104), room).values()];
    expect(first?.labels).toMatchObject([{ x: 8, y: 100 }]);
    expect(second?.labels).toMatchObject([{ x: 125, y: 104 }]);
    expect(second?.remove?.x).toBe(239);
    expect(second?.parts).toEqual([
      [0, 8],
      [122, 560],
    ]);
  });

  it('have their buttons beside them, away from the newest bars with the words of their marks', () => {
    const [place] = [...placeLabels(linesAt(100), { ...room, width: 1200 }).values()];
    expect(place?.remove?.x).toBe((place?.labels[0]?.x ?? 0) + room.widthOf('Buy Limit 0.01') + removeWidth);
  });

  it('leave lines in sight where they are few; so many that they would hide the bars are faint, but for the one under the pointer', () => {
    const faintOf = (lines: readonly LabelledLine[]) => [...placeLabels(lines, room).values()].map(({ faint }) => faint);
    expect(faintOf(linesAt(100, 103, 106))).toEqual([false, false, false]);
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

  it('are told apart under the pointer: that line has its label and its button beside the number of all', () => {
    const lines = [100, 102, 104, 106].map((y, n) => line(n, y, { front: n === 2, label: `Buy ${n}` }));
    expect(boxesOf(lines).map(({ text }) => text)).toEqual(['4 orders', 'Buy 2', '×']);
    expect(placeLabels(lines, room).get('order 2')?.axisY).toBe(104);
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

  it.each([2, 8, 20, 60])('never cover each other with %i lines, however close they are and however narrow the chart', (count) => {
    for (const gap of [0, 1, 3, 5, 8, 12, 16, 20]) {
      for (const width of [220, 360, 560, 1200]) {
        const lines = Array.from({ length: count }, (_, n) => line(n, 20 + gap * n));
        expect(collisions(boxesOf(lines, { ...room, width })), `${gap} px apart on ${width} px`).toEqual([]);
      }
    }
  });
});
