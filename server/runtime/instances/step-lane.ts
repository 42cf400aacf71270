import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { LeaseMark } from '../../store/leases/lease-store.ts';
import type { InstanceCommit, Instances } from '../../store/strategies/instance-store.ts';

export interface StepLaneParts {
  readonly store: { readonly instances: Pick<Instances, 'commit'> };
  /** Goes with every step that is saved: nothing is, once another process has it. */
  readonly lease: LeaseMark;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Waiting {
  readonly step: InstanceCommit;
  readonly resolve: (isWritten: boolean) => void;
}

const retryMs = 1_000;

/** Writes steps of many instances: whatever gathers while one write runs goes into the next, in one transaction. */
export class StepLane {
  readonly #parts: StepLaneParts;
  /** Tries a step again that waits for its next try. */
  readonly #retries = new Set<() => void>();
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #closing = false;

  constructor(parts: StepLaneParts) {
    this.#parts = parts;
  }

  /**
   * True once the step is durable. What cannot be written is tried until it can: an instance never runs ahead of its record. False
   * when the lane closes before: nothing of the step may leave the house, and the next start goes on from the step before.
   */
  commit(step: InstanceCommit): Promise<boolean> {
    return new Promise((resolve) => this.#add({ step, resolve }));
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** From now on a step is tried once; those that wait for their next try have it at once. */
  close(): void {
    this.#closing = true;
    for (const retry of this.#retries) retry();
  }

  #add(one: Waiting): void {
    this.#waiting.push(one);
    this.#running ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // One turn later: steps that answer the same news belong together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const isWritten = await this.#write(batch);
      // One that can never be written must not hold up the others.
      if (!isWritten && batch.length > 1) for (const one of batch) await this.#write([one]);
    }
    this.#running = null;
  }

  async #write(batch: readonly Waiting[]): Promise<boolean> {
    const { store, lease, logger } = this.#parts;
    try {
      await store.instances.commit(
        batch.map(({ step }) => step),
        lease,
      );
    } catch (error) {
      const instances = batch.map(({ step }) => step.record.instanceId);
      const [first] = batch;
      const isLast = this.#closing && batch.length === 1;
      logger.error({ err: error, instances }, isLast ? 'could not write a step before the stop' : 'could not write steps; tried again');
      if (first === undefined || batch.length > 1) return false;
      if (isLast) first.resolve(false);
      else this.#tryLater(first);
      return false;
    }
    for (const { resolve } of batch) resolve(true);
    return true;
  }

  #tryLater(one: Waiting): void {
    const retry = (): void => {
      stop();
      this.#retries.delete(retry);
      this.#add(one);
    };
    const stop = this.#parts.clock.after(retryMs, retry);
    this.#retries.add(retry);
  }
}
