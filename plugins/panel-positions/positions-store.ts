import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PositionView } from '../../schemas/wire/position.ts';
import { afterSettling, type Waiting } from './after-settling.ts';
import type { Services } from './requires.ts';

/** Positions as the server last told them; the live price is put over them where they are shown. */
export class PositionsStore {
  positions: readonly PositionView[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  private readonly api: Services['api'];
  private readonly timers: Waiting;
  private stop: () => void = () => undefined;
  private round = 0;

  constructor(api: Services['api'], timers: Waiting) {
    this.api = api;
    this.timers = timers;
    makeAutoObservable<this, 'api' | 'timers' | 'stop' | 'round'>(
      this,
      { positions: observableRef, api: false, timers: false, stop: false, round: false },
      { autoBind: true },
    );
  }

  load(apiIds: readonly number[]): Promise<void> {
    this.stop();
    return this.ask(apiIds);
  }

  private async ask(apiIds: readonly number[]): Promise<void> {
    const round = ++this.round;
    const outcome = await this.api.call('positions', { query: apiIds.length === 0 ? {} : { api_ids: apiIds.join() } });
    if (round !== this.round) return;
    runInAction(() => {
      if (outcome.ok) this.positions = outcome.value;
      this.state = outcome.ok ? 'ready' : 'failed';
    });
  }

  /** After trading: many fills of a moment make one question. */
  loadSoon(apiIds: readonly number[]): void {
    this.stop();
    this.stop = afterSettling(this.timers, () => void this.ask(apiIds));
  }

  /** Takes no more answers. */
  dispose(): void {
    this.round++;
    this.stop();
  }
}
