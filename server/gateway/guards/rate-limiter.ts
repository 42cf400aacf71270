import type { Clock } from '../../../core/contract/server-services.ts';

interface Bucket {
  tokens: number;
  filledMs: number;
}

const capacity = 100_000;

/** Token buckets in memory: a caller may use a minute's allowance at once, then at the allowed pace. */
export class RateLimiter {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #factor: number;
  readonly #buckets = new Map<string, Bucket>();

  /** `factor` multiplies every limit; load tests raise it. */
  constructor(clock: Pick<Clock, 'elapsedMs'>, factor = 1) {
    this.#clock = clock;
    this.#factor = factor;
  }

  /** 0 when the call may go on, else the seconds to wait. */
  take(key: string, perMinute: number): number {
    const limit = perMinute * this.#factor;
    const nowMs = this.#clock.elapsedMs();
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#makeRoom();
      this.#buckets.set(key, { tokens: limit - 1, filledMs: nowMs });
      return 0;
    }
    bucket.tokens = Math.min(limit, bucket.tokens + ((nowMs - bucket.filledMs) / 60_000) * limit);
    bucket.filledMs = nowMs;
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / limit) * 60);
    bucket.tokens--;
    return 0;
  }

  /** Forgets buckets that are full again; called now and then. */
  sweep(): void {
    const nowMs = this.#clock.elapsedMs();
    for (const [key, bucket] of this.#buckets) if (nowMs - bucket.filledMs >= 60_000) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #makeRoom(): void {
    if (this.#buckets.size < capacity) return;
    this.sweep();
    const oldest = this.#buckets.keys().next().value;
    if (this.#buckets.size >= capacity && oldest !== undefined) this.#buckets.delete(oldest);
  }
}
