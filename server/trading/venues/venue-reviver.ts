import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Venue, VenueHealth } from '../../../core/contract/venue.ts';
import type { VenueListener } from './venue-registry.ts';

/** What the reviver asks of the registry. */
interface Reopening {
  reopen(exchange: string): Promise<void>;
}

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;

/**
 * Opens a venue again that has stopped by itself, such as after a failed disk write: the replay of its journal settles the
 * orders whose outcome was open. Tries for ever, ever more slowly; a venue that stays up for a while starts over. Ephemeral
 * ones are left alone: they have nothing to settle, and an opening would take from their accounts what they have.
 */
export class VenueReviver implements VenueListener {
  readonly #venues: Reopening;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** Delay of the next attempt, for exchanges that have been down lately. */
  readonly #delays = new Map<string, number>();
  /** Ends the pending attempt. */
  readonly #attempts = new Map<string, () => void>();
  /** Ends the wait after which an exchange starts over with the first delay. */
  readonly #pardons = new Map<string, () => void>();
  readonly #reviving = new Set<string>();
  readonly #ephemeral = new Set<string>();
  #ended = false;

  constructor(venues: Reopening, clock: Clock, logger: Logger) {
    this.#venues = venues;
    this.#clock = clock;
    this.#logger = logger;
  }

  opened({ exchange, durability }: Venue): void {
    this.#ephemeral.delete(exchange);
    if (durability !== 'ephemeral') return;
    this.#ephemeral.add(exchange);
    this.closed(exchange);
  }

  batch(): void {}

  health(exchange: string, health: VenueHealth): void {
    if (this.#ended || this.#reviving.has(exchange) || this.#ephemeral.has(exchange)) return;
    this.closed(exchange);
    if (health === 'DOWN') this.#wait(exchange);
    else if (health === 'LIVE') this.#pardonLater(exchange);
  }

  closed(exchange: string): void {
    this.#stop(this.#attempts, exchange);
    this.#stop(this.#pardons, exchange);
  }

  /** Makes all waiting attempts at once, and lets them begin with the first delay again: what stood in their way is gone. */
  hurry(): void {
    this.#delays.clear();
    for (const exchange of [...this.#attempts.keys()]) {
      this.#stop(this.#attempts, exchange);
      void this.#revive(exchange);
    }
  }

  /** Ends all attempts. */
  end(): void {
    this.#ended = true;
    for (const exchange of [...this.#attempts.keys(), ...this.#pardons.keys()]) this.closed(exchange);
  }

  #wait(exchange: string): void {
    const delayMs = this.#delays.get(exchange) ?? firstDelayMs;
    this.#delays.set(exchange, Math.min(delayMs * 2, longestDelayMs));
    this.#attempts.set(
      exchange,
      this.#clock.after(delayMs, () => this.#revive(exchange)),
    );
  }

  async #revive(exchange: string): Promise<void> {
    this.#attempts.delete(exchange);
    this.#reviving.add(exchange);
    try {
      await this.#venues.reopen(exchange);
      this.#logger.info({ exchange }, 'the venue is open again');
      this.#pardonLater(exchange);
    } catch (error) {
      this.#logger.error({ err: error, exchange }, 'the venue cannot be opened again yet');
      if (!this.#ended) this.#wait(exchange);
    } finally {
      this.#reviving.delete(exchange);
    }
  }

  #pardonLater(exchange: string): void {
    if (this.#ended || !this.#delays.has(exchange)) return;
    const forget = (): void => {
      this.#pardons.delete(exchange);
      this.#delays.delete(exchange);
    };
    this.#pardons.set(exchange, this.#clock.after(longestDelayMs, forget));
  }

  #stop(timers: Map<string, () => void>, exchange: string): void {
    timers.get(exchange)?.();
    timers.delete(exchange);
  }
}
