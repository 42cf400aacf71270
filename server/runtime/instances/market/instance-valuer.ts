import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { rateMarkets } from '../../driver/account/asset-rates.ts';
import { valuationAssetOf } from '../../driver/account/asset-route.ts';
import type { InstanceAccount } from '../../driver/account/instance-account.ts';
import type { ClosingPrices, DriverSnapshot } from '../../driver/driver-snapshot.ts';
import type { InstanceBooks } from '../../worker/worker-protocol.ts';
import { accountOf, exchangesIn, type GuardSources, guardSources, ratingInstruments, type ValuedMarkets } from '../orders/account-guard.ts';

/** Values what instances have made at the prices of now, or those that an ended one was closed with. */
export class InstanceValuer {
  readonly #markets: ValuedMarkets;
  readonly #live: GuardSources;

  constructor(markets: ValuedMarkets) {
    this.#markets = markets;
    this.#live = guardSources(markets);
  }

  /** What one unit of a market is worth now, in quote. */
  price(id: InstrumentId): string | null {
    return this.#live.price(id);
  }

  quoteOf(id: InstrumentId): string | null {
    return this.#live.instrument(id)?.quote ?? null;
  }

  account(books: InstanceBooks, closing?: ClosingPrices): InstanceAccount {
    return accountOf(books, closing === undefined ? this.#live : closedSources(this.#live, closing));
  }

  /** Net result of now; null where that is not known. */
  net(books: InstanceBooks | null): string | null {
    return books === null ? '0' : this.account(books).result().net;
  }

  /** What a step is told of prices: of these markets, and of those by which results in several assets are valued in one. */
  pricesFor(ids: ReadonlySet<InstrumentId>, books: InstanceBooks | null): Readonly<Record<InstrumentId, string>> {
    return this.#pricesOf([...ids, ...(books === null || isOfOneAsset(books) ? [] : this.#rateMarkets(books))]);
  }

  /** The snapshot of an instance that has ended, with the prices that its result stays measured by. */
  closed(snapshot: string): string {
    const saved = JSON.parse(snapshot) as DriverSnapshot;
    const { assets } = this.account(saved);
    const into = valuationAssetOf(assets);
    const rateOf = this.#live.rateFor(exchangesIn(saved));
    const rates = assets.flatMap((asset) => {
      const rate = asset === into ? null : rateOf(asset, into);
      return rate === null ? [] : [[`${asset}/${into}`, rate]];
    });
    const prices = this.#pricesOf(saved.flows.map(({ instrumentId }) => instrumentId));
    return JSON.stringify({ ...saved, closing: { prices, rates: Object.fromEntries(rates) } } satisfies DriverSnapshot);
  }

  #rateMarkets(books: InstanceBooks): readonly InstrumentId[] {
    const exchanges = exchangesIn(books);
    return rateMarkets(this.account(books).assets, ratingInstruments(this.#markets, exchanges), this.#live.price, exchanges);
  }

  #pricesOf(ids: readonly InstrumentId[]): Readonly<Record<InstrumentId, string>> {
    return Object.fromEntries(
      ids.flatMap((id) => {
        const price = this.price(id);
        return price === null ? [] : [[id, price]];
      }),
    );
  }
}

/** The common case, found without valuing anything. */
const isOfOneAsset = ({ flows }: InstanceBooks): boolean => flows.length < 2 && flows.every(({ paid }) => paid === undefined);

const closedSources = (live: GuardSources, { prices, rates }: ClosingPrices): GuardSources => ({
  instrument: live.instrument,
  price: (id) => prices[id] ?? null,
  rateFor: () => (asset, into) => (asset === into ? '1' : (rates[`${asset}/${into}`] ?? null)),
});
