import type { MarketTrade } from '../../core/contract/client-services.ts';
import { joinedPrints, type Print, printsFrom, singlePrints } from './prints.ts';

/** What of the trades is shown. */
interface PrintChoice {
  /** Ids of the trades in which the user took part. */
  readonly own: ReadonlySet<string>;
  /** Trades of one taker's order are shown as one. */
  readonly joins: boolean;
  /** Smallest print shown, in base; empty for all. */
  readonly size: string;
}

/** The prints of a feed, made when somebody looks: trades come more often than they are drawn. Not observable. */
export class PrintList {
  #trades: readonly MarketTrade[] = [];
  #choice: PrintChoice;
  #prints: readonly Print[] | null = null;

  constructor(choice: PrintChoice) {
    this.#choice = choice;
  }

  take(trades: readonly MarketTrade[]): void {
    this.#trades = trades;
    this.#prints = null;
  }

  choose(choice: PrintChoice): void {
    this.#choice = choice;
    this.#prints = null;
  }

  /** Newest first. */
  get prints(): readonly Print[] {
    const { own, joins, size } = this.#choice;
    this.#prints ??= printsFrom((joins ? joinedPrints : singlePrints)(this.#trades, own), size);
    return this.#prints;
  }
}
