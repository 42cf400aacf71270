import { describe, expect, it } from 'vitest';
import type { Order } from '../../core/contract/client-services.ts';
import { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { LadderKeys } from './ladder-keys.ts';
import { LadderPointer } from './ladder-pointer.ts';
import { LadderScene } from './ladder-scene.ts';

const [width, height, row] = [300, 542, 20];
const tick = 0.1;
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

/** A ladder of fixed prices in a market that wanders, with what its user is told to have done. */
class Desk {
  readonly scene = new LadderScene('0.1', { mode: 'ladder', measure: 'total', bars: 'measure', factor: 5, decimals: 1 });
  readonly said: string[] = [];
  armed = false;
  readonly #random: SeededRandom;
  readonly #pointer: LadderPointer;
  #middle = 60_000;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    const { scene, said } = this;
    this.#pointer = new LadderPointer({
      armed: () => this.armed,
      hit: (x, y) => scene.hit(x, y),
      pick: (line) => said.push(`pick ${line.price}`),
      place: (side, kind, line) => said.push(`${side} ${kind} ${line.price}`),
      cancel: (orders) => said.push(`cancel ${orders.length}`),
      amend: (orders, line) => said.push(`amend ${orders.length} to ${line.price}`),
      hover: () => undefined,
      target: () => undefined,
    });
    this.trade();
  }

  /** The book after the next trade: mostly a step, now and then a jump over more than the ladder shows. */
  trade(): void {
    const random = this.#random;
    const jumps = random.next() < 0.002;
    this.#middle = Math.max(1_000, this.#middle + (jumps ? random.integer(-30, 30) : (random.next() - 0.5) * 0.8));
    const side = (sign: 1 | -1): (readonly [string, string])[] =>
      Array.from({ length: 30 }, (_, n) => [
        ((Math.round(this.#middle / tick) + sign * (1 + n * 2)) * tick).toFixed(1),
        `${random.integer(1, 999) / 100}`,
      ]);
    [this.scene.bids, this.scene.asks] = [side(-1), side(1)];
    this.frame();
  }

  frame(): void {
    this.scene.follows = !this.armed;
    this.scene.compose(width, height, row, this.armed ? 52 : 0);
  }

  press(key: string, shiftKey = false): boolean {
    const { scene, armed, said } = this;
    return new LadderKeys({
      scene,
      armed,
      pick: (line) => said.push(`pick ${line.price}`),
      place: (side, kind, line) => said.push(`${side} ${kind} ${line.price}`),
      cancel: (orders) => said.push(`cancel ${orders.length}`),
    }).handle({ ...plain, key, shiftKey });
  }

  point(kind: 'move' | 'press' | 'release' | 'leave', x: number, y: number): void {
    if (kind === 'press') this.scene.hasKeyboard = true;
    this.scene.hasPointer = kind !== 'leave';
    this.#pointer.handle({ kind, x, y, button: 0, shift: false });
    this.frame();
  }

  priceAt(y: number): string | null {
    return this.scene.hit(width / 2, y)?.line.price ?? null;
  }
}

const seconds = 3_600;

describe('the ladder after an hour in a market that wanders', () => {
  it.each([
    1, 2, 3,
  ])('has not moved a price under a pointer that holds still, and has gone back to the spread without one (seed %i)', (seed) => {
    const desk = new Desk(seed);
    const random = new SeededRandom(seed + 100);
    let [lost, returned] = [0, 0];
    for (let round = 0; round < seconds / 30; round++) {
      const y = random.integer(0, desk.scene.geometry.rows * row - 1);
      desk.point('move', width / 2, y);
      const under = desk.priceAt(y);
      for (let second = 0; second < 25; second++) {
        desk.trade();
        if (desk.priceAt(y) !== under) expect(desk.priceAt(y), `round ${round}, second ${second}`).toBe(under);
      }
      if (desk.scene.hasLost) lost += 1;
      desk.point('leave', -1, -1);
      for (let second = 0; second < 5; second++) desk.trade();
      if (!desk.scene.hasLost) returned += 1;
    }
    expect(lost).toBeGreaterThan(0);
    expect(returned).toBe(seconds / 30);
  });

  it.each([1, 2, 3])('answers every shortcut as in the first minute, whatever was done with it (seed %i)', (seed) => {
    const desk = new Desk(seed);
    const random = new SeededRandom(seed + 200);
    const { scene, said } = desk;
    const shortcutsAnswer = (): void => {
      const { armed } = desk;
      desk.armed = true;
      desk.press(' ');
      desk.frame();
      expect(desk.press('ArrowDown')).toBe(true);
      const [bid, before] = [scene.cursorLine, said.length];
      expect(bid?.side).toBe('BUY');
      scene.orders = [{ orderId: '7', side: 'BUY', price: bid?.price, qty: '1', filledQty: '0', preventedQty: '0' } as Order];
      desk.frame();
      for (const [key, shift] of [['b'], ['S', true], ['Enter'], ['Delete']] as const) expect(desk.press(key, shift)).toBe(true);
      const at = bid?.price;
      expect(said.slice(before)).toEqual([`BUY LIMIT ${at}`, `SELL POST_ONLY ${at}`, `pick ${at}`, 'cancel 1']);
      expect(desk.press('Escape')).toBe(true);
      scene.orders = [];
      desk.armed = armed;
    };
    const y = (): number => random.integer(0, height - 1);
    const acts: readonly (() => void)[] = [
      () => desk.point('move', random.integer(0, width), y()),
      () => desk.point('press', random.integer(0, width), y()),
      () => desk.point('release', random.integer(0, width), y()),
      () => desk.point('leave', -1, -1),
      () => scene.scroll(random.integer(-40, 40)),
      () => {
        desk.armed = !desk.armed;
      },
      () => {
        scene.hasKeyboard = !scene.hasKeyboard;
      },
      ...['ArrowDown', 'ArrowUp', 'Enter', 'Escape', ' ', 'b', 's', 'Delete'].map((key) => () => void desk.press(key, random.next() < 0.5)),
    ];
    for (let second = 0; second < seconds; second++) {
      desk.trade();
      acts[random.integer(0, acts.length - 1)]?.();
      const stepped = desk.press(random.next() < 0.5 ? 'ArrowDown' : 'ArrowUp');
      // A step always ends on a price in sight: there B, S and Delete answer.
      if (!stepped || scene.cursorLine === null) expect([second, stepped, scene.cursor?.price]).toEqual([second, true, 'in sight']);
      if (second % 600 === 0) shortcutsAnswer();
    }
    shortcutsAnswer();
  });
});
