/** Open orders of each account in one instrument: those that wait for a trigger, and all others. One flat array, for every order asks. */
export class OpenCounts {
  private counts = new Int32Array(64);

  resting(account: number): number {
    return this.counts[account * 2] ?? 0;
  }

  waiting(account: number): number {
    return this.counts[account * 2 + 1] ?? 0;
  }

  add(account: number, waits: boolean): void {
    const at = account * 2 + (waits ? 1 : 0);
    if (at >= this.counts.length) this.grow(at);
    this.counts[at] = (this.counts[at] as number) + 1;
  }

  /** Takes off what was added. */
  remove(account: number, waits: boolean): void {
    const at = account * 2 + (waits ? 1 : 0);
    this.counts[at] = (this.counts[at] as number) - 1;
  }

  private grow(at: number): void {
    const counts = new Int32Array(Math.max(this.counts.length * 2, at + 1));
    counts.set(this.counts);
    this.counts = counts;
  }
}
