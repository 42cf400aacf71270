interface Entry {
  readonly runId: string;
  readonly userId: string;
}

/** Who may run when: so many at once, one of each user, in order of arrival. */
export class RunQueue {
  readonly #lanes: number;
  readonly #waiting: Entry[] = [];
  readonly #running = new Map<string, Entry>();

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  add(runId: string, userId: string): void {
    this.#waiting.push({ runId, userId });
  }

  /** Takes the next that may run; null when nobody may. */
  next(): string | null {
    if (this.#running.size >= this.#lanes) return null;
    const busy = new Set([...this.#running.values()].map(({ userId }) => userId));
    const at = this.#waiting.findIndex(({ userId }) => !busy.has(userId));
    const [entry] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (entry === undefined) return null;
    this.#running.set(entry.runId, entry);
    return entry.runId;
  }

  /** Takes a run out, whether it waits or runs. */
  remove(runId: string): void {
    this.#running.delete(runId);
    const at = this.#waiting.findIndex((entry) => entry.runId === runId);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** From 1; null for a run that does not wait. */
  position(runId: string): number | null {
    const at = this.#waiting.findIndex((entry) => entry.runId === runId);
    return at < 0 ? null : at + 1;
  }

  /** Runs of a user that wait or run. */
  countOf(userId: string): number {
    return [...this.#waiting, ...this.#running.values()].filter((entry) => entry.userId === userId).length;
  }
}
