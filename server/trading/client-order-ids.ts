/** Client order ids for orders that came without one: unique over restarts, because the prefix is the time of the start. */
export class ClientOrderIds {
  readonly #prefix: string;
  #count = 0;

  constructor(startMs: number) {
    this.#prefix = `t${startMs.toString(36)}-`;
  }

  next(): string {
    return this.#prefix + (++this.#count).toString(36);
  }
}
