import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { InstanceCommit, Instances } from '../../store/instance-store.ts';

interface Waiting {
  readonly step: InstanceCommit;
  readonly resolve: () => void;
}

const retryMs = 1_000;

/** Writes steps of many instances: whatever gathers while one write runs goes into the next, in one transaction. */
export class StepLane {
  readonly #store: Pick<Instances, 'commit'>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  constructor(store: Pick<Instances, 'commit'>, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Resolves once the step is durable. What cannot be written is tried until it can: an instance never runs ahead of its record. */
  commit(step: InstanceCommit): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ step, resolve });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#running;
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
    try {
      await this.#store.commit(batch.map(({ step }) => step));
    } catch (error) {
      this.#logger.error({ err: error, instances: batch.map(({ step }) => step.record.instanceId) }, 'could not write steps; tried again');
      const [first] = batch;
      if (first !== undefined && batch.length === 1) this.#clock.after(retryMs, () => this.commit(first.step).then(first.resolve));
      return false;
    }
    for (const { resolve } of batch) resolve();
    return true;
  }
}
