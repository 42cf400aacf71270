import type { Stream } from '../../../core/contract/client-services.ts';
import { itemsOf, type TopicMessage } from '../../../core/contract/stream-items.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { SpreadView } from '../../../schemas/wire/spread.ts';

/** What the same asset costs at different exchanges, as it was told last: pictures look at it when they are drawn. */
export class LiveSpreads {
  readonly #rows = new Map<string, SpreadView>();
  /** False until the first state has come. */
  ready = false;

  follow(stream: Pick<Stream, 'subscribe'>): Disposer {
    return stream.subscribe('spreads', (message) => this.take(message));
  }

  take(message: TopicMessage): void {
    if (message.k === 's') this.#rows.clear();
    for (const row of itemsOf<SpreadView>(message)) this.#rows.set(row.spread_id, row);
    this.ready = true;
  }

  /** Assets that there are, each once and in order. */
  bases(): readonly string[] {
    return [...new Set([...this.#rows.values()].map(({ base }) => base))].sort();
  }

  /** Widest first, those of one asset or of all; pairs of which a side is empty have no spread and are left out. */
  widest(base: string | null): readonly (SpreadView & { readonly rate: string })[] {
    return [...this.#rows.values()]
      .filter((row): row is SpreadView & { rate: string } => row.rate !== null && (base === null || row.base === base))
      .sort((a, b) => Number(b.rate) - Number(a.rate));
  }
}
