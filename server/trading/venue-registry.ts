import type { Logger } from '../../core/contract/server-services.ts';
import type { Disposer, Resolved, TokenMap } from '../../core/contract/token.ts';
import type { Venue, VenueBatch, VenueDefinition, VenueHealth, VenueOpening } from '../../core/contract/venue.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import { type Market, marketsOf } from './market-directory.ts';

/** Keeps a durable copy of what venues report: the projector, the market hub. Gets every batch, those of the catch-up too. */
export interface VenueFollower {
  /** Sequence through which the follower has stored; an opening venue reports again what came after the smallest of all. */
  position(exchange: string): Promise<number>;
  /** A promise means back-pressure. Batches may be repeated: skip those at or before the position. */
  batch(batch: VenueBatch): void | Promise<void>;
  /** The venue is open; batches come before, during and after. */
  attach(venue: Venue): void | Promise<void>;
}

/** Follows open venues in memory: the account book. */
export interface VenueListener {
  /** Read the venue's state at once; its batches follow without a gap. A promise delays the end of the opening. */
  opened(venue: Venue): void | Promise<void>;
  /** Live news, never empty. */
  batch(batch: VenueBatch): void;
  health?(exchange: string, health: VenueHealth, reason: string): void;
  closed?(exchange: string): void;
}

export interface VenueStatus {
  readonly exchange: string;
  readonly title: string;
  readonly health: VenueHealth;
  /** Empty while LIVE. */
  readonly reason: string;
}

interface OpenGroup {
  readonly open: () => Promise<readonly Venue[]>;
  venues: readonly Venue[];
}

/**
 * Opens the venues that plugins contribute and knows them by exchange. Batches that come in before a venue is open are
 * catch-up for the followers alone; afterwards the listeners get them too. One that throws is logged and disturbs nobody.
 */
export class VenueRegistry {
  readonly #followers: readonly VenueFollower[];
  readonly #logger: Logger;
  readonly #listeners: VenueListener[] = [];
  readonly #groups: OpenGroup[] = [];
  readonly #venues = new Map<string, Venue>();
  readonly #markets = new Map<InstrumentId, Market>();
  readonly #health = new Map<string, { health: VenueHealth; reason: string }>();

  constructor(followers: readonly VenueFollower[], logger: Logger) {
    this.#followers = followers;
    this.#logger = logger;
  }

  /** Sequence after which an opening venue must report again: what every follower has stored. */
  async position(exchange: string): Promise<number> {
    const positions = await Promise.all(this.#followers.map((follower) => follower.position(exchange)));
    return positions.length === 0 ? 0 : Math.min(...positions);
  }

  /** Hears of the venues that are open already too. */
  addListener(listener: VenueListener): Disposer {
    this.#listeners.push(listener);
    for (const venue of this.#venues.values()) void this.#tell(venue.exchange, () => listener.opened(venue), listener);
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }

  /** Opens a contribution's venues. `exchanges`: those it is known to open, so that it learns their position. */
  async open<R extends TokenMap>(
    definition: VenueDefinition<R>,
    services: Resolved<R>,
    exchanges: readonly string[] = [],
  ): Promise<readonly Venue[]> {
    const group: OpenGroup = { open: async () => definition.open(services, await this.#opening(group, exchanges)), venues: [] };
    await this.#openGroup(group);
    this.#groups.push(group);
    return group.venues;
  }

  venue(exchange: string): Venue | null {
    return this.#venues.get(exchange) ?? null;
  }

  venues(): readonly Venue[] {
    return [...this.#venues.values()];
  }

  market(id: InstrumentId): Market | null {
    return this.#markets.get(id) ?? null;
  }

  isDown(exchange: string): boolean {
    return this.#health.get(exchange)?.health === 'DOWN';
  }

  statuses(): readonly VenueStatus[] {
    return this.venues().map(({ exchange, title }) => {
      const { health, reason } = this.#health.get(exchange) ?? { health: 'LIVE', reason: '' };
      return { exchange, title, health, reason };
    });
  }

  /** Sets a venue's health from the house's side, for example when its projection is broken. */
  report(exchange: string, health: VenueHealth, reason: string): void {
    const known = this.#health.get(exchange);
    if (known?.health === health && known.reason === reason) return;
    this.#health.set(exchange, { health, reason });
    if (health !== 'LIVE') this.#logger.warn({ exchange, health, reason }, 'venue health changed');
    for (const listener of this.#listeners) void this.#tell(exchange, () => listener.health?.(exchange, health, reason), listener);
  }

  /** Closes the contribution that runs the exchange, runs `between` and opens it again; its other exchanges pause too. */
  async reopen(exchange: string, between: () => Promise<void>): Promise<void> {
    const group = this.#groups.find(({ venues }) => venues.some((venue) => venue.exchange === exchange));
    if (group === undefined) throw new RangeError(`${exchange} is not open`);
    await this.#closeGroup(group);
    await between();
    await this.#openGroup(group);
  }

  async close(): Promise<void> {
    for (const group of this.#groups.splice(0).reverse()) await this.#closeGroup(group);
  }

  async #opening(group: OpenGroup, exchanges: readonly string[]): Promise<VenueOpening> {
    const positions = new Map<string, number>();
    for (const exchange of exchanges) positions.set(exchange, await this.position(exchange));
    return {
      sink: {
        batch: (batch) => this.#batch(batch),
        health: (health, reason) => this.#groupHealth(group, health, reason),
      },
      projectedThrough: (exchange) => positions.get(exchange) ?? 0,
    };
  }

  /** The report names no exchange, so it only counts for a contribution that runs a single one. */
  #groupHealth({ venues }: OpenGroup, health: VenueHealth, reason: string): void {
    const [venue] = venues;
    if (venue !== undefined && venues.length === 1) this.report(venue.exchange, health, reason);
    else if (health !== 'LIVE')
      this.#logger.warn({ health, reason, exchanges: venues.map(({ exchange }) => exchange) }, 'a venue is unwell');
  }

  async #openGroup(group: OpenGroup): Promise<void> {
    const venues = await group.open();
    const taken = venues.find(
      ({ exchange }, at) => this.#venues.has(exchange) || venues.findIndex((one) => one.exchange === exchange) !== at,
    );
    if (taken !== undefined) {
      await Promise.all(venues.map((venue) => venue.close()));
      throw new Error(`two plugins open the exchange ${taken.exchange}`);
    }
    group.venues = venues;
    for (const venue of venues) {
      await Promise.all(this.#opened(venue));
      for (const follower of this.#followers) await follower.attach(venue);
    }
  }

  /** In one turn, so that no batch falls between the state that listeners read and their first news. */
  #opened(venue: Venue): readonly (Promise<void> | undefined)[] {
    for (const [id, market] of marketsOf(venue)) this.#markets.set(id, market);
    this.#venues.set(venue.exchange, venue);
    if (!this.#health.has(venue.exchange)) this.#health.set(venue.exchange, { health: 'LIVE', reason: '' });
    return this.#listeners.map((listener) => this.#tell(venue.exchange, () => listener.opened(venue), listener));
  }

  async #closeGroup({ venues }: OpenGroup): Promise<void> {
    for (const venue of [...venues].reverse()) {
      try {
        await venue.close();
      } catch (error) {
        this.#logger.error({ err: error, exchange: venue.exchange }, 'a venue did not close cleanly');
      }
      this.#venues.delete(venue.exchange);
      this.#health.delete(venue.exchange);
      for (const instrument of venue.instruments) this.#markets.delete(instrument.id);
      for (const listener of this.#listeners) void this.#tell(venue.exchange, () => listener.closed?.(venue.exchange), listener);
    }
  }

  #batch(batch: VenueBatch): void | Promise<void> {
    let waiting: Promise<void> | null = null;
    for (const follower of this.#followers) {
      const wait = this.#follow(batch, follower);
      if (wait !== undefined) waiting = waiting === null ? wait : Promise.all([waiting, wait]).then(() => undefined);
    }
    if (batch.events.length > 0 && this.#venues.has(batch.exchange)) {
      for (const listener of this.#listeners) void this.#tell(batch.exchange, () => listener.batch(batch), listener);
    }
    return waiting ?? undefined;
  }

  #follow(batch: VenueBatch, follower: VenueFollower): Promise<void> | undefined {
    try {
      return follower.batch(batch)?.catch((error: unknown) => this.#failed(batch.exchange, follower, error));
    } catch (error) {
      this.#failed(batch.exchange, follower, error);
    }
  }

  #tell(exchange: string, call: () => void | Promise<void>, listener: VenueListener): Promise<void> | undefined {
    try {
      return call()?.catch((error: unknown) => this.#failed(exchange, listener, error));
    } catch (error) {
      this.#failed(exchange, listener, error);
    }
  }

  #failed(exchange: string, who: object, error: unknown): void {
    this.#logger.error({ err: error, exchange, who: who.constructor.name }, 'what follows a venue has failed');
  }
}
