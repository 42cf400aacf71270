import type { OrderRefusalRecord } from '../../store/records.ts';

const windowMs = 60_000;
/** Refusals of one account and reason that are kept singly within a minute; what is more is counted on the last of them. */
export const mostSingly = 10;

interface Window {
  readonly startMs: number;
  kept: number;
  /** The last that is kept, with what was joined to it. */
  last: OrderRefusalRecord;
}

/** Bounds how many refusals are kept: who is refused a thousand times a second is told so once, with the number. */
export class RefusalPace {
  readonly #windows = new Map<string, Window>();
  #sweptMs = 0;
  /** By refusal: those whose number the store does not know yet. */
  readonly #joined = new Map<string, OrderRefusalRecord>();

  /** False: it was counted on an earlier one. */
  take(refusal: OrderRefusalRecord): boolean {
    const { timeMs } = refusal;
    // An amendment is told in the life of its order, a placing in the list of orders.
    const key = `${refusal.apiId} ${refusal.code} ${refusal.by} ${refusal.orderId === refusal.refusalId}`;
    const window = this.#windows.get(key);
    if (window === undefined || timeMs - window.startMs >= windowMs) {
      this.#forgetOver(timeMs);
      this.#windows.set(key, { startMs: timeMs, kept: 1, last: refusal });
      return true;
    }
    if (window.kept < mostSingly) {
      window.kept++;
      window.last = refusal;
      return true;
    }
    window.last = { ...window.last, repeats: window.last.repeats + 1 };
    this.#joined.set(window.last.refusalId, window.last);
    return false;
  }

  /** Some were joined and are not written. */
  get isHolding(): boolean {
    return this.#joined.size > 0;
  }

  /** Refusals that more were joined to since they were written. */
  joined(): readonly OrderRefusalRecord[] {
    return [...this.#joined.values()];
  }

  written(joined: readonly OrderRefusalRecord[]): void {
    for (const refusal of joined) if (this.#joined.get(refusal.refusalId) === refusal) this.#joined.delete(refusal.refusalId);
  }

  #forgetOver(nowMs: number): void {
    if (nowMs - this.#sweptMs < windowMs) return;
    this.#sweptMs = nowMs;
    for (const [key, { startMs }] of this.#windows) if (nowMs - startMs >= windowMs) this.#windows.delete(key);
  }
}
