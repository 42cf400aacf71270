import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { Venue, VenueBatch } from '../../../core/contract/venue.ts';
import type { Store } from '../../store/store.ts';
import { OrderStatusGuard } from '../checks/order-status-guard.ts';
import type { VenueFollower } from '../venues/venue-registry.ts';
import { ProjectionLane } from './projection-lane.ts';

interface ProjectorOptions {
  readonly store: Pick<Store, 'projections' | 'orders'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Accounts of an exchange: whose open orders the status guard starts from. */
  readonly apiIdsOf: (exchange: string) => readonly ApiId[];
  readonly onBroken: (exchange: string, reason: string) => void;
}

const nothing = { sequence: 0, orders: [], events: [], fills: [], entries: [], balances: [] } as const;

/** Keeps the store's projections of all venues up to date, one lane each. */
export class Projector implements VenueFollower {
  readonly #options: ProjectorOptions;
  readonly #lanes = new Map<string, ProjectionLane>();
  readonly #opening = new Map<string, Promise<number>>();
  /** Exchanges whose venue is of that kind. */
  readonly #ephemeral = new Set<string>();
  readonly #behindListeners = new Set<() => void>();

  constructor(options: ProjectorOptions) {
    this.#options = options;
  }

  /** Sequence that the store holds; opens the venue's lane. */
  position(exchange: string): Promise<number> {
    const lane = this.#lanes.get(exchange);
    if (lane !== undefined) return Promise.resolve(lane.position);
    const opening = this.#opening.get(exchange) ?? this.#openLane(exchange).finally(() => this.#opening.delete(exchange));
    this.#opening.set(exchange, opening);
    return opening;
  }

  /** Sequence that the store is known to hold now; 0 before the venue's lane is open. */
  storedThrough(exchange: string): number {
    return this.#lanes.get(exchange)?.position ?? 0;
  }

  /** Resolves when the store holds what the exchange told of accounts so far. */
  async stored(exchange: string): Promise<void> {
    await this.#lanes.get(exchange)?.stored();
  }

  /** True while so much waits for the database that no new orders should be taken. */
  isBehind(exchange: string): boolean {
    return this.#lanes.get(exchange)?.isBehind ?? false;
  }

  /** For how long the oldest of what the exchange told and the store does not hold waits, ms. */
  lagMs(exchange: string): number {
    return this.#lanes.get(exchange)?.lagMs ?? 0;
  }

  /** Told after each change of {@link isBehind}, of whichever exchange. */
  onBehind(listener: () => void): Disposer {
    this.#behindListeners.add(listener);
    return () => void this.#behindListeners.delete(listener);
  }

  /** A promise means back-pressure, see `ProjectionLane.accept`. */
  batch(batch: VenueBatch): void | Promise<void> {
    if (this.#ephemeral.has(batch.exchange)) return;
    const lane = this.#lanes.get(batch.exchange);
    if (lane !== undefined) return lane.accept(batch);
    return this.position(batch.exchange).then(() => this.#lanes.get(batch.exchange)?.accept(batch));
  }

  /** An ephemeral venue leaves nothing behind. What it told while it opened may have begun a lane. */
  async attach({ exchange, durability }: Pick<Venue, 'exchange' | 'durability'>): Promise<void> {
    if (durability !== 'ephemeral') {
      this.#ephemeral.delete(exchange);
      return;
    }
    this.#ephemeral.add(exchange);
    await this.#opening.get(exchange);
    await this.#lanes.get(exchange)?.end();
  }

  /** Its lane begins anew where the store then stands: what a failing database has not taken is reported again. */
  async detach(exchange: string): Promise<void> {
    await this.#lanes.get(exchange)?.close();
    this.#lanes.delete(exchange);
  }

  /** Resolves when everything reported so far is stored, however long the database takes. */
  async settle(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.flush()));
  }

  /** Forgets the venue's projection; the venue must be closed, and reports everything again when it opens. */
  async reset(exchange: string): Promise<void> {
    await this.#lanes.get(exchange)?.end();
    this.#lanes.delete(exchange);
    await this.#options.store.projections.reset(exchange);
  }

  /** Stores what is waiting, as long as the database answers; the rest is reported again at the next open. */
  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
    this.#lanes.clear();
  }

  async #openLane(exchange: string): Promise<number> {
    const { store, apiIdsOf } = this.#options;
    // An empty write waits for one that a killed predecessor may still have under way; a mere read would not see it.
    const { position } = await store.projections.apply({ ...nothing, venue: exchange });
    const guard = new OrderStatusGuard();
    for (const order of await store.orders.open(apiIdsOf(exchange))) if (order.venue === exchange) guard.seed(order.orderId, order.status);
    const { clock, logger, onBroken } = this.#options;
    const { projections } = store;
    const onBehind = (): void => {
      for (const listener of this.#behindListeners) listener();
    };
    this.#lanes.set(exchange, new ProjectionLane({ exchange, position, projections, guard, clock, logger, onBroken, onBehind }));
    return position;
  }
}
