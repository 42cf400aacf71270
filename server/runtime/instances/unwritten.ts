import type { InstanceCommit, InstanceEvent } from '../../store/instance-store.ts';
import type { QueuedEffect } from './effect-queue.ts';

/** What steps of an instance have left to write: effects that are not known to be done, and lines of the history. */
export class Unwritten {
  #effects: QueuedEffect[] = [];
  #events: InstanceEvent[] = [];

  add(effects: readonly QueuedEffect[], events: readonly InstanceEvent[]): void {
    this.#effects.push(...effects);
    this.#events.push(...events);
  }

  /** For one write; what was done before it was ever written needs none. */
  take(instanceId: string, done: readonly QueuedEffect[]): Pick<InstanceCommit, 'effects' | 'done' | 'events'> {
    const isDone = new Set(done.map(keyOf));
    const isNew = new Set(this.#effects.map(keyOf));
    const effects = this.#effects.filter((effect) => !isDone.has(keyOf(effect)));
    const events = this.#events;
    this.#effects = [];
    this.#events = [];
    return {
      effects: effects.map(({ step, ordinal, effect }) => ({ instanceId, step, ordinal, effect: JSON.stringify(effect) })),
      done: done.filter((one) => !isNew.has(keyOf(one))).map(({ step, ordinal }) => ({ instanceId, step, ordinal })),
      events,
    };
  }
}

const keyOf = ({ step, ordinal }: QueuedEffect): string => `${step}/${ordinal}`;
