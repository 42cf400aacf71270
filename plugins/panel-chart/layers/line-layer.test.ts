import type { Chart, OverlayCreate } from 'klinecharts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChartPriceLine } from '../../../core/contract/chart.ts';
import { removeFigure, severalFigure } from '../drawing/price-line-data.ts';
import { LineLayer } from './line-layer.ts';

/** As much of klinecharts as lines need. */
let drawn: Map<string, OverlayCreate>;
let told: string[];
let layer: LineLayer;
/** Whether the axis says the price under the pointer, and a line is drawn through it. */
let saysPointer: readonly boolean[];
const setStyles = ({ crosshair }: { crosshair: { horizontal: Record<'text' | 'line', { show: boolean }> } }): void => {
  saysPointer = [crosshair.horizontal.text.show, crosshair.horizontal.line.show];
};

beforeEach(() => {
  drawn = new Map();
  told = [];
  const put = (overlay: OverlayCreate): void => void drawn.set(overlay.id ?? '', overlay);
  const getDataList = () => [{ close: 200 }];
  const chart = {
    getDataList,
    createOverlay: put,
    overrideOverlay: put,
    removeOverlay: ({ id }: { id: string }) => drawn.delete(id),
    setStyles,
  };
  layer = new LineLayer(chart as unknown as Chart, '0.5', () => undefined);
});

const line = (id: string, price: number, over: Partial<ChartPriceLine> = {}): ChartPriceLine => ({
  id,
  price,
  label: id,
  tone: 'up',
  onMove: (to, done) => told.push(`${id} ${to} ${done ? 'done' : 'moving'}`),
  onRemove: () => told.push(`${id} removed`),
  ...over,
});
const priceOf = (id: string): number | undefined => drawn.get(`own ${id}`)?.points?.[0]?.value;
const drag = (id: string, to: number): void => {
  const overlay = drawn.get(`own ${id}`);
  overlay?.onPressedMoveStart?.({ overlay } as never);
  overlay?.onPressedMoving?.({ overlay: { points: [{ value: to }] } } as never);
};
const drop = async (id: string): Promise<void> => {
  const overlay = drawn.get(`own ${id}`);
  overlay?.onPressedMoveEnd?.({ overlay } as never);
  await Promise.resolve();
};

describe('price lines', () => {
  it('snap to the grid while they are dragged and tell once where they were let go', async () => {
    layer.set('own', [line('a', 100)]);
    saysPointer = [true, true];
    drag('a', 101.3);
    // The axis says what will be sent, and nothing else.
    const place = layer.places({ width: 500, height: 300, top: 0, widthOf: () => 40, yOf: (price) => 200 - price }).get('own a');
    expect([place?.heldPrice, saysPointer]).toEqual(['101.5', [false, false]]);
    await drop('a');
    expect(saysPointer).toEqual([true, true]);
    expect(told).toEqual(['a 101.5 moving', 'a 101.5 done']);
    expect(priceOf('a')).toBe(101.5);
  });

  it('say in few words what they are, in all of them under the pointer, and in the hand how far from the last price and what it would make', () => {
    const textOf = (): string | undefined =>
      layer.places({ width: 500, height: 300, top: 0, widthOf: () => 40, yOf: (price) => 200 - price }).get('own a')?.labels[0]?.text;
    layer.set('own', [line('a', 100, { label: 'Sell limit 0.1', short: 'S 0.1', outcomeAt: (price) => `${price} USDT more` })]);
    expect(textOf()).toBe('S 0.1');
    drawn.get('own a')?.onMouseEnter?.({} as never);
    expect(textOf()).toBe('Sell limit 0.1');
    drag('a', 101.3);
    expect(textOf()).toBe('Sell limit 0.1 · −49.25% · 101.5 USDT more');
  });

  it('go back with Escape, also in the middle of a drag', async () => {
    layer.set('own', [line('a', 100)]);
    drag('a', 101.3);
    expect(layer.release()).toBe(true);
    await drop('a');
    expect(told).toEqual(['a 101.5 moving']);
    expect(priceOf('a')).toBe(100);
    expect(layer.release()).toBe(false);
  });

  it('stay in the hand while their owner sets all lines anew, and leave it when they go', () => {
    layer.set('own', [line('a', 100)]);
    layer.hold(1);
    layer.nudge(3);
    layer.set('own', [line('a', 100), line('b', 90)]);
    expect(priceOf('a')).toBe(101.5);
    layer.set('own', [line('b', 90)]);
    expect(layer.held).toBeNull();
    expect(drawn.has('own a')).toBe(false);
  });

  it('are taken by key from the top, and put away after the last; what can neither move nor go is passed over', () => {
    layer.set('own', [line('low', 90), line('high', 110), line('still', 100, { onMove: undefined, onRemove: undefined } as never)]);
    expect(layer.hold(1)?.label).toBe('high');
    expect(layer.hold(1)?.label).toBe('low');
    expect(layer.hold(1)).toBeNull();
    expect(layer.hold(-1)?.label).toBe('low');
  });

  it('are sent by key only when they moved', () => {
    layer.set('own', [line('a', 100)]);
    layer.hold(1);
    layer.commit();
    layer.hold(1);
    layer.nudge(-1);
    layer.commit();
    expect(told).toEqual(['a 99.5 moving', 'a 99.5 done']);
    expect(layer.held).toBeNull();
  });

  it('are removed by their button and by key', () => {
    layer.set('own', [line('a', 100)]);
    drawn.get('own a')?.onClick?.({ figure: { key: removeFigure } } as never);
    layer.hold(1);
    expect(layer.remove()).toBe(true);
    expect(told).toEqual(['a removed', 'a removed']);
    expect(layer.remove()).toBe(false);
  });

  it('share one label where many are close, and the one under the pointer or in the hand has its own beside it', () => {
    const pane = { width: 500, height: 300, top: 0, widthOf: (text: string) => 6 * text.length, yOf: (price: number) => 200 - price };
    const texts = (): readonly string[] => [...layer.places(pane).values()].flatMap(({ labels }) => labels.map(({ text }) => text));
    const several = (ids: readonly string[]): string => `all of ${ids.join()}`;
    layer.set(
      'own',
      [100, 101, 102, 103].map((price) => line(`at ${price}`, price, { several })),
    );
    const all = 'all of at 103,at 102,at 101,at 100';
    expect(texts()).toEqual([all]);
    drawn.get('own at 101')?.onMouseEnter?.({} as never);
    expect(texts()).toEqual([all, 'at 101']);
    drawn.get('own at 101')?.onMouseLeave?.({} as never);
    expect(texts()).toEqual([all]);
    expect(layer.axisYs.filter((y) => y !== null).length).toBeGreaterThan(0);
    drag('at 102', 160);
    expect(texts()).toEqual(['at 102 · −20.00%', 'all of at 103,at 101,at 100']);
  });

  it('tell their owner when the label of several is pressed', () => {
    let pressed = 0;
    layer.set('own', [line('a', 100, { onSeveral: () => (pressed += 1) })]);
    drawn.get('own a')?.onClick?.({ figure: { key: severalFigure } } as never);
    expect([pressed, told]).toEqual([1, []]);
  });
});
