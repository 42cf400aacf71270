import type { Balance } from '../../../../core/contract/trading.ts';
import { settlesInMargin } from '../../../../core/domain/clearing/kinds.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { assetRoute, commonAssets, type RateLeg, valuationAssetOf, valuedRoute } from '../../driver/account/asset-route.ts';

/** [time in ms, value in the account currency]. */
export type EquityPoint = readonly [timeMs: number, value: number];

/** What an account has of an asset. */
export type Holding = Pick<Balance, 'apiId' | 'exchange' | 'asset' | 'total'>;

const dollars = new Set(commonAssets);

/** The same as a number, or as text. */
interface HeldTotal {
  readonly exchange: string;
  readonly asset: string;
  readonly total: string | number;
}

/** An amount of an asset, with the way over markets that gives it its worth; none: it counts as one. */
interface Valued {
  readonly amount: number;
  readonly route: readonly RateLeg[];
}

/** How a value changes with one market's price p: by `straight` × p + `turned` ÷ p. */
export interface PriceExposure {
  readonly straight: number;
  readonly turned: number;
}

/** What the part of a value that moves with one market is at a price of it. */
export const exposedAt = ({ straight, turned }: PriceExposure, price: number): number =>
  straight * price + (turned === 0 ? 0 : turned / price);

/** An asset that no market of the run leads to its money. */
export interface Unpriced {
  readonly asset: string;
  readonly money: string;
}

/**
 * What all balances are worth in one money, at the rates of the run's own markets, by the way that running instances are valued by too:
 * an asset is worth what its own exchange says, else another one of the run, else a contract on it. A dollar token that none of them
 * leads to another is taken as one, which {@link assumed} names. Figures to look at: money itself is never counted from them.
 */
export class EquityValuer {
  readonly #instruments: readonly Instrument[];
  /** What everything is valued in. */
  readonly money: string;
  /** The same, and the dollar tokens that are taken as one of it. */
  readonly #moneys: ReadonlySet<string>;
  readonly lastPrice: (id: InstrumentId) => number | null;
  /** By exchange and asset. Null: no market leads to money. */
  readonly #routes = new Map<string, Map<string, readonly RateLeg[] | null>>();
  readonly #firstPrices = new Map<string, number>();
  #balances: readonly HeldTotal[] | null = null;
  #held: readonly Valued[] = [];

  constructor(instruments: readonly Instrument[], lastPrice: (id: InstrumentId) => number | null) {
    this.#instruments = instruments;
    this.money = valuationAssetOf(instruments.map(({ quote }) => quote));
    this.#moneys = moneysOf(this.money, instruments);
    this.lastPrice = lastPrice;
  }

  /** The first asset, held or quoted, that would count as one without being money; null: there is none. */
  unpriced(balances: readonly Holding[]): Unpriced | null {
    const first = this.#known(balances).find(({ exchange, asset }) => this.#led(exchange, asset) === null);
    return first === undefined ? null : { asset: first.asset, money: this.money };
  }

  /** Dollar tokens, held or quoted, that count as one of the money because no market of the run says their rate. */
  assumed(balances: readonly Holding[]): readonly Unpriced[] {
    const { money } = this;
    const tokens = this.#known(balances).flatMap(({ asset }) => (asset !== money && this.#moneys.has(asset) ? [asset] : []));
    return [...new Set(tokens)].map((asset) => ({ asset, money }));
  }

  #known(balances: readonly Holding[]): ReadonlyArray<Pick<Holding, 'exchange' | 'asset'>> {
    const quoted = this.#instruments.map(({ exchange, quote }) => ({ exchange, asset: quote }));
    return [...quoted, ...balances.filter(({ total }) => Number(total) !== 0)];
  }

  /** Of one unit of an asset; null while a market on the way to it has no price yet. */
  price(exchange: string, asset: string): number | null {
    return this.#along(this.#route(exchange, asset));
  }

  /** It is worth what a market says; what is not is money. */
  isPriced(exchange: string, asset: string): boolean {
    return this.#route(exchange, asset).length > 0;
  }

  /**
   * The first price that anybody asked for: what the accounts started with is valued at it. `told` is another's word for it while
   * the market has none.
   */
  firstPrice(exchange: string, asset: string, told: number | null = null): number | null {
    const key = `${exchange} ${asset}`;
    const known = this.#firstPrices.get(key) ?? this.price(exchange, asset) ?? told;
    if (known !== null) this.#firstPrices.set(key, known);
    return known;
  }

  /** Null while a market of something held has no price yet. */
  value(balances: readonly HeldTotal[]): number | null {
    this.#hold(balances);
    let sum = 0;
    for (const { amount, route } of this.#held) {
      const price = this.#along(route);
      if (price === null) return null;
      sum += amount * price;
    }
    return sum;
  }

  /** What the accounts started with, at first prices; null until all of them are known. */
  startValue(balances: readonly Holding[]): number | null {
    let sum: number | null = 0;
    for (const { exchange, asset, total } of balances) {
      const price = Number(total) === 0 ? 0 : this.firstPrice(exchange, asset);
      sum = price === null || sum === null ? null : sum + Number(total) * price;
    }
    return sum;
  }

  /** How the value changes with a market's price. */
  exposure(balances: readonly HeldTotal[], id: InstrumentId): PriceExposure {
    this.#hold(balances);
    let [straight, turned] = [0, 0];
    for (const { amount, route } of this.#held) {
      const here = route.find((leg) => leg.id === id);
      if (here === undefined) continue;
      const each = amount * (this.#along(route.filter((leg) => leg !== here)) ?? 0);
      if (here.isTurned) turned += each;
      else straight += each;
    }
    return { straight, turned };
  }

  #hold(balances: readonly HeldTotal[]): void {
    if (balances === this.#balances) return;
    this.#balances = balances;
    const held: Valued[] = [];
    for (const { exchange, asset, total } of balances) {
      const amount = Number(total);
      if (amount !== 0) held.push({ amount, route: this.#route(exchange, asset) });
    }
    this.#held = held;
  }

  #along(route: readonly RateLeg[]): number | null {
    let price = 1;
    for (const { id, isTurned } of route) {
      const last = this.lastPrice(id);
      if (last === null) return null;
      price = isTurned ? price / last : price * last;
    }
    return price;
  }

  #route(exchange: string, asset: string): readonly RateLeg[] {
    return this.#led(exchange, asset) ?? [];
  }

  #led(exchange: string, asset: string): readonly RateLeg[] | null {
    const known = this.#routes.get(exchange)?.get(asset);
    if (known !== undefined) return known;
    const spot = this.#instruments.filter((market) => !settlesInMargin(market));
    const own = spot.filter((market) => market.exchange === exchange);
    const route = valuedRoute([own, spot, this.#instruments], asset, this.#moneys);
    const routes = this.#routes.get(exchange) ?? new Map();
    this.#routes.set(exchange, routes.set(asset, route));
    return route;
  }
}

/** A dollar token that no market leads to the money, where that is one too, is taken as one of it. */
function moneysOf(money: string, instruments: readonly Instrument[]): ReadonlySet<string> {
  const only = new Set([money]);
  const isAssumed = (asset: string): boolean => dollars.has(money) && assetRoute(instruments, asset, only) === null;
  return new Set([money, ...commonAssets.filter(isAssumed)]);
}
