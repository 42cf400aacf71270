import type { Subscription } from '../../../core/contract/strategy.ts';
import { executionStatusTable } from '../../../core/domain/orders/execution-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { Actor } from './actor.ts';
import { type ExecutionProgress, isExecutor } from './executor.ts';

/** A strategy (id '') and the executors that it has running. */
export class Actors {
  readonly #byId = new Map<string, Actor>();
  #all: readonly Actor[] | null = null;
  #subscriptions: readonly Subscription[] | null = null;

  get strategy(): Actor {
    return this.#byId.get('') as Actor;
  }

  get size(): number {
    return this.#byId.size;
  }

  get all(): readonly Actor[] {
    this.#all ??= [...this.#byId.values()];
    return this.#all;
  }

  /** What they listen to; the same array until it changes. */
  get subscriptions(): readonly Subscription[] {
    this.#subscriptions ??= this.all.flatMap(({ subscriptions }) => subscriptions);
    return this.#subscriptions;
  }

  get(id: string): Actor | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  add(actor: Actor): void {
    this.#byId.set(actor.id, actor);
    this.#forget();
  }

  remove(actor: Actor): void {
    this.#byId.delete(actor.id);
    this.#forget();
  }

  /** Takes out the executors whose work is over. */
  takeEnded(): ReadonlyArray<{ readonly id: string; readonly progress: ExecutionProgress }> {
    if (this.size === 1) return [];
    return this.all.flatMap((actor) => {
      const { id, definition, state, params } = actor;
      const progress = isExecutor(definition) ? definition.progress(state, params) : null;
      if (progress === null || !isFinal(executionStatusTable, progress.status)) return [];
      this.remove(actor);
      return [{ id, progress }];
    });
  }

  subscribe(actor: Actor, subscriptions: readonly Subscription[]): void {
    actor.subscribe(subscriptions);
    this.#subscriptions = null;
  }

  /** In order of time. */
  dueTimers(nowMs: number): ReadonlyArray<{ readonly actor: Actor; readonly timer: string; readonly dueMs: number }> {
    return this.all
      .flatMap((actor) => [...actor.timers].map(([timer, dueMs]) => ({ actor, timer, dueMs })))
      .filter(({ dueMs }) => dueMs <= nowMs)
      .sort((a, b) => a.dueMs - b.dueMs);
  }

  /** When the first timer is due, or `orMs` when that is earlier. */
  nextTimerMs(orMs: number): number {
    let next = orMs;
    for (const { timers } of this.all) if (timers.size > 0) for (const dueMs of timers.values()) if (dueMs < next) next = dueMs;
    return next;
  }

  #forget(): void {
    this.#all = null;
    this.#subscriptions = null;
  }
}
