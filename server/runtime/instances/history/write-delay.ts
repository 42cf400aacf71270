import type { WriteRounds } from './write-rounds.ts';

/** Remembers that something waits to be written, and says when it has waited long enough. */
export class WriteDelay {
  readonly #rounds: WriteRounds;
  readonly #onDue: () => void;
  #stop: (() => void) | null = null;
  #isDue = false;

  constructor(rounds: WriteRounds, onDue: () => void) {
    this.#rounds = rounds;
    this.#onDue = onDue;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  get isWaiting(): boolean {
    return this.#isDue || this.#stop !== null;
  }

  begin(): void {
    if (this.isWaiting) return;
    this.#stop = this.#rounds.join(() => {
      this.#stop = null;
      this.#isDue = true;
      this.#onDue();
    });
  }

  /** It is being written. */
  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#isDue = false;
  }
}
