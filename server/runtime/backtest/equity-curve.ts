import type { Balance } from '../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';

/** [time in ms, value in the account currency]. */
export type EquityPoint = readonly [timeMs: number, value: number];

/** What an account has of an asset. */
export type Holding = Pick<Balance, 'apiId' | 'exchange' | 'asset' | 'total'>;

const dollars = new Set(['USD', 'USDT', 'USDC']);

/** An amount of an asset, with the markets whose prices, multiplied, are its own; none: it counts as one. */
interface Valued {
  readonly amount: number;
  readonly route: readonly InstrumentId[];
}

/** An asset that no market of the run leads to its money. */
export interface Unpriced {
  readonly asset: string;
  readonly money: string;
}

/**
 * What all balances are worth, in the quote of the markets; dollars and their tokens count as one. A coin is worth what its own
 * exchange says, else another one of the run, else a contract on it. Figures to look at: money
 * itself is never counted from them.
 */
export class EquityValuer {
  readonly #instruments: readonly Instrument[];
  readonly #markets: readonly Instrument[];
  readonly lastPrice: (id: InstrumentId) => number | null;
  readonly #routes = new Map<string, readonly InstrumentId[]>();
  readonly #firstPrices = new Map<string, number>();
  #balances: readonly Holding[] | null = null;
  #held: readonly Valued[] = [];

  constructor(instruments: readonly Instrument[], lastPrice: (id: InstrumentId) => number | null) {
    this.#instruments = instruments;
    this.#markets = instruments.filter(({ base, quote }) => !isSameMoney(base, quote));
    this.lastPrice = lastPrice;
  }

  /** The first asset, held or quoted, that would count as one without being money; null: there is none. */
  unpriced(balances: readonly Holding[]): Unpriced | null {
    const [first] = this.#instruments;
    if (first === undefined) return null;
    const money = this.#moneyOf(first.exchange, first.quote);
    const held = balances.filter(({ total }) => Number(total) !== 0);
    for (const { exchange, asset } of [...this.#instruments.map(({ exchange, quote }) => ({ exchange, asset: quote })), ...held]) {
      const last = this.#moneyOf(exchange, asset);
      if (!isSameMoney(last, money)) return { asset: last, money };
    }
    return null;
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
  value(balances: readonly Holding[]): number | null {
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

  /** How much the value changes with one unit of a market's price. */
  exposure(balances: readonly Holding[], id: InstrumentId): number {
    this.#hold(balances);
    let sum = 0;
    for (const { amount, route } of this.#held) {
      if (route.includes(id)) sum += amount * (this.#along(route.filter((other) => other !== id)) ?? 0);
    }
    return sum;
  }

  #hold(balances: readonly Holding[]): void {
    if (balances === this.#balances) return;
    this.#balances = balances;
    this.#held = balances
      .map(({ exchange, asset, total }) => ({ amount: Number(total), route: this.#route(exchange, asset) }))
      .filter(({ amount }) => amount !== 0);
  }

  #along(route: readonly InstrumentId[]): number | null {
    let price = 1;
    for (const id of route) {
      const last = this.lastPrice(id);
      if (last === null) return null;
      price *= last;
    }
    return price;
  }

  /** What an asset's way ends in. */
  #moneyOf(exchange: string, asset: string): string {
    const last = this.#route(exchange, asset).at(-1);
    return this.#markets.find(({ id }) => id === last)?.quote ?? asset;
  }

  #route(exchange: string, asset: string): readonly InstrumentId[] {
    const key = `${exchange} ${asset}`;
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    const spot = this.#markets.filter(({ contractKind }) => contractKind === 'spot');
    const own = spot.filter((market) => market.exchange === exchange);
    const route = routeOf([own, spot, this.#markets], asset);
    this.#routes.set(key, route);
    return route;
  }
}

const isSameMoney = (a: string, b: string): boolean => a === b || (dollars.has(a) && dollars.has(b));

/** From an asset to money, by a market of the first group that has one, against dollars where there is one. */
function routeOf(groups: ReadonlyArray<readonly Instrument[]>, asset: string): readonly InstrumentId[] {
  const found = groups.map((markets) => markets.filter(({ base }) => base === asset)).find(({ length }) => length > 0) ?? [];
  const market = found.find(({ quote }) => dollars.has(quote)) ?? found[0];
  if (market === undefined) return [];
  const others = groups.map((markets) => markets.filter(({ base }) => base !== asset));
  return [market.id, ...routeOf(others, market.quote)];
}
