import type { MarketEvent, StrategyDefinition, Subscription } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { SavedActor } from './driver-snapshot.ts';
import type { ExecutorDefinition } from './executor.ts';
import { PriceBand } from './price-bands.ts';

/** A strategy, or an executor that it started, with its own state, timers and subscriptions. */
export class Actor {
  readonly id: string;
  readonly kind: string | null;
  readonly definition: StrategyDefinition | ExecutorDefinition;
  params: unknown;
  state: unknown = null;
  subscriptions: readonly Subscription[] = [];
  bands: readonly PriceBand[] = [];
  readonly timers = new Map<string, number>();
  /** Kinds of events of a market that it listens to: `book:aurora/BTCUSDT/spot`. */
  readonly #listens = new Set<string>();

  constructor(id: string, kind: string | null, definition: StrategyDefinition | ExecutorDefinition, params: unknown) {
    this.id = id;
    this.kind = kind;
    this.definition = definition;
    this.params = params;
  }

  static restore(saved: SavedActor, definition: StrategyDefinition | ExecutorDefinition): Actor {
    const actor = new Actor(saved.id, saved.kind, definition, saved.params);
    actor.state = saved.state;
    actor.subscribe(saved.subscriptions);
    actor.bands.forEach((band, at) => {
      band.zone = saved.zones[at] ?? null;
    });
    for (const [timer, dueMs] of Object.entries(saved.timers)) actor.timers.set(timer, dueMs);
    return actor;
  }

  subscribe(subscriptions: readonly Subscription[]): void {
    this.subscriptions = subscriptions;
    this.bands = subscriptions.flatMap((subscription) => (subscription.type === 'band' ? [new PriceBand(subscription)] : []));
    this.#listens.clear();
    for (const subscription of subscriptions) this.#listens.add(keyOf(subscription.type, subscription.instrumentId, subscription));
  }

  listensTo(event: MarketEvent): boolean {
    switch (event.type) {
      case 'book':
        return this.#listens.has(`book:${event.book.instrumentId}`);
      case 'trade':
        return this.#listens.has(`trade:${event.trade.instrumentId}`);
      case 'ticker':
        return this.#listens.has(`ticker:${event.ticker.instrumentId}`);
      default:
        return this.#listens.has(keyOf(event.type, event.instrumentId, event));
    }
  }

  save(): SavedActor {
    return {
      id: this.id,
      kind: this.kind,
      params: this.params as SavedActor['params'],
      state: this.state as SavedActor['state'],
      subscriptions: this.subscriptions,
      zones: this.bands.map(({ zone }) => zone),
      timers: Object.fromEntries(this.timers),
    };
  }
}

const keyOf = (type: string, instrumentId: InstrumentId, what: object): string =>
  'interval' in what ? `candle:${instrumentId}:${what.interval}` : `${type}:${instrumentId}`;
