/** A start that takes longer has something to say that nobody should wait for. */
const longestMs = 30_000;

/**
 * What the log says at a terminal while the product starts: warnings wait until it has said what to open, so that this is not under them.
 * From the first error on, or after half a minute, nothing waits.
 */
export class StartLines {
  readonly #write: (line: string) => void;
  readonly #endWait: () => void;
  #waiting: string[] | null = [];

  constructor(write: (line: string) => void, after: (ms: number, task: () => void) => () => void) {
    this.#write = write;
    this.#endWait = after(longestMs, () => this.release());
  }

  /** A line as the log writes it. */
  take(line: string): void {
    const { level } = JSON.parse(line) as { readonly level: number };
    if (level >= 50) this.release();
    if (this.#waiting === null) this.#write(line);
    else this.#waiting.push(line);
  }

  release(): void {
    this.#endWait();
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const line of waiting) this.#write(line);
  }
}
