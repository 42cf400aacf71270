import type { StrategyPosition } from '../../../../core/contract/strategy.ts';
import type { ApiId, Fill } from '../../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { fromUnits, pow10, toUnits } from '../../../../core/domain/numbers/decimal.ts';
import type { DriverSnapshot } from '../driver-snapshot.ts';
import { type RateSource, rateSource } from './asset-rates.ts';
import { valuationAssetOf } from './asset-route.ts';
import { type InstanceResult, resultOf } from './instance-result.ts';
import { type MarketAssets, NetPosition, resultScale } from './net-position.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface AccountSources {
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  readonly lastPrice: (id: InstrumentId) => string | null;
  /** Absent: by the markets of `instruments`, those of the exchanges that it has traded on first. */
  readonly rate?: RateSource;
}

/** What an instance has made of its fills: net positions, result, result of the day, orders of the last minute. */
export class InstanceAccount {
  readonly #sources: AccountSources & { readonly rate: RateSource };
  readonly #positions = new Map<string, NetPosition>();
  #listed: readonly StrategyPosition[] | null = null;
  #orderTimes: number[] = [];
  #day: DriverSnapshot['day'] = { startMs: 0, results: {} };

  constructor(sources: AccountSources) {
    const { instruments, lastPrice } = sources;
    const exchanges = (): ReadonlySet<string> =>
      new Set(this.netPositions.flatMap(({ instrumentId }) => instruments[instrumentId]?.exchange ?? []));
    const rate = sources.rate ?? rateSource(() => Object.values(instruments), lastPrice, exchanges);
    this.#sources = { ...sources, rate };
  }

  restore({ flows, orderTimes, day }: Pick<DriverSnapshot, 'flows' | 'orderTimes' | 'day'>): void {
    for (const flow of flows) {
      const { apiId, instrumentId } = flow;
      this.#positions.set(keyOf(apiId, instrumentId), new NetPosition(apiId, instrumentId, this.#assetsOf(instrumentId), flow));
    }
    this.#orderTimes = [...orderTimes];
    this.#day = day;
  }

  save(): Pick<DriverSnapshot, 'flows' | 'orderTimes' | 'day'> {
    return { flows: this.netPositions.map(({ flows }) => flows), orderTimes: this.#orderTimes, day: this.#day };
  }

  /** Open net positions, for the strategy. */
  get positions(): readonly StrategyPosition[] {
    this.#listed ??= this.netPositions.flatMap(({ position }) => position ?? []);
    return this.#listed;
  }

  /** The open net position of an account in a market, for the strategy. */
  position(apiId: ApiId, instrumentId: InstrumentId): StrategyPosition | null {
    return this.#positions.get(keyOf(apiId, instrumentId))?.position ?? null;
  }

  get netPositions(): readonly NetPosition[] {
    return [...this.#positions.values()];
  }

  /** Assets that its result is made in, before it is valued in one. */
  get assets(): readonly string[] {
    return [...this.#resultByAsset().keys()];
  }

  /** Signed net quantity, in base. */
  base(apiId: ApiId, instrumentId: InstrumentId): string {
    return this.#positions.get(keyOf(apiId, instrumentId))?.base ?? '0';
  }

  book(apiId: ApiId, instrumentId: InstrumentId, fill: Fill): void {
    this.#position(apiId, instrumentId).apply(fill);
    this.#listed = null;
  }

  /** Books what a funding time has brought (signed, in quote). */
  fund(apiId: ApiId, instrumentId: InstrumentId, amount: string): void {
    this.#position(apiId, instrumentId).fund(amount);
  }

  ordered(nowMs: number): void {
    this.ordersLastMinute(nowMs);
    this.#orderTimes.push(nowMs);
  }

  ordersLastMinute(nowMs: number): number {
    while (this.#orderTimes[0] !== undefined && this.#orderTimes[0] <= nowMs - minuteMs) this.#orderTimes.shift();
    return this.#orderTimes.length;
  }

  /** Since the start, of all markets together at the last prices. */
  result(asset = valuationAssetOf(this.assets)): InstanceResult {
    return resultOf(this.netPositions, asset, this.#sources);
  }

  /** Begins the day of `nowMs` with the result as it is; to be called before anything is booked in that day. */
  enterDay(nowMs: number): void {
    if (nowMs < this.#day.startMs + dayMs) return;
    const results = [...this.#resultByAsset()].map(([asset, units]) => [asset, fromUnits(units, resultScale)]);
    this.#day = { startMs: nowMs - (nowMs % dayMs), results: Object.fromEntries(results) };
  }

  /** When {@link enterDay} has something to do next. */
  get nextDayMs(): number {
    return nextDayOf(this.#day, this.#positions.size);
  }

  /** Result since midnight UTC: what {@link result} has changed by. Null where that is not known. */
  profitToday(asset = valuationAssetOf(this.assets)): string | null {
    if (this.result(asset).net === null) return null;
    let today = 0n;
    const results = this.#resultByAsset();
    for (const [of, units] of results) {
      const began = this.#dayBegan(of, results.size);
      if (began === null) return null;
      const change = units - began;
      const rate = of === asset ? '1' : this.#sources.rate(of, asset);
      if (change === 0n) continue;
      if (rate === null) return null;
      today += (change * (toUnits(rate, resultScale) ?? 0n)) / pow10(resultScale);
    }
    return fromUnits(today, resultScale);
  }

  /** Null where the day was saved as one amount and there are several assets: nobody knows which of them it was made in. */
  #dayBegan(asset: string, assets: number): bigint | null {
    const { results, profit = '0' } = this.#day;
    if (results === undefined && assets > 1 && profit !== '0') return null;
    return toUnits(results === undefined ? profit : (results[asset] ?? '0'), resultScale) ?? 0n;
  }

  /** Net result by the asset that it is made in; what has no price counts at its entry. */
  #resultByAsset(): ReadonlyMap<string, bigint> {
    const results = new Map<string, bigint>();
    const add = (asset: string, units: bigint): unknown => results.set(asset, (results.get(asset) ?? 0n) + units);
    for (const position of this.#positions.values()) {
      const { realised, open, fees, funding } = position.resultAt(this.#sources.lastPrice(position.instrumentId));
      add(position.asset, realised + (open ?? 0n) - fees + funding);
      for (const [asset, amount] of position.paid) add(asset, -amount);
    }
    return results;
  }

  #position(apiId: ApiId, instrumentId: InstrumentId): NetPosition {
    const key = keyOf(apiId, instrumentId);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const fresh = new NetPosition(apiId, instrumentId, this.#assetsOf(instrumentId));
    this.#positions.set(key, fresh);
    return fresh;
  }

  #assetsOf(instrumentId: InstrumentId): MarketAssets {
    return this.#sources.instruments[instrumentId] ?? { base: '', quote: '' };
  }
}

/** When books begin their next day; never without fills, whose result is nothing on every day. */
export const nextDayOf = ({ startMs }: DriverSnapshot['day'], markets: number): number =>
  markets === 0 ? Number.POSITIVE_INFINITY : startMs + dayMs;

const keyOf = (apiId: ApiId, instrumentId: InstrumentId): string => `${apiId}/${instrumentId}`;
