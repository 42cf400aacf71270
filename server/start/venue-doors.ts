import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { RootLogger } from '../logger.ts';

/** A venue contribution, whether its exchanges are open or not. Until they have been open they are not known, so it goes by its own name. */
export interface VenueDoor {
  /** Of plugin and contribution. */
  readonly key: string;
  readonly pluginId: string;
  readonly id: string;
  /** Keys of texts of its plugin. */
  readonly title: string;
  readonly description: string;
  /** Simulates a market. */
  readonly sandbox: boolean;
  /** The product is nothing without it. */
  readonly needed: boolean;
  /** Tries once; rejects when it does not open. */
  readonly open: () => Promise<readonly Venue[]>;
}

interface DoorState {
  readonly door: VenueDoor;
  /** `waiting`: it has not opened yet, and is tried again; `shut`: nobody wants it. */
  state: 'open' | 'waiting' | 'shut';
  /** Why it has not opened. */
  failure: string;
  /** As they were opened last. */
  venues: readonly Venue[];
}

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;

interface DoorRetry {
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Pick<RootLogger, 'info' | 'warn'>;
  /** Told of exchanges that have opened after the start. */
  readonly onOpened: (venues: readonly Venue[]) => void;
}

/** The venue contributions of the house. What has not opened is tried again until it does: an exchange elsewhere may be away when the house starts. */
export class VenueDoors {
  readonly #doors: readonly DoorState[];
  readonly #stops = new Map<DoorState, () => void>();
  #retry: DoorRetry | null = null;

  constructor(doors: readonly Omit<DoorState, 'venues'>[], venues: ReadonlyMap<string, readonly Venue[]>) {
    this.#doors = doors.map((one) => ({ ...one, venues: venues.get(one.door.key) ?? [] }));
  }

  all(): readonly Readonly<DoorState>[] {
    return this.#doors;
  }

  /** What waits to be opened. */
  list(): readonly (Pick<VenueDoor, 'pluginId' | 'id' | 'title'> & { readonly failure: string })[] {
    return this.#doors.flatMap(({ door, state, failure }) => (state === 'waiting' ? [{ ...door, failure }] : []));
  }

  /** Why exchanges of a plugin did not open. */
  get(pluginId: string): string | undefined {
    const failures = this.list().filter((one) => one.pluginId === pluginId && one.failure !== '');
    return failures.length === 0 ? undefined : failures.map(({ failure }) => failure).join('; ');
  }

  /** One that was shut is opened as others are: at once, and again until it is. */
  want(key: string): void {
    const found = this.#doors.find(({ door }) => door.key === key);
    if (found?.state !== 'shut') return;
    found.state = 'waiting';
    found.failure = '';
    this.#wait(found, 0);
  }

  /** Nobody wants it any more; its exchanges were closed, or have never opened. */
  shut(key: string): void {
    const found = this.#doors.find(({ door }) => door.key === key);
    if (found === undefined) return;
    this.#stops.get(found)?.();
    this.#stops.delete(found);
    found.state = 'shut';
    found.failure = '';
  }

  /** Ever more slowly, each by itself. */
  retry(retry: DoorRetry): Disposer {
    this.#retry = retry;
    for (const one of this.#doors) if (one.state === 'waiting') this.#wait(one, firstDelayMs);
    return () => {
      this.#retry = null;
      for (const stop of this.#stops.values()) stop();
      this.#stops.clear();
    };
  }

  #wait(one: DoorState, delayMs: number): void {
    const stop = this.#retry?.clock.after(delayMs, () => this.#attempt(one, Math.max(delayMs, firstDelayMs / 2)));
    if (stop !== undefined) this.#stops.set(one, stop);
  }

  async #attempt(one: DoorState, delayMs: number): Promise<void> {
    const { logger } = this.#retry ?? {};
    try {
      const venues = await one.door.open();
      this.#stops.delete(one);
      one.venues = venues;
      one.state = 'open';
      one.failure = '';
      logger?.info({ exchanges: venues.map(({ exchange }) => exchange) }, 'a venue has opened at last');
      this.#retry?.onOpened(venues);
    } catch (error) {
      logger?.warn({ err: error, venue: one.door.id }, 'a venue still does not open');
      one.failure = failureOf(one.door, error);
      if (this.#stops.has(one)) this.#wait(one, Math.min(2 * delayMs, longestDelayMs));
    }
  }
}

/** What operators are told of it. */
export const failureOf = ({ key }: Pick<VenueDoor, 'key'>, error: unknown): string =>
  `venue "${key}": ${error instanceof Error ? error.message : String(error)}`;
