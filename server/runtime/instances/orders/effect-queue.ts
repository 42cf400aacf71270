import type { WorldEffect } from '../../driver/effect.ts';

export interface QueuedEffect {
  readonly step: number;
  readonly ordinal: number;
  readonly effect: WorldEffect;
  /** It may have been done before a restart. */
  readonly isRepeat: boolean;
}

/**
 * An instance's saved effects on their way into the world, in order. Neighbours of one type go together; what follows waits for
 * them, so that a cancel frees its funds before the next order needs them.
 */
export class EffectQueue {
  readonly #perform: (effect: QueuedEffect) => Promise<void>;
  readonly #onIdle: () => void;
  #waiting: QueuedEffect[] = [];
  #done: QueuedEffect[] = [];
  #running = false;

  /** `perform` must not reject. */
  constructor(perform: (effect: QueuedEffect) => Promise<void>, onIdle: () => void) {
    this.#perform = perform;
    this.#onIdle = onIdle;
  }

  push(effects: readonly QueuedEffect[]): void {
    this.#waiting.push(...effects);
    if (!this.#running && this.#waiting.length > 0) void this.#run();
  }

  get isEmpty(): boolean {
    return !this.#running && this.#waiting.length === 0;
  }

  /** Those done since it was asked last, to be struck off with the next step. */
  takeDone(): readonly QueuedEffect[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const type = this.#waiting[0]?.effect.type;
      const end = this.#waiting.findIndex(({ effect }) => effect.type !== type);
      const group = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
      await Promise.all(group.map((effect) => this.#perform(effect)));
      this.#done.push(...group);
    }
    this.#running = false;
    this.#onIdle();
  }
}
