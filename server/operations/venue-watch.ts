import type { Clock } from '../../core/contract/server-services.ts';
import type { VenueBatch } from '../../core/contract/venue.ts';
import type { VenueFollower } from '../trading/venues/venue-registry.ts';

/** Of which the times of answers are told. */
const windowMs = 60_000;
/** Times that are kept of an exchange's last orders. */
const mostTimes = 1_024;

interface Watched {
  sequence: number;
  /** When it last told anything, ms; null: never. */
  messageMs: number | null;
  waiting: number;
  /** Of answered orders, a ring: when, and how many seconds it took. */
  readonly answered: { readonly atMs: number; readonly seconds: number }[];
  next: number;
}

/** What is told of each answered order. */
export type OrderTimeListener = (exchange: string, seconds: number) => void;

/** How exchanges are doing: what they last told, and how long orders wait for their answers. Keeps nothing in the database. */
export class VenueWatch implements VenueFollower {
  readonly #clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
  readonly #onAnswer: OrderTimeListener;
  readonly #venues = new Map<string, Watched>();

  constructor(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>, onAnswer: OrderTimeListener) {
    this.#clock = clock;
    this.#onAnswer = onAnswer;
  }

  async position(): Promise<null> {
    return null;
  }

  batch({ exchange, sequence }: VenueBatch): void {
    const watched = this.#of(exchange);
    watched.sequence = Math.max(watched.sequence, sequence);
    watched.messageMs = this.#clock.nowMs();
  }

  attach(): void {}

  /** An order goes to the exchange; call what it gives once the exchange has answered, or has failed to. */
  begin(exchange: string): () => void {
    const watched = this.#of(exchange);
    const beganMs = this.#clock.elapsedMs();
    watched.waiting++;
    return () => {
      const atMs = this.#clock.elapsedMs();
      const seconds = (atMs - beganMs) / 1_000;
      watched.waiting--;
      watched.answered[watched.next] = { atMs, seconds };
      watched.next = (watched.next + 1) % mostTimes;
      this.#onAnswer(exchange, seconds);
    };
  }

  /** Of an exchange that never told anything: nothing. */
  of(exchange: string): Pick<Watched, 'sequence' | 'messageMs' | 'waiting'> & { readonly p50: number | null; readonly p99: number | null } {
    const { sequence, messageMs, waiting, answered } = this.#venues.get(exchange) ?? unheard();
    const fromMs = this.#clock.elapsedMs() - windowMs;
    const times = answered.flatMap(({ atMs, seconds }) => (atMs >= fromMs ? [seconds] : [])).sort((a, b) => a - b);
    return { sequence, messageMs, waiting, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }

  /** Orders of all exchanges that have no answer yet. */
  get waiting(): number {
    return [...this.#venues.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Seconds of the last minute's orders at all exchanges: that share of them took no longer. */
  quantile(share: number): number | null {
    const fromMs = this.#clock.elapsedMs() - windowMs;
    const times = [...this.#venues.values()].flatMap(({ answered }) =>
      answered.flatMap(({ atMs, seconds }) => (atMs >= fromMs ? [seconds] : [])),
    );
    return quantile(
      times.sort((a, b) => a - b),
      share,
    );
  }

  #of(exchange: string): Watched {
    let watched = this.#venues.get(exchange);
    if (watched === undefined) {
      watched = unheard();
      this.#venues.set(exchange, watched);
    }
    return watched;
  }
}

const unheard = (): Watched => ({ sequence: 0, messageMs: null, waiting: 0, answered: [], next: 0 });

/** Of sorted values: the least that so large a share of them does not pass. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
