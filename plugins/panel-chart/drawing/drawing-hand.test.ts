import { beforeEach, describe, expect, it } from 'vitest';
import type { ChartPoint } from '../../../core/contract/chart.ts';
import { DrawingHand } from './drawing-hand.ts';
import type { DrawingTool, Pixel } from './tool.ts';

let preview: readonly ChartPoint[];
let complete: readonly ChartPoint[] | null;

beforeEach(() => {
  preview = [];
  complete = null;
});

/** A chart of 500 × 500 px, one minute and one unit of price a pixel. */
const handOf = (clicks: DrawingTool['clicks']): DrawingHand =>
  new DrawingHand({
    clicks,
    pointAt: ({ x, y }) => (x > 500 || y > 500 ? null : { timeMs: x * 60_000, price: 500 - y }),
    onPreview: (points) => {
      preview = points;
    },
    onComplete: (points) => {
      expect(complete).toBeNull();
      complete = points;
    },
  });
const px = (x: number, y: number): Pixel => ({ x, y });
const point = (x: number, y: number): ChartPoint => ({ timeMs: x * 60_000, price: 500 - y });
const click = (hand: DrawingHand, at: Pixel): void => {
  hand.press(at);
  hand.release(at);
};

describe('a drawing of two points', () => {
  it('is complete after two clicks, however quick', () => {
    const hand = handOf(2);
    click(hand, px(100, 100));
    click(hand, px(200, 50));
    expect(complete).toEqual([point(100, 100), point(200, 50)]);
  });

  it('follows the pointer between them', () => {
    const hand = handOf(2);
    hand.move(px(90, 90));
    expect(preview).toEqual([point(90, 90)]);
    click(hand, px(100, 100));
    hand.move(px(150, 120));
    expect(preview).toEqual([point(100, 100), point(150, 120)]);
  });

  it('is also drawn by dragging, and a hand that slips a little clicks', () => {
    const dragged = handOf(2);
    dragged.press(px(100, 100));
    dragged.move(px(180, 60));
    dragged.release(px(200, 50));
    expect(complete).toEqual([point(100, 100), point(200, 50)]);
    complete = null;
    const slipped = handOf(2);
    slipped.press(px(100, 100));
    slipped.move(px(102, 100));
    slipped.release(px(102, 101));
    expect([slipped.count, complete]).toEqual([1, null]);
  });

  it('does not end where it began, as by a double click', () => {
    const hand = handOf(2);
    click(hand, px(100, 100));
    click(hand, px(101, 100));
    expect([hand.count, complete]).toEqual([1, null]);
  });

  it('takes no point beside the chart, and none after it is complete', () => {
    const hand = handOf(2);
    click(hand, px(600, 100));
    expect(hand.count).toBe(0);
    hand.set(px(1, 1));
    hand.set(px(50, 50));
    hand.set(px(90, 90));
    hand.move(px(95, 95));
    expect(complete).toEqual([point(1, 1), point(50, 50)]);
  });
});

it('a drawing of one point is set where the button comes up', () => {
  const hand = handOf(1);
  hand.press(px(10, 10));
  hand.move(px(40, 40));
  hand.release(px(60, 60));
  expect(complete).toEqual([point(60, 60)]);
});

it('a polyline goes on until a second click on its last point', () => {
  const hand = handOf('many');
  for (const x of [10, 60, 120]) click(hand, px(x, 100));
  expect(complete).toBeNull();
  click(hand, px(121, 101));
  expect(complete).toEqual([point(10, 100), point(60, 100), point(120, 100)]);
});

it('a brush draws while the button is held', () => {
  const hand = handOf('freehand');
  hand.move(px(5, 5));
  hand.press(px(10, 10));
  hand.move(px(12, 11));
  hand.move(px(15, 13));
  hand.release(px(15, 13));
  hand.move(px(30, 30));
  expect(complete).toEqual([point(10, 10), point(12, 11), point(15, 13)]);
});
