/**
 * The server's clock as its answers tell it. Each answer was given at some moment between question and arrival; what all of them agree on
 * remains, and one that disagrees shows that a clock was set or slept. This machine's own clock of the day plays no part.
 */
export class ServerTime {
  readonly #elapsedMs: () => number;
  /** The server's time less the elapsed one lies between the two. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  /** `elapsedMs` of this machine, never stepped. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  elapsedMs(): number {
    return this.#elapsedMs();
  }

  /** An answer that bears `serverMs`, to a question of `sentMs` by {@link elapsedMs}. */
  heard(serverMs: number, sentMs: number): void {
    const least = serverMs - this.#elapsedMs();
    // A clock that is read in whole milliseconds may be one further.
    const most = serverMs + 1 - sentMs;
    const agrees = least <= this.#most && most >= this.#least;
    this.#least = agrees ? Math.max(this.#least, least) : least;
    this.#most = agrees ? Math.min(this.#most, most) : most;
  }

  /** What the server's clock showed at least at a moment of {@link elapsedMs}; null before its first answer. */
  at(elapsedMs: number): number | null {
    return this.in(elapsedMs - this.#elapsedMs());
  }

  /** What the server's clock will at least show in `ms`; null before its first answer. */
  in(ms: number): number | null {
    return this.#least === Number.NEGATIVE_INFINITY ? null : Math.floor(this.#elapsedMs() + this.#least + ms);
  }
}
