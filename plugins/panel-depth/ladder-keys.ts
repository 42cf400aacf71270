import type { Order } from '../../core/contract/client-services.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { ClickKind } from '../../core/domain/orders/order-safety.ts';
import type { LadderLine } from './ladder-model.ts';
import type { LadderScene } from './ladder-scene.ts';

interface LadderKeyParts {
  readonly scene: LadderScene;
  readonly armed: boolean;
  readonly pick: (line: LadderLine) => void;
  readonly place: (side: OrderSide, kind: ClickKind, line: LadderLine) => void;
  readonly cancel: (orders: readonly Order[]) => void;
}

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Keys of the ladder: arrows move, Enter takes the price, Space goes back to the spread; armed, B buys, S sells and Delete cancels. */
export class LadderKeys {
  readonly #parts: LadderKeyParts;

  constructor(parts: LadderKeyParts) {
    this.#parts = parts;
  }

  /** True when the key meant something here. */
  handle(pressed: PressedKey): boolean {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return false;
    const { scene, pick } = this.#parts;
    switch (pressed.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        scene.step(pressed.key === 'ArrowDown' ? 1 : -1);
        return true;
      case 'Enter': {
        const line = scene.cursorLine ?? scene.cursor;
        if (line !== null) pick(line);
        return true;
      }
      case 'Escape':
        scene.moveTo(null);
        return true;
      case ' ':
        scene.recentre();
        scene.moveTo(null);
        return true;
      default:
        return this.#parts.armed && this.#trade(pressed, scene.cursorLine);
    }
  }

  /** Only at a line that is in sight. */
  #trade({ key, shiftKey }: PressedKey, line: LadderLine | null): boolean {
    if (line === null) return false;
    const side = { b: 'BUY', s: 'SELL' } as const;
    const found = side[key.toLowerCase() as 'b' | 's'];
    if (found !== undefined) this.#parts.place(found, shiftKey ? 'POST_ONLY' : 'LIMIT', line);
    else if (key === 'Delete' && line.own !== null) this.#parts.cancel(line.own.orders);
    else return false;
    return true;
  }
}
