import type { Clock } from '../../../../core/contract/server-services.ts';
import type { NewInstanceEvent } from '../../../store/strategies/instance-store.ts';
import { RefusalWatch } from '../orders/refusal-watch.ts';
import { HistoryPace, paceWindowMs } from './history-pace.ts';

/** The lines of one instance on their way to its history. */
export class InstanceHistory {
  readonly #clock: Pick<Clock, 'elapsedMs' | 'after'>;
  readonly #onDue: () => void;
  readonly #pace = new HistoryPace();
  readonly #refused = new RefusalWatch();
  /** Lines that wait for the next step. */
  #waiting: NewInstanceEvent[] = [];
  #stop: (() => void) | null = null;
  /** Why the instance is to be ended: it is only refused. */
  problem: string | null = null;

  /** `onDue` says that joined lines are to be written, though nothing else may be. */
  constructor(clock: Pick<Clock, 'elapsedMs' | 'after'>, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  add(event: NewInstanceEvent): void {
    this.#waiting.push(event);
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Lines are joined that no write has yet. */
  get isHolding(): boolean {
    return this.#pace.isHolding;
  }

  /** What is to be written of a step that tells these; the rest is joined, and due when its minute is over. */
  take(events: readonly NewInstanceEvent[]): readonly NewInstanceEvent[] {
    const told = [...this.#waiting, ...events];
    const nowMs = this.#clock.elapsedMs();
    this.#waiting = [];
    this.problem = this.#refused.problem(told, nowMs);
    const lines = this.#pace.take(told, nowMs);
    if (this.#pace.isHolding) {
      this.#stop ??= this.#clock.after(paceWindowMs, () => {
        this.#stop = null;
        this.#onDue();
      });
    }
    return lines;
  }

  /** Joined lines that are due; all of them with the last write. */
  due(isLast: boolean): readonly NewInstanceEvent[] {
    return this.#pace.due(this.#clock.elapsedMs(), isLast);
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
