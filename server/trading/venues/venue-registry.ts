import type { Logger } from '../../../core/contract/server-services.ts';
import type { Disposer, Resolved, TokenMap } from '../../../core/contract/token.ts';
import type { Venue, VenueBatch, VenueDefinition, VenueHealth, VenueOpening } from '../../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type Market, marketOf, marketsOf } from '../market-directory.ts';

/** Keeps a durable copy of what venues report: the projector, the market hub. Gets every batch, those of the catch-up too. */
export interface VenueFollower {
  /**
   * Sequence through which the follower has stored, null when it stores nothing; an opening venue reports again what came after the
   * smallest of all, in batches that end where each of them stands.
   */
  position(exchange: string): Promise<number | null>;
  /** A promise means back-pressure. Batches may be repeated: skip those at or before the position. */
  batch(batch: VenueBatch): void | Promise<void>;
  /** The venue is open, perhaps for another time; batches come before, during and after. */
  attach(venue: Venue): void | Promise<void>;
  /**
   * The exchange is closed, to be opened again: store what is held of it. Its position is asked next, what came after that is
   * reported again, and `attach` follows. Called again after an opening that failed.
   */
  detach?(exchange: string): Promise<void>;
  /** The detached exchange is not opened again, or much later: what was known of its markets is no longer to be had. */
  gone?(exchange: string): void;
}

/** Follows open venues in memory: the account book. */
export interface VenueListener {
  /** Read the venue's state at once; its batches follow without a gap. A promise delays the end of the opening. */
  opened(venue: Venue): void | Promise<void>;
  /** Live news, never empty. */
  batch(batch: VenueBatch): void;
  /**
   * Of a venue that is being opened again: what became durable without having been told, such as an order whose outcome was
   * open. It stands in the state that `opened` gives; a batch may begin with what was told already.
   */
  missed?(batch: VenueBatch): void;
  health?(exchange: string, health: VenueHealth, reason: string): void;
  closed?(exchange: string): void;
}

interface VenueStatus {
  readonly exchange: string;
  readonly title: string;
  readonly health: VenueHealth;
  /** Empty while LIVE. */
  readonly reason: string;
}

interface OpenGroup {
  /** Null when it is the house that opens it. */
  readonly pluginId: string | null;
  readonly open: () => Promise<readonly Venue[]>;
  venues: readonly Venue[];
  reopening: Promise<void> | null;
}

/**
 * Opens the venues that plugins contribute and knows them by exchange. Batches that come in before a venue is open are
 * catch-up for the followers; afterwards the listeners get them too, and those of a later opening that are news to them.
 * One that throws is logged and disturbs nobody.
 */
export class VenueRegistry {
  readonly #followers: readonly VenueFollower[];
  readonly #logger: Logger;
  readonly #listeners: VenueListener[] = [];
  readonly #groups: OpenGroup[] = [];
  readonly #venues = new Map<string, Venue>();
  /** Exchanges that are about to close: they take orders back and no new ones. */
  readonly #closing = new Set<string>();
  /** Exchanges whose batches are news; the others are opening, or closed to be opened again. */
  readonly #live = new Set<string>();
  /** Sequence of each exchange's newest batch so far. */
  readonly #heard = new Map<string, number>();
  readonly #markets = new Map<InstrumentId, Market>();
  readonly #health = new Map<string, { health: VenueHealth; reason: string }>();

  constructor(followers: readonly VenueFollower[], logger: Logger) {
    this.#followers = followers;
    this.#logger = logger;
  }

  /** Sequence after which an opening venue must report again: what every follower has stored. */
  async position(exchange: string): Promise<number> {
    const positions = await this.positions(exchange);
    return positions.length === 0 ? 0 : Math.min(...positions);
  }

  /** Sequence through which each follower that stores anything has stored. */
  async positions(exchange: string): Promise<readonly number[]> {
    const positions = await Promise.all(this.#followers.map((follower) => follower.position(exchange)));
    return positions.filter((position) => position !== null);
  }

  /** Hears of the venues that are open already too. */
  addListener(listener: VenueListener): Disposer {
    this.#listeners.push(listener);
    for (const venue of this.#venues.values()) {
      if (this.#live.has(venue.exchange)) void this.#tell(venue.exchange, () => listener.opened(venue), listener);
    }
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }

  /** Opens the venues of a plugin's contribution. */
  async open<R extends TokenMap>(
    definition: VenueDefinition<R, Record<never, never>>,
    services: Resolved<R>,
    pluginId: string | null = null,
  ): Promise<readonly Venue[]> {
    const group: OpenGroup = {
      pluginId,
      open: async () => definition.open(services, this.#opening(), {}),
      venues: [],
      reopening: null,
    };
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

  /** The plugin that has opened the exchange, or null. */
  pluginOf(exchange: string): string | null {
    return this.#groupOf(exchange)?.pluginId ?? null;
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

  /** Sets a venue's health, by its own word or from the house's side, for example when its projection is broken. */
  report(exchange: string, health: VenueHealth, reason: string): void {
    // One that is opened again says LIVE before its listeners have read its state.
    if (health === 'LIVE' && this.#venues.has(exchange) && !this.#live.has(exchange)) return;
    const known = this.#health.get(exchange);
    if (known?.health === health && known.reason === reason) return;
    this.#health.set(exchange, { health, reason });
    if (health !== 'LIVE') this.#logger.warn({ exchange, health, reason }, 'venue health changed');
    for (const listener of this.#listeners) void this.#tell(exchange, () => listener.health?.(exchange, health, reason), listener);
  }

  /** Tells the listeners how an exchange is that has opened while they listen. */
  announce(exchange: string): void {
    const known = this.#health.get(exchange);
    if (known === undefined) return;
    for (const listener of this.#listeners)
      void this.#tell(exchange, () => listener.health?.(exchange, known.health, known.reason), listener);
  }

  /**
   * Closes the contribution that runs the exchange, runs `between` and opens it again; its other exchanges pause too. Until
   * then its markets stay known and are down. Calls at the same time share one reopening.
   */
  reopen(exchange: string, between: () => Promise<void> = async () => undefined): Promise<void> {
    const group = this.#groupOf(exchange);
    if (group === undefined) return Promise.reject(new RangeError(`${exchange} is not open`));
    group.reopening ??= this.#reopenGroup(group, between).finally(() => {
      group.reopening = null;
    });
    return group.reopening;
  }

  /** From now on the exchange takes no new order, until it has been closed; orders may be taken back. */
  beginClosing(exchange: string): void {
    this.#closing.add(exchange);
  }

  isClosing(exchange: string): boolean {
    return this.#closing.has(exchange);
  }

  /** The exchange of a market, where that is about to close; else null. */
  closingAt(id: InstrumentId): string | null {
    if (this.#closing.size === 0) return null;
    const { exchange } = this.#markets.get(id)?.venue ?? { exchange: '' };
    return this.#closing.has(exchange) ? exchange : null;
  }

  /** Closes the contribution that runs the exchange, stores what it told last, and forgets its markets. */
  async closeFor(exchange: string): Promise<void> {
    const group = this.#groupOf(exchange);
    if (group === undefined) return;
    await group.reopening?.catch((error: unknown) => this.#logger.warn({ err: error }, 'a venue was closed while it could not open'));
    const at = this.#groups.indexOf(group);
    if (at < 0) return;
    this.#groups.splice(at, 1);
    await this.#closeGroup(group);
    for (const venue of group.venues) {
      await Promise.all(this.#followers.map((follower) => follower.detach?.(venue.exchange)));
      this.#forget(venue);
      for (const follower of this.#followers) this.#gone(venue.exchange, follower);
      this.#closing.delete(venue.exchange);
    }
  }

  async close(): Promise<void> {
    for (const group of this.#groups.splice(0).reverse()) {
      await group.reopening?.catch((error: unknown) => this.#logger.warn({ err: error }, 'a venue was closed while it could not open'));
      await this.#closeGroup(group);
      for (const venue of group.venues) this.#forget(venue);
    }
  }

  #groupOf(exchange: string): OpenGroup | undefined {
    return this.#groups.find(({ venues }) => venues.some((venue) => venue.exchange === exchange));
  }

  async #reopenGroup(group: OpenGroup, between: () => Promise<void>): Promise<void> {
    const before = group.venues;
    for (const { exchange } of before) this.report(exchange, 'DOWN', 'it is opened again');
    await this.#closeGroup(group);
    await Promise.all(before.flatMap(({ exchange }) => this.#followers.map((follower) => follower.detach?.(exchange))));
    await between();
    await this.#openGroup(group);
    for (const venue of before) if (!group.venues.some(({ exchange }) => exchange === venue.exchange)) this.#forget(venue);
    for (const { exchange } of group.venues) this.report(exchange, 'LIVE', '');
  }

  #opening(): VenueOpening {
    return {
      sink: {
        batch: (batch) => this.#batch(batch),
        health: (exchange, health, reason) => this.report(exchange, health, reason),
      },
      projectedThrough: (exchange) => this.position(exchange),
    };
  }

  async #openGroup(group: OpenGroup): Promise<void> {
    const venues = await group.open();
    let markets: ReadonlyMap<InstrumentId, Market>[];
    try {
      this.#refuseTwice(group, venues);
      markets = venues.map(marketsOf);
    } catch (error) {
      await Promise.all(venues.map((venue) => venue.close()));
      throw error;
    }
    group.venues = venues;
    for (const [at, venue] of venues.entries()) {
      const listed = markets[at] ?? new Map<InstrumentId, Market>();
      for (const { instrument } of this.#marketsOf(venue.exchange)) if (!listed.has(instrument.id)) this.#end(instrument.id, venue);
      for (const [id, market] of listed) this.#markets.set(id, market);
      await Promise.all(this.#opened(venue));
      for (const follower of this.#followers) await this.#attach(venue, follower);
    }
  }

  #refuseTwice(group: OpenGroup, venues: readonly Venue[]): void {
    const others = this.#groups.filter((one) => one !== group).flatMap((one) => one.venues);
    const names = [...others, ...venues].map(({ exchange }) => exchange);
    const taken = names.find((exchange, at) => names.indexOf(exchange) !== at);
    if (taken !== undefined) throw new Error(`two plugins open the exchange ${taken}`);
  }

  /** In one turn, so that no batch falls between the state that listeners read and their first news. */
  #opened(venue: Venue): readonly (Promise<void> | undefined)[] {
    const { exchange } = venue;
    this.#venues.set(exchange, venue);
    this.#live.add(exchange);
    if (!this.#health.has(exchange)) this.#health.set(exchange, { health: 'LIVE', reason: '' });
    return this.#listeners.map((listener) => this.#tell(exchange, () => listener.opened(venue), listener));
  }

  async #attach(venue: Venue, follower: VenueFollower): Promise<void> {
    try {
      await follower.attach(venue);
    } catch (error) {
      this.#failed(venue.exchange, follower, error);
    }
  }

  async #closeGroup({ venues }: OpenGroup): Promise<void> {
    for (const venue of [...venues].reverse()) {
      try {
        await venue.close();
      } catch (error) {
        this.#logger.error({ err: error, exchange: venue.exchange }, 'a venue did not close cleanly');
      }
      this.#live.delete(venue.exchange);
    }
  }

  #forget(venue: Venue): void {
    const { exchange } = venue;
    this.#venues.delete(exchange);
    this.#health.delete(exchange);
    for (const { instrument } of this.#marketsOf(exchange)) this.#markets.delete(instrument.id);
    for (const listener of this.#listeners) void this.#tell(exchange, () => listener.closed?.(exchange), listener);
  }

  #gone(exchange: string, follower: VenueFollower): void {
    try {
      follower.gone?.(exchange);
    } catch (error) {
      this.#failed(exchange, follower, error);
    }
  }

  #batch(batch: VenueBatch): void | Promise<void> {
    // Of one that opens, `instruments` is read when it is open.
    if (this.#live.has(batch.exchange))
      for (const event of batch.events) if (event.type === 'instrument') this.#relist(batch.exchange, event.instrument);
    let waiting: Promise<void> | null = null;
    for (const follower of this.#followers) {
      const wait = this.#follow(batch, follower);
      if (wait !== undefined) waiting = waiting === null ? wait : Promise.all([waiting, wait]).then(() => undefined);
    }
    this.#news(batch);
    return waiting ?? undefined;
  }

  #marketsOf(exchange: string): readonly Market[] {
    return [...this.#markets.values()].filter(({ instrument }) => instrument.exchange === exchange);
  }

  /** A market that went while its exchange was closed. */
  #end(id: InstrumentId, venue: Venue): void {
    const market = this.#markets.get(id);
    if (market !== undefined) this.#markets.set(id, { ...market, venue, instrument: { ...market.instrument, state: 'DELISTED' } });
  }

  /** Orders are held to its new terms from here on; one that nothing can be reckoned by is not to be had. */
  #relist(exchange: string, instrument: Instrument): void {
    const venue = this.#venues.get(exchange);
    if (venue === undefined) return;
    try {
      this.#markets.set(instrument.id, marketOf(venue, instrument));
    } catch (error) {
      this.#markets.delete(instrument.id);
      this.#logger.error({ err: error, exchange, instrument: instrument.id }, 'an exchange has listed a market that cannot be traded');
    }
  }

  #news(batch: VenueBatch): void {
    const { exchange, sequence, events } = batch;
    const isNew = sequence > (this.#heard.get(exchange) ?? 0);
    if (isNew) this.#heard.set(exchange, sequence);
    if (events.length === 0) return;
    if (this.#live.has(exchange)) {
      for (const listener of this.#listeners) void this.#tell(exchange, () => listener.batch(batch), listener);
    } else if (isNew && this.#venues.has(exchange)) {
      for (const listener of this.#listeners) void this.#tell(exchange, () => listener.missed?.(batch), listener);
    }
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
