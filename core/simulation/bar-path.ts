/** Prices of a bar in ticks of the market's grid. */
export interface BarTicks {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const legs = 3;

/**
 * The way of the price through a bar of which only four prices are known: open, nearer extreme, other extreme, close. Each of the
 * three legs takes a third of the bar's time, and on a leg the price moves evenly. One object goes through bar after bar.
 */
export class BarPath {
  /** Price and time of the open, of both extremes and of the close. */
  readonly #ticks = [0, 0, 0, 0];
  readonly #timesMs = [0, 0, 0, 0];
  /** Of the present point; 3 at the close. */
  #leg = legs;
  #nowTicks = 0;
  #nowMs = 0;
  #nextLeg = legs;
  #nextTicks = 0;
  #nextMs = 0;

  /** Stands at the open. */
  start({ open, high, low, close }: BarTicks, openMs: number, lengthMs: number): void {
    const [down, up] = [open - low, high - open];
    const isLowFirst = down < up || (down === up && close >= open);
    const [ticks, timesMs] = [this.#ticks, this.#timesMs];
    ticks[0] = open;
    ticks[1] = isLowFirst ? low : high;
    ticks[2] = isLowFirst ? high : low;
    ticks[3] = close;
    for (let turn = 0; turn < legs; turn++) timesMs[turn] = openMs + Math.floor((turn * lengthMs) / legs);
    timesMs[legs] = openMs + lengthMs - 1;
    this.#leg = 0;
    this.#nowTicks = open;
    this.#nowMs = openMs;
  }

  /** False before the first bar and from a bar's close on. */
  get isRunning(): boolean {
    return this.#leg < legs;
  }

  get ticks(): number {
    return this.#nowTicks;
  }

  get timeMs(): number {
    return this.#nowMs;
  }

  /**
   * Time of the next point of interest: the first at which the price is at or below `down`, or at or above `up`; else the close, or
   * the next turn where turns matter. {@link step} goes there.
   */
  next(down: number, up: number, turnsMatter: boolean): number {
    for (let leg = this.#leg; leg < legs; leg++) {
      const from = leg === this.#leg ? this.#nowTicks : (this.#ticks[leg] as number);
      const to = this.#ticks[leg + 1] as number;
      if (from <= down || from >= up) return this.#aim(leg, from);
      if (to <= down) return this.#aim(leg, down);
      if (to >= up) return this.#aim(leg, up);
      if (turnsMatter) return this.#aim(leg + 1, to);
    }
    return this.#aim(legs, this.#ticks[legs] as number);
  }

  step(): void {
    this.#leg = this.#nextLeg;
    this.#nowTicks = this.#nextTicks;
    this.#nowMs = this.#nextMs;
  }

  /** Goes where the price is at a time before the next point of interest. */
  moveTo(timeMs: number): void {
    if (timeMs <= this.#nowMs || !this.isRunning) return;
    let leg = this.#leg;
    while (leg < legs - 1 && (this.#timesMs[leg + 1] as number) <= timeMs) leg++;
    const [from, to] = [this.#ticks[leg] as number, this.#ticks[leg + 1] as number];
    const [fromMs, toMs] = [this.#timesMs[leg] as number, this.#timesMs[leg + 1] as number];
    const ticks = from + Math.trunc(((to - from) * Math.min(timeMs - fromMs, toMs - fromMs)) / (toMs - fromMs));
    // Where a point of interest was reached in the middle of a millisecond, the price has not gone back since.
    const isBack = leg === this.#leg && (to > from ? ticks < this.#nowTicks : ticks > this.#nowTicks);
    this.#leg = leg;
    this.#nowMs = timeMs;
    if (!isBack) this.#nowTicks = ticks;
  }

  #aim(leg: number, ticks: number): number {
    this.#nextLeg = leg;
    this.#nextTicks = ticks;
    this.#nextMs = Math.max(this.#nowMs, this.#timeOf(leg, ticks));
    return this.#nextMs;
  }

  #timeOf(leg: number, ticks: number): number {
    const fromMs = this.#timesMs[leg] as number;
    const from = this.#ticks[leg] as number;
    if (leg === legs || ticks === from) return fromMs;
    const share = (ticks - from) / ((this.#ticks[leg + 1] as number) - from);
    return fromMs + Math.floor(((this.#timesMs[leg + 1] as number) - fromMs) * share);
  }
}
