import { type MarketEvent, mostHistory, type StrategyDefinition, type Subscription } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import type { SavedActor } from './driver-snapshot.ts';
import type { ExecutorDefinition } from './executor.ts';
import { candleKey } from './watched/candle-marks.ts';
import { PriceBand } from './watched/price-bands.ts';

/** Closed candles of the past that somebody asked for and has not heard. */
export interface WantedHistory {
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
  readonly count: number;
}

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
  /** Candles whose history it has heard, by {@link candleKey}. */
  readonly #heard = new Set<string>();

  constructor(id: string, kind: string | null, definition: StrategyDefinition | ExecutorDefinition, params: unknown) {
    this.id = id;
    this.kind = kind;
    this.definition = definition;
    this.params = params;
  }

  static restore(saved: SavedActor, definition: StrategyDefinition | ExecutorDefinition): Actor {
    const actor = new Actor(saved.id, saved.kind, definition, saved.params);
    actor.state = saved.state;
    for (const key of saved.heard ?? []) actor.#heard.add(key);
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
    if (this.#heard.size === 0) return;
    const asked = new Set(subscriptions.flatMap((one) => (asksHistory(one) ? [candleKey(one.instrumentId, one.interval)] : [])));
    for (const key of this.#heard) if (!asked.has(key)) this.#heard.delete(key);
  }

  get wantedHistories(): readonly WantedHistory[] {
    return wantedHistories(this.subscriptions, this.#heard);
  }

  /** To be called with what it is told. */
  hears(event: MarketEvent): void {
    if (event.type === 'history') this.#heard.add(candleKey(event.instrumentId, event.interval));
  }

  listensTo(event: MarketEvent): boolean {
    switch (event.type) {
      case 'book':
        return this.#listens.has(`book:${event.book.instrumentId}`);
      case 'trade':
        return this.#listens.has(`trade:${event.trade.instrumentId}`);
      case 'history':
        return this.wantedHistories.some(
          ({ instrumentId, interval }) => instrumentId === event.instrumentId && interval === event.interval,
        );
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
      ...(this.#heard.size === 0 ? {} : { heard: [...this.#heard] }),
    };
  }
}

/** What is asked for of the past and was not heard; `heard` has keys of {@link candleKey}. */
export const wantedHistories = (subscriptions: readonly Subscription[], heard: ReadonlySet<string>): readonly WantedHistory[] =>
  subscriptions.flatMap((one) => {
    if (!asksHistory(one) || heard.has(candleKey(one.instrumentId, one.interval))) return [];
    const { instrumentId, interval, history = 0 } = one;
    return [{ instrumentId, interval, count: Math.min(history, mostHistory) }];
  });

type CandleSubscription = Extract<Subscription, { readonly type: 'candle' }>;

const asksHistory = (one: Subscription): one is CandleSubscription => one.type === 'candle' && (one.history ?? 0) > 0;

const keyOf = (type: string, instrumentId: InstrumentId, what: object): string =>
  'interval' in what ? `candle:${instrumentId}:${what.interval}` : `${type}:${instrumentId}`;
