import { observable, runInAction } from 'mobx';
import type { Api } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { UiTimers } from '../../core/ui/index.ts';

/** Rows that come into sight together are asked for together. */
const gatherMs = 80;
const freshMs = 5 * 60_000;
/** As many as the route takes in one call (`schemas/wire/market.ts`). */
const mostPerCall = 100;

/** Price lines of the markets in sight, asked for in batches and kept for five minutes. */
export class SparklineStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #timers: Pick<UiTimers, 'after' | 'nowMs'>;
  readonly #closes = observable.map<InstrumentId, readonly string[]>(undefined, { deep: false });
  readonly #askedMs = new Map<InstrumentId, number>();
  #wanted = new Set<InstrumentId>();
  #cancel: (() => void) | null = null;

  constructor(api: Pick<Api, 'call'>, timers: Pick<UiTimers, 'after' | 'nowMs'>) {
    this.#api = api;
    this.#timers = timers;
  }

  /** Observable: closes of 24 hours, oldest first; null before they are here. */
  closes(id: InstrumentId): readonly string[] | null {
    return this.#closes.get(id) ?? null;
  }

  /** Says that a market is in sight. */
  want(id: InstrumentId): void {
    if (this.#timers.nowMs() - (this.#askedMs.get(id) ?? Number.NEGATIVE_INFINITY) < freshMs) return;
    this.#wanted.add(id);
    this.#askSoon();
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#wanted.clear();
  }

  async #ask(): Promise<void> {
    const ids = [...this.#wanted].slice(0, mostPerCall);
    for (const id of ids) this.#wanted.delete(id);
    for (const id of ids) this.#askedMs.set(id, this.#timers.nowMs());
    if (this.#wanted.size > 0) this.#askSoon();
    const reply = await this.#api.call('sparklines', { query: { ids: ids.join(',') } });
    if (!reply.ok) {
      for (const id of ids) this.#askedMs.delete(id);
      return;
    }
    runInAction(() => {
      for (const { id, closes } of reply.value) this.#closes.set(id, closes);
    });
  }

  #askSoon(): void {
    this.#cancel ??= this.#timers.after(gatherMs, () => {
      this.#cancel = null;
      void this.#ask();
    });
  }
}
