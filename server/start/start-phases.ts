import type { Clock, Logger } from '../../core/contract/server-services.ts';

/** In ms: how long a part of a start took, and how much processor time all threads of the process used meanwhile. */
interface PhaseTimes {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Says in the log how long each part of a start took, so that a slow one is found by reading. Waiting for a busy machine or disk is not in `cpuMs`. */
export class StartPhases {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #cpuMs: () => number;
  readonly #logger: Pick<Logger, 'info'>;
  readonly #began: PhaseTimes;
  readonly #stop: AbortSignal | undefined;
  readonly #parts: Record<string, PhaseTimes> = {};

  /** `stop`: no further part begins after it; its reason is thrown instead. */
  constructor(clock: Pick<Clock, 'elapsedMs'>, cpuMs: () => number, logger: Pick<Logger, 'info'>, stop?: AbortSignal) {
    this.#clock = clock;
    this.#cpuMs = cpuMs;
    this.#logger = logger;
    this.#stop = stop;
    this.#began = this.#now();
  }

  /** Runs a part and gives what it gives. */
  async run<T>(phase: string, work: () => Promise<T>): Promise<T> {
    this.#stop?.throwIfAborted();
    const began = this.#now();
    const result = await work();
    const times = this.#since(began);
    this.#parts[phase] = times;
    this.#logger.info({ phase, ...times }, 'a part of the start is done');
    return result;
  }

  /** The parts so far, and `total` since the beginning. */
  get times(): Readonly<Record<string, PhaseTimes>> {
    return { ...this.#parts, total: this.#since(this.#began) };
  }

  #now(): PhaseTimes {
    return { ms: this.#clock.elapsedMs(), cpuMs: this.#cpuMs() };
  }

  #since({ ms, cpuMs }: PhaseTimes): PhaseTimes {
    const now = this.#now();
    return { ms: Math.round(now.ms - ms), cpuMs: Math.round(now.cpuMs - cpuMs) };
  }
}

/** Time of the processor that all threads of this process have used so far. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
