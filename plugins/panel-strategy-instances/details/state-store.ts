import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { InstanceState } from '../../../core/contract/strategies.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Services } from '../requires.ts';

interface Repeating {
  every(everyMs: number, task: () => void): () => void;
}

const lookEveryMs = 1_000;

/** What an instance keeps in mind, looked at every second while somebody does. */
export class StateStore {
  view: InstanceState | null = null;
  failed = false;
  private readonly api: Services['api'];
  private readonly instanceId: string;
  private busy = false;

  constructor(api: Services['api'], instanceId: string) {
    this.api = api;
    this.instanceId = instanceId;
    makeAutoObservable<this, 'api' | 'instanceId' | 'busy'>(
      this,
      { view: observableRef, api: false, instanceId: false, busy: false },
      { autoBind: true },
    );
  }

  /** Looks until disposed; one that has ended changes no more and is looked at once. */
  follow(timers: Repeating, isRunning: boolean): Disposer {
    void this.load(!isRunning);
    return isRunning ? timers.every(lookEveryMs, () => void this.load()) : () => undefined;
  }

  /** Of a running instance the same step is the same view; its end may come without one. */
  async load(hasEnded = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const reply = await this.api.call('instanceState', { query: { instanceId: this.instanceId } });
    runInAction(() => {
      this.busy = false;
      this.failed = !reply.ok;
      if (reply.ok && (hasEnded || reply.value.step !== this.view?.step)) this.view = reply.value;
    });
  }

  /** What the copy button copies. */
  get text(): string {
    return this.view === null ? '' : JSON.stringify(this.view, null, 2);
  }
}
