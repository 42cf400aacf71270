import type { Clock } from '../../../core/contract/server-services.ts';
import { networkOf } from '../../../core/domain/accounts/network-of.ts';

/** Bytes of snapshots a second that one socket may ask for. */
export const socketBytesPerSecond = 4 * 1024 * 1024;
/** All sockets of one address together. */
const addressBytesPerSecond = 16 * 1024 * 1024;

/** Whether the next snapshot may be made now; what is over the budget waits its turn. */
export interface SnapshotBudget {
  isOpen(): boolean;
  spend(bytes: number): void;
}

/** A second's bytes may be used at once. A snapshot larger than what is left goes out whole, and its debt is waited off. */
class ByteBucket {
  readonly #perSecond: number;
  #left: number;
  #filledMs: number;

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#filledMs = nowMs;
  }

  left(nowMs: number): number {
    const elapsedMs = Math.max(0, nowMs - this.#filledMs);
    this.#filledMs = nowMs;
    this.#left = Math.min(this.#perSecond, this.#left + (elapsedMs / 1000) * this.#perSecond);
    return this.#left;
  }

  isFull(nowMs: number): boolean {
    return this.left(nowMs) >= this.#perSecond;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
  }
}

/** Keeps what subscriptions cost within bounds, per socket and per address: a snapshot is a small question with a large answer. */
export class SnapshotBudgets {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #factor: number;
  readonly #addresses = new Map<string, ByteBucket>();

  /** `factor` multiplies every limit; load tests raise it. */
  constructor(clock: Pick<Clock, 'elapsedMs'>, factor = 1) {
    this.#clock = clock;
    this.#factor = factor;
  }

  /** The budget of one new socket. */
  forSocket(ip: string): SnapshotBudget {
    const network = networkOf(ip);
    const own = new ByteBucket(socketBytesPerSecond * this.#factor, this.#clock.elapsedMs());
    return {
      isOpen: () => {
        const nowMs = this.#clock.elapsedMs();
        return own.left(nowMs) > 0 && this.#addressOf(network).left(nowMs) > 0;
      },
      spend: (bytes) => {
        own.spend(bytes);
        this.#addressOf(network).spend(bytes);
      },
    };
  }

  /** Forgets addresses that owe nothing; called now and then. */
  sweep(): void {
    const nowMs = this.#clock.elapsedMs();
    for (const [ip, bucket] of this.#addresses) if (bucket.isFull(nowMs)) this.#addresses.delete(ip);
  }

  get size(): number {
    return this.#addresses.size;
  }

  #addressOf(ip: string): ByteBucket {
    const known = this.#addresses.get(ip);
    if (known !== undefined) return known;
    const bucket = new ByteBucket(addressBytesPerSecond * this.#factor, this.#clock.elapsedMs());
    this.#addresses.set(ip, bucket);
    return bucket;
  }
}
