import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { Stream } from '../../core/contract/client-services.ts';
import { itemsOf, type TopicMessage } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { SpreadView } from '../../schemas/wire/spread.ts';

/** A pair of markets in the list: it stays the same object while its figures change, so that the table does not jump with them. */
export interface SpreadPair {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  /** Of both legs, in order of name. */
  readonly exchanges: readonly [string, string];
}

const exchangeOf = (instrumentId: string): string => instrumentId.slice(0, instrumentId.indexOf('/'));

/** Pairs of markets and what they cost, live. */
export class SpreadStore {
  readonly #rows = observable.map<string, SpreadView>(undefined, { deep: false });
  pairs: readonly SpreadPair[] = [];
  ready = false;

  constructor() {
    makeAutoObservable(this, { pairs: observableRef, row: false }, { autoBind: true });
  }

  /** Observable per pair; null for one that is gone. */
  row(pairId: string): SpreadView | null {
    return this.#rows.get(pairId) ?? null;
  }

  follow(stream: Stream): Disposer {
    return stream.subscribe('spreads', this.take);
  }

  take(message: TopicMessage): void {
    const rows = itemsOf<SpreadView>(message);
    const isWhole = message.k === 's';
    if (isWhole) this.#rows.clear();
    const isNew = rows.some(({ spread_id }) => !this.#rows.has(spread_id));
    for (const row of rows) this.#rows.set(row.spread_id, row);
    if (isWhole || isNew) this.pairs = [...this.#rows.values()].map(pairOf);
    this.ready = true;
  }
}

function pairOf({ spread_id, base, quote, sell, buy }: SpreadView): SpreadPair {
  const [first = '', second = ''] = [exchangeOf(sell.id), exchangeOf(buy.id)].sort();
  return { id: spread_id, base, quote, exchanges: [first, second] };
}
