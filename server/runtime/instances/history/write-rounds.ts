import type { Clock } from '../../../../core/contract/server-services.ts';

/** Longest time that a step which could wait is only in memory. */
export const writeDelayMs = 500;
/** Whoever is due within it is due at its end: a statement of the database costs as much as the steps of a dozen instances in it. */
export const writeRoundMs = 100;

interface Round {
  readonly members: Set<() => void>;
  readonly stop: () => void;
}

/** Tells those who wait to write that it is time, many at once, so that they share a statement. */
export class WriteRounds {
  readonly #clock: Pick<Clock, 'elapsedMs' | 'after'>;
  /** By the time at which they are due. */
  readonly #rounds = new Map<number, Round>();

  constructor(clock: Pick<Clock, 'elapsedMs' | 'after'>) {
    this.#clock = clock;
  }

  /** `onDue` is called once, {@link writeDelayMs} from now at the latest, unless the returned function was called before. */
  join(onDue: () => void): () => void {
    const nowMs = this.#clock.elapsedMs();
    const dueMs = Math.floor((nowMs + writeDelayMs) / writeRoundMs) * writeRoundMs;
    const round = this.#rounds.get(dueMs) ?? this.#begin(dueMs, nowMs);
    round.members.add(onDue);
    return () => {
      round.members.delete(onDue);
      if (round.members.size > 0 || this.#rounds.get(dueMs) !== round) return;
      this.#rounds.delete(dueMs);
      round.stop();
    };
  }

  #begin(dueMs: number, nowMs: number): Round {
    const members = new Set<() => void>();
    const stop = this.#clock.after(dueMs - nowMs, () => {
      this.#rounds.delete(dueMs);
      for (const onDue of members) onDue();
    });
    const round = { members, stop };
    this.#rounds.set(dueMs, round);
    return round;
  }
}
