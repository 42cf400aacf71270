import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../core/contract/client-services.ts';
import type { CanvasPointer } from '../../core/ui/index.ts';
import { bandHeight } from './ladder-geometry.ts';
import { LadderKeys } from './ladder-keys.ts';
import { LadderPointer } from './ladder-pointer.ts';
import { LadderScene, type SceneSettings } from './ladder-scene.ts';

const both: SceneSettings = { mode: 'both', measure: 'total', bars: 'measure', factor: 1, decimals: 2 };
const own = { orderId: '7', side: 'BUY', price: '99.97', qty: '2', filledQty: '0', preventedQty: '0' } as Order;
const [width, height, row, gutter] = [300, 270, 20, 50];

function sceneOf(settings: SceneSettings = both): LadderScene {
  const scene = new LadderScene('0.01', settings);
  scene.bids = [
    ['99.98', '1'],
    ['99.97', '2'],
  ];
  scene.asks = [
    ['100.01', '1'],
    ['100.02', '3'],
  ];
  scene.orders = [own];
  scene.compose(width, height, row, gutter);
  return scene;
}
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

/** Keys that write down what they do. */
const keysOf = (scene: LadderScene, said: string[], armed: boolean): LadderKeys =>
  new LadderKeys({
    scene,
    armed,
    pick: (line) => said.push(`pick ${line.price}`),
    place: (side, kind, line) => said.push(`${side} ${kind} ${line.price}`),
    cancel: (orders) => said.push(`cancel ${orders.length}`),
  });
const topOf = (scene: LadderScene, price: string): number => scene.placed.find(({ line }) => line.price === price)?.top ?? -1;

describe('the ladder on the screen', () => {
  it('has a new last price until it is composed with it, also when the price is back where it was', () => {
    const scene = sceneOf();
    expect(scene.hasNewLast).toBe(false);
    for (const price of ['100.00', '100.01', '100.00']) scene.takeLast(price);
    expect(scene.hasNewLast).toBe(true);
    scene.compose(width, height, row, gutter);
    scene.takeLast('100.00');
    expect(scene.hasNewLast).toBe(false);
  });

  it('finds the line and the column under a point', () => {
    const scene = sceneOf();
    const y = topOf(scene, '99.98') + 1;
    expect(y).toBeGreaterThan(bandHeight);
    expect(scene.hit(100, y)).toMatchObject({ line: { price: '99.98' }, cell: 'BUY' });
    expect(scene.hit(10, y)).toMatchObject({ cell: 'own' });
    expect(scene.hit(100, topOf(scene, '100.01') + 1)).toMatchObject({ cell: 'SELL' });
    expect(scene.hit(100, height - 1)).toBeNull();
  });

  it('has both sides at every price in the fixed ladder', () => {
    const scene = sceneOf({ ...both, mode: 'ladder' });
    const y = topOf(scene, '99.99') + 1;
    expect([60, 150, 240, 280].map((x) => scene.hit(x, y)?.cell)).toEqual(['BUY', 'price', 'SELL', 'own']);
  });

  it('scrolls the fixed ladder at its edge, and comes back to the spread', () => {
    const scene = sceneOf({ ...both, mode: 'ladder' });
    const first = scene.placed[0]?.line ?? null;
    scene.moveTo(first);
    scene.step(-1);
    expect(scene.cursor?.key).toBe((first?.key ?? 0) + 1);
    expect(scene.placed[0]?.line).toBe(scene.cursorLine);
    scene.scroll(-500);
    scene.compose(width, height, row, gutter);
    expect(scene.hasLost).toBe(true);
    scene.recentre();
    scene.compose(width, height, row, gutter);
    expect(scene.hasLost).toBe(false);
  });

  it.each([
    [true, false],
    [false, true],
  ])('follows a spread that has left the fixed ladder: %s', (follows, hasLost) => {
    const scene = sceneOf({ ...both, mode: 'ladder' });
    scene.follows = follows;
    scene.bids = [['90.00', '1']];
    scene.asks = [['90.01', '1']];
    scene.compose(width, height, row, gutter);
    expect(scene.hasLost).toBe(hasLost);
  });

  it.each([
    ['the pointer is over it', (scene: LadderScene, has: boolean) => (scene.hasPointer = has)],
    ['the keyboard stands on one of its prices', (scene: LadderScene, has: boolean) => (scene.hasKeyboard = has)],
  ])('waits for that while %s', (_, hold) => {
    const scene = sceneOf({ ...both, mode: 'ladder' });
    scene.moveTo(scene.ladder.bids[0] ?? null);
    hold(scene, true);
    scene.bids = [['90.00', '1']];
    scene.asks = [['90.01', '1']];
    scene.compose(width, height, row, gutter);
    expect([scene.hasLost, scene.cursorLine?.price]).toEqual([true, '99.98']);
    hold(scene, false);
    scene.compose(width, height, row, gutter);
    expect(scene.hasLost).toBe(false);
  });

  it('keeps the middle of the fixed ladder when its height changes', () => {
    const scene = sceneOf({ ...both, mode: 'ladder' });
    const middleOf = (): number => scene.placed[Math.floor(scene.placed.length / 2)]?.line.key ?? 0;
    const before = middleOf();
    scene.compose(width, height - 4 * row, row, gutter);
    expect(middleOf()).toBe(before);
    scene.compose(width, height, row, gutter);
    expect(middleOf()).toBe(before);
  });

  it('tells where the last price came from', () => {
    const scene = sceneOf();
    scene.takeLast('100.00');
    expect(scene.lastTone).toBe('none');
    scene.takeLast('99.90');
    scene.takeLast('99.90');
    expect(scene.lastTone).toBe('down');
  });
});

describe('pointer and keys on the ladder', () => {
  let said: string[];
  let armed: boolean;
  const scene = sceneOf();
  const pointer = new LadderPointer({
    armed: () => armed,
    hit: (x, y) => scene.hit(x, y),
    pick: (line) => said.push(`pick ${line.price}`),
    place: (side, kind, line) => said.push(`${side} ${kind} ${line.price}`),
    cancel: (orders) => said.push(`cancel ${orders.map((order) => order.orderId)}`),
    amend: (orders, line) => said.push(`amend ${orders.map((order) => order.orderId)} to ${line.price}`),
    hover: () => undefined,
    target: () => undefined,
  });
  const act = (kind: CanvasPointer['kind'], x: number, price: string, button = 0, shift = false): void =>
    pointer.handle({ kind, x, y: topOf(scene, price) + 1, button, shift });
  beforeEach(() => {
    said = [];
    armed = true;
  });

  it('only take prices while not armed', () => {
    armed = false;
    act('press', 100, '99.98');
    act('press', 100, '100.01', 1);
    act('press', 10, '99.97');
    act('release', 10, '99.97');
    expect(said).toEqual(['pick 99.98', 'pick 99.97']);
  });

  it('place on the side that is clicked, post-only with Shift, at market with the middle button', () => {
    act('press', 100, '99.98');
    act('press', 100, '100.01', 0, true);
    act('press', 100, '100.01', 1);
    act('press', 100, '100.01', 2);
    expect(said).toEqual(['BUY LIMIT 99.98', 'SELL POST_ONLY 100.01', 'SELL MARKET 100.01']);
  });

  it('cancel own orders by a click and move them by a drag', () => {
    act('press', 10, '99.97');
    act('release', 10, '99.97');
    act('press', 10, '99.97');
    act('move', 10, '99.98');
    act('release', 100, '99.98');
    expect(said).toEqual(['cancel 7', 'amend 7 to 99.98']);
  });

  it('cancel by a click that holds still, whatever the book does under it', () => {
    const y = topOf(scene, '99.97') + 1;
    pointer.handle({ kind: 'press', x: 10, y, button: 0, shift: false });
    scene.bids = [['99.99', '1'], ...scene.bids];
    scene.compose(width, height, row, gutter);
    pointer.handle({ kind: 'release', x: 11, y: y + 1, button: 0, shift: false });
    scene.bids = scene.bids.slice(1);
    scene.compose(width, height, row, gutter);
    expect(said).toEqual(['cancel 7']);
  });

  it('do nothing when a drag is abandoned, leaves the ladder, or arms end during it', () => {
    act('press', 10, '99.97');
    pointer.abandon();
    act('release', 10, '99.98');
    act('press', 10, '99.97');
    pointer.handle({ kind: 'release', x: -50, y: -50, button: 0, shift: false });
    act('press', 10, '99.97');
    armed = false;
    act('release', 10, '99.98');
    expect(said).toEqual([]);
  });

  it('trade by keys at the cursor only while armed', () => {
    const press = (isArmed: boolean, ...keys: readonly string[]) =>
      keys.map((key) => keysOf(scene, said, isArmed).handle({ ...plain, key, shiftKey: key === 'S' }));
    scene.moveTo(scene.ladder.bids[1] ?? null);
    expect(press(false, 'b', 's', 'Delete')).toEqual([false, false, false]);
    press(true, 'Enter', 'b', 'S', 'Delete');
    keysOf(scene, said, true).handle({ ...plain, key: 'b', ctrlKey: true });
    expect(said).toEqual(['pick 99.97', 'BUY LIMIT 99.97', 'SELL POST_ONLY 99.97', 'cancel 1']);
  });
});

describe('the cursor of the ladder', () => {
  const deep = Array.from({ length: 9 }, (_, at) => [`99.9${8 - at}`, '1'] as const);
  let scene: LadderScene;
  let said: string[];
  const press = (...keys: readonly string[]): void => {
    for (const key of keys) keysOf(scene, said, false).handle({ ...plain, key });
  };
  const compose = (): void => scene.compose(width, height, row, gutter);
  beforeEach(() => {
    said = [];
    scene = sceneOf();
    scene.bids = deep;
    compose();
  });

  it('starts at the best prices and walks along the lines', () => {
    press('ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'Escape', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter');
    expect(said).toEqual(['pick 99.98', 'pick 99.97', 'pick 100.01', 'pick 100.02', 'pick 99.98']);
  });

  it('loses no key when several come within one frame', () => {
    const keys = keysOf(scene, said, false);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) keys.handle({ ...plain, key });
    expect(said).toEqual(['pick 99.96']);
  });

  it('keeps its price when nothing rests there any more, and shows it as an empty line', () => {
    press('ArrowDown', 'ArrowDown', 'ArrowDown');
    scene.bids = deep.filter(([price]) => price !== '99.96');
    compose();
    expect(scene.cursorLine).toMatchObject({ price: '99.96', side: 'BUY', qty: 0n, total: 200_000_000n });
    press('Enter', 'ArrowDown', 'Enter');
    expect(said).toEqual(['pick 99.96', 'pick 99.95']);
    compose();
    expect(scene.placed.some(({ line }) => line.price === '99.96')).toBe(false);
  });

  it('stays on the screen when better prices push its line out of it', () => {
    press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    const { price } = scene.cursorLine ?? { price: '' };
    scene.bids = [['100.00', '1'], ['99.99', '1'], ...deep];
    compose();
    expect(scene.placed.at(-1)?.line.price).toBe(price);
    expect(scene.placed).toHaveLength(2 + scene.geometry.rows);
    press('Enter');
    expect(said).toEqual([`pick ${price}`]);
  });

  it('goes to the other side with its price when the market has crossed it', () => {
    press('ArrowDown');
    scene.bids = deep.slice(3);
    scene.asks = [['99.97', '1'], ...scene.asks];
    compose();
    expect(scene.placed.map(({ line }) => line.price).slice(0, 5)).toEqual(['100.02', '100.01', '99.98', '99.97', '99.95']);
    expect(scene.cursorLine).toMatchObject({ price: '99.98', side: 'SELL' });
    press('Enter');
    expect(said).toEqual(['pick 99.98']);
  });

  it('keeps its price while the book is empty', () => {
    press('ArrowDown');
    scene.bids = [];
    scene.asks = [];
    compose();
    press('ArrowDown', 'Enter');
    expect(said).toEqual(['pick 99.98']);
  });

  it('keeps its price when the fixed ladder has followed the spread away, and comes back into sight with the next step', () => {
    scene = sceneOf({ ...both, mode: 'ladder' });
    press('ArrowDown');
    scene.bids = [['90.00', '1']];
    scene.asks = [['90.01', '1']];
    compose();
    expect(scene.cursorLine).toBeNull();
    press('Enter', 'ArrowUp', 'Enter');
    expect(said).toEqual(['pick 99.98', 'pick 99.99']);
    expect(scene.cursorLine).toMatchObject({ price: '99.99' });
  });

  it('sends nothing at a price that is out of sight', () => {
    scene = sceneOf({ ...both, mode: 'ladder' });
    scene.follows = false;
    press('ArrowDown');
    scene.scroll(500);
    compose();
    expect(keysOf(scene, said, true).handle({ ...plain, key: 'b' })).toBe(false);
    expect(said).toEqual([]);
  });

  it.each<[string, Partial<SceneSettings>, number, string]>([
    ['the totals beside a column of totals', {}, 400, 'total'],
    ['the sizes beside a column of totals, when told so', { bars: 'size' }, 400, 'qty'],
    ['the sizes where there is no room for another column', {}, 150, 'qty'],
    ['the sizes in the ladder of fixed prices, which has no other column', { mode: 'ladder' }, 400, 'qty'],
  ])('has bars of what its columns say: %s', (_, change, width, bars) => {
    const scene = new LadderScene('0.01', { ...both, ...change });
    scene.bids = [
      ['100.00', '1'],
      ['99.99', '4'],
      ['99.98', '2'],
    ];
    scene.asks = [
      ['100.01', '2'],
      ['100.02', '3'],
    ];
    scene.compose(width, 400, 20, 0);
    expect(scene.bars).toBe(bars);
    const longest = scene.ladder.bids.find(({ weight }) => weight === 1);
    expect(longest?.price).toBe(bars === 'qty' ? '99.99' : '99.98');
  });
});
