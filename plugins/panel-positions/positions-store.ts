import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Position } from '../../core/contract/client-services.ts';
import { Gathered, type Waiting } from './gathered.ts';
import type { Services } from './requires.ts';

/** Positions as the server last told them; the live price is put over them where they are shown. */
export class PositionsStore {
  positions: readonly Position[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  private readonly api: Services['api'];
  private readonly soon: Gathered;
  /** Accounts that were asked for last. */
  private apiIds: readonly number[] = [];
  private round = 0;
  /** Answers to earlier rounds are not taken. */
  private earliest = 0;

  constructor(api: Services['api'], timers: Waiting) {
    this.api = api;
    this.soon = new Gathered(timers, () => void this.ask());
    makeAutoObservable<this, 'api' | 'soon' | 'apiIds' | 'round' | 'earliest'>(
      this,
      { positions: observableRef, api: false, soon: false, apiIds: false, round: false, earliest: false },
      { autoBind: true },
    );
  }

  load(apiIds: readonly number[]): Promise<void> {
    this.soon.stop();
    this.apiIds = apiIds;
    this.earliest = this.round + 1;
    return this.ask();
  }

  private async ask(): Promise<void> {
    const round = ++this.round;
    const outcome = await this.api.call('positions', { query: this.apiIds.length === 0 ? {} : { apiIds: this.apiIds } });
    if (round < this.earliest) return;
    this.earliest = round;
    runInAction(() => {
      if (outcome.ok) this.positions = outcome.value;
      this.state = outcome.ok ? 'ready' : 'failed';
    });
  }

  /** After trading. */
  loadSoon(): void {
    this.soon.want();
  }

  /** Takes no more answers. */
  dispose(): void {
    this.earliest = Number.POSITIVE_INFINITY;
    this.soon.stop();
  }
}
