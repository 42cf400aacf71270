/** Reads of one person that run at a time: as many as a browser sends over its connections to one host. */
const mostAtOnce = 6;

interface Turn {
  running: number;
  readonly waiting: (() => void)[];
}

/** Whoever asks much at once waits for himself: his reads run a few at a time, in their order, so that nobody else waits behind them all. */
export class ReadTurns {
  readonly #turns = new Map<string, Turn>();

  async run<T>(person: string, read: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(person) ?? { running: 0, waiting: [] };
    this.#turns.set(person, turn);
    if (turn.running < mostAtOnce) turn.running++;
    else await new Promise<void>((resolve) => turn.waiting.push(resolve));
    try {
      return await read();
    } finally {
      const next = turn.waiting.shift();
      if (next !== undefined) next();
      else if (--turn.running === 0) this.#turns.delete(person);
    }
  }
}
