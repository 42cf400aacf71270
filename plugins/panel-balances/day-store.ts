import { observable, runInAction } from 'mobx';
import type { BalanceChange } from '../../core/contract/client-services.ts';
import { askUntilAnswered, type Delays } from './ask-until-answered.ts';
import type { PriceBefore } from './day-profit.ts';
import type { Services } from './requires.ts';

/** Trading changes balances many times a second; what it brought is asked for this long after the first. */
const gatherMs = 1_000;
/** And no sooner than this long after the last answer: the server adds up a day for it. */
const restMs = 5_000;

/** What has changed balances since the start of the day, and what things were worth then, as the server knows it. */
export class DayStore {
  readonly #api: Services['api'];
  readonly #timers: Delays;
  /** Null until they are known. */
  readonly #changes = observable.box<readonly BalanceChange[] | null>(null, { deep: false });
  /** By market and time. */
  readonly #prices = observable.map<string, string | null>();
  readonly #stopsOfPrices = new Map<string, () => void>();
  #apiIds: readonly number[] = [];
  #startMs = 0;
  /** Changes are about to be asked for, are asked for, or were a moment ago. */
  #isBusy = false;
  /** There was trading meanwhile. */
  #hasNews = false;
  #stop = (): void => undefined;

  constructor(api: Services['api'], timers: Delays) {
    this.#api = api;
    this.#timers = timers;
  }

  /** Observable: of these accounts; null until it is known of all of them. */
  changesOf(apiIds: readonly number[]): readonly BalanceChange[] | null {
    const changes = this.#changes.get();
    if (changes === null || !apiIds.every((apiId) => this.#apiIds.includes(apiId))) return null;
    return changes.filter(({ apiId }) => apiIds.includes(apiId));
  }

  /** Of these accounts since this time. What was known of others, or of another day, is forgotten at once. */
  load(apiIds: readonly number[], startMs: number): void {
    const isOtherDay = startMs !== this.#startMs;
    const isOther = isOtherDay || apiIds.join() !== this.#apiIds.join();
    this.#apiIds = apiIds;
    this.#startMs = startMs;
    if (isOther) runInAction(() => this.#changes.set(null));
    if (isOtherDay) this.#forgetPrices();
    this.#ask();
  }

  /** After trading. */
  loadSoon(): void {
    if (this.#isBusy) this.#hasNews = true;
    else this.#wait(gatherMs, () => this.#ask());
  }

  /** Asks for nothing more, and takes no more answers. */
  dispose(): void {
    this.#stop();
    this.#forgetPrices();
  }

  /** In ms since the epoch. */
  get startMs(): number {
    return this.#startMs;
  }

  /** Observable: the last price before a time in ms; null when there was none, `undefined` before it is known. Asks for it when it is first wanted. */
  readonly priceBefore: PriceBefore = (market, timeMs) => {
    const key = `${market}@${timeMs}`;
    if (!this.#stopsOfPrices.has(key)) {
      const query = { instrumentId: market, interval: '15m', before: timeMs, limit: 1 } as const;
      const stop = askUntilAnswered(
        this.#timers,
        () => this.#api.call('klinesHistory', { query }),
        (candles) => runInAction(() => this.#prices.set(key, candles.at(-1)?.[4] ?? null)),
      );
      this.#stopsOfPrices.set(key, stop);
    }
    return this.#prices.get(key);
  };

  #ask(): void {
    this.#stop();
    this.#isBusy = this.#apiIds.length > 0;
    this.#hasNews = false;
    if (!this.#isBusy) return;
    const query = { apiIds: this.#apiIds, from: this.#startMs };
    this.#stop = askUntilAnswered(
      this.#timers,
      () => this.#api.call('balanceChanges', { query }),
      (changes) => {
        runInAction(() => this.#changes.set(changes));
        this.#wait(restMs, () => {
          this.#isBusy = false;
          if (this.#hasNews) this.#ask();
        });
      },
    );
  }

  #wait(delayMs: number, task: () => void): void {
    this.#isBusy = true;
    this.#stop = this.#timers.after(delayMs, task);
  }

  #forgetPrices(): void {
    for (const stop of this.#stopsOfPrices.values()) stop();
    this.#stopsOfPrices.clear();
    runInAction(() => this.#prices.clear());
  }
}
