import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { BalanceChange } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Services } from './requires.ts';

interface Timers {
  after(delayMs: number, task: () => void): () => void;
}

/** Trading changes balances many times a second; what it brought is asked for this long after the first. */
const gatherMs = 1_000;

/** What has changed balances since the start of the day, and what things were worth then, as the server knows it. */
export class DayStore {
  private changes: readonly BalanceChange[] | null = null;
  private readonly api: Services['api'];
  private readonly timers: Timers;
  private readonly prices = observable.map<InstrumentId, string | null>();
  private readonly asked = new Set<InstrumentId>();
  private apiIds: readonly number[] = [];
  private startMs = 0;
  private round = 0;
  private cancel: (() => void) | null = null;

  constructor(api: Services['api'], timers: Timers) {
    this.api = api;
    this.timers = timers;
    makeAutoObservable<this, 'changes' | 'api' | 'timers' | 'prices' | 'asked' | 'apiIds' | 'startMs' | 'round' | 'cancel' | 'priceThen'>(
      this,
      {
        changes: observableRef,
        ...{ api: false, timers: false, prices: false, asked: false, apiIds: false, startMs: false, round: false, cancel: false },
        ...{ priceThen: false, changesOf: false },
      },
      { autoBind: true },
    );
  }

  /** Observable: of these accounts; null until it is known of all of them. */
  changesOf(apiIds: readonly number[]): readonly BalanceChange[] | null {
    if (this.changes === null || !apiIds.every((apiId) => this.apiIds.includes(apiId))) return null;
    return this.changes.filter(({ apiId }) => apiIds.includes(apiId));
  }

  /** Of these accounts since this time. What was known of others, or of another day, is forgotten at once. */
  load(apiIds: readonly number[], startMs: number): void {
    if (startMs !== this.startMs || apiIds.join() !== this.apiIds.join()) this.changes = null;
    if (startMs !== this.startMs) {
      this.asked.clear();
      this.prices.clear();
    }
    this.apiIds = apiIds;
    this.startMs = startMs;
    void this.ask();
  }

  /** After trading. */
  loadSoon(): void {
    this.cancel ??= this.timers.after(gatherMs, () => void this.ask());
  }

  /** Takes no more answers. */
  dispose(): void {
    this.round = Number.POSITIVE_INFINITY;
    this.cancel?.();
  }

  /** Observable: the last price before the day began; null while it is not known. Asks for it when it is first wanted. */
  priceThen = (market: InstrumentId): string | null => {
    if (!this.asked.has(market)) {
      this.asked.add(market);
      void this.askPrice(market, this.startMs);
    }
    return this.prices.get(market) ?? null;
  };

  private async ask(): Promise<void> {
    this.cancel?.();
    this.cancel = null;
    const round = ++this.round;
    if (this.apiIds.length === 0) return;
    const reply = await this.api.call('balanceChanges', { query: { apiIds: this.apiIds, from: this.startMs } });
    if (round !== this.round || !reply.ok) return;
    runInAction(() => {
      this.changes = reply.value;
    });
  }

  private async askPrice(market: InstrumentId, before: number): Promise<void> {
    const reply = await this.api.call('klinesHistory', { query: { instrumentId: market, interval: '15m', before, limit: 1 } });
    if (before !== this.startMs) return;
    if (!reply.ok) this.asked.delete(market);
    else runInAction(() => this.prices.set(market, reply.value.at(-1)?.[4] ?? null));
  }
}
