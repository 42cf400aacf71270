import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { MarketPort, Venue, VenueBatch } from '../../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { RecordedEvent } from '../../../core/simulation/recordings/recorded-event.ts';
import type { IndexPrices } from '../../trading/venues/reference-prices.ts';
import type { VenueListener } from '../../trading/venues/venue-registry.ts';
import { eventsOfBatch } from './batch-events.ts';

/** A simulated exchange that plays real markets. */
interface MarketPlayer extends Pick<MarketPort, 'tellReferencePrice' | 'waitsFor'> {
  readonly exchange: string;
  play(id: InstrumentId, event: RecordedEvent): void;
  relist(instrument: Instrument): void;
  catchUp(): void;
}

/** Takes what real exchanges report to the simulations that play their markets; each batch is read once, whoever listens. */
export class RehearsalFeed implements VenueListener {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #players = new Map<InstrumentId, Set<MarketPlayer>>();

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  listen(id: InstrumentId, player: MarketPlayer): () => void {
    const players = this.#players.get(id) ?? new Set();
    this.#players.set(id, players.add(player));
    return () => {
      players.delete(player);
      if (players.size === 0) this.#players.delete(id);
    };
  }

  /** Takes the indexes to the simulations in which an order waits for one. */
  follow(indexes: IndexPrices): Disposer {
    return indexes.onPrice(({ price, sources }) => {
      if (price === null || this.#players.size === 0) return;
      for (const { instrumentId } of sources)
        for (const player of this.#players.get(instrumentId) ?? [])
          if (player.waitsFor?.(instrumentId, 'INDEX') === true) void player.tellReferencePrice?.(instrumentId, 'INDEX', price);
    });
  }

  opened({ exchange }: Venue): void {
    const players = new Set([...this.#players.values()].flatMap((some) => [...some]));
    for (const player of players) if (player.exchange === exchange) player.catchUp();
  }

  batch(batch: VenueBatch): void {
    if (this.#players.size === 0) return;
    let begin = 0;
    batch.events.forEach((event, at) => {
      if (event.type !== 'instrument') return;
      this.#play({ ...batch, events: batch.events.slice(begin, at) });
      for (const player of this.#players.get(event.instrument.id) ?? []) player.relist(event.instrument);
      begin = at + 1;
    });
    this.#play(begin === 0 ? batch : { ...batch, events: batch.events.slice(begin) });
  }

  /** A replay's own times are of long ago: whatever is played happens now, by the clock that the instances go by. */
  #play(batch: VenueBatch): void {
    const timeMs = this.#clock.nowMs();
    for (const { id, event } of eventsOfBatch(batch)) {
      const players = this.#players.get(id);
      if (players === undefined) continue;
      const now = { ...event, timeMs };
      for (const player of players) player.play(id, now);
    }
  }
}
