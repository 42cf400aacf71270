import type { ApiId } from '../../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { addDecimals } from '../../../../core/domain/numbers/decimal.ts';
import { type RateSource, rateSource } from '../../driver/account/asset-rates.ts';
import { limitAssetOf } from '../../driver/account/asset-route.ts';
import { InstanceAccount } from '../../driver/account/instance-account.ts';
import { brokenLimit, type TradingLimits, type WantedOrder } from '../../driver/account/trading-limits.ts';
import { openQtyBeside, type WorkingOrder } from '../../driver/orders/working-orders.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';
import type { InstanceBooks } from '../../worker/worker-protocol.ts';
import type { Denial } from './order-port.ts';
import { exchangeOf } from './stored-orders.ts';

/** What one instance of an account has done and wants. */
export interface AccountUse {
  readonly workingOrders: readonly WorkingOrder[];
  readonly books: InstanceBooks | null;
}

export interface GuardSources {
  readonly instrument: (id: InstrumentId) => Instrument | null;
  /** What one unit is worth, in quote. */
  readonly price: (id: InstrumentId) => string | null;
  /** For what was made on these exchanges. */
  readonly rateFor: (exchanges: ReadonlySet<string>) => RateSource;
}

export type ValuedMarkets = Pick<StrategyMarkets, 'instrument' | 'instruments' | 'referencePrice' | 'isEphemeral'>;

/** Markets as results are valued by them. */
export function guardSources(markets: ValuedMarkets): GuardSources {
  const price = (id: InstrumentId): string | null => markets.referencePrice(id)?.price ?? null;
  return {
    instrument: (id) => markets.instrument(id),
    price,
    rateFor: (exchanges) =>
      rateSource(
        () => ratingInstruments(markets, exchanges),
        price,
        () => exchanges,
      ),
  };
}

/** Instruments that may say rates for what was made on these exchanges: a replay's prices are of another time and value only itself. */
export const ratingInstruments = (markets: ValuedMarkets, exchanges: ReadonlySet<string>): readonly Instrument[] =>
  markets.instruments().filter(({ exchange }) => exchanges.has(exchange) || !markets.isEphemeral(exchange));

/**
 * Holds an account's limits against all its instances together; the order, or its amendment, is already counted by its instance.
 * `minuteAgoMs`: what the clock showed a minute ago.
 */
export function accountDenial(
  limits: TradingLimits,
  wanted: WantedOrder,
  uses: readonly AccountUse[],
  sources: GuardSources,
  minuteAgoMs: number,
): Denial | null {
  const { apiId, instrumentId } = wanted;
  let base = '0';
  let openQty = '0';
  let ordersLastMinute = -1;
  for (const { workingOrders, books } of uses) {
    openQty = addDecimals(openQty, openQtyBeside(wanted, workingOrders));
    if (books === null) continue;
    base = addDecimals(base, baseOf(books, apiId, instrumentId));
    ordersLastMinute += books.orderTimes.filter((timeMs) => timeMs > minuteAgoMs).length;
  }
  const profitToday = limits.maxDailyLoss === null ? '0' : profitOfAll(uses, sources, sources.instrument(instrumentId)?.quote);
  const lastPrice = sources.price(instrumentId);
  return brokenLimit(limits, wanted, { base, openQty, lastPrice, profitToday, ordersLastMinute: Math.max(ordersLastMinute, 0) });
}

/** Result of the day of all instances of an account in one asset; null where one of them is not known. */
function profitOfAll(uses: readonly AccountUse[], sources: GuardSources, quote: string | undefined): string | null {
  const accounts = uses.flatMap(({ books }) => (books === null ? [] : [accountOf(books, sources)]));
  const asset = limitAssetOf(
    accounts.flatMap(({ assets }) => assets),
    quote,
  );
  return accounts.reduce<string | null>((sum, account) => {
    const today = sum === null ? null : account.profitToday(asset);
    return sum === null || today === null ? null : addDecimals(sum, today);
  }, '0');
}

const baseOf = ({ flows }: InstanceBooks, apiId: ApiId, instrumentId: InstrumentId): string =>
  flows.find((flow) => flow.apiId === apiId && flow.instrumentId === instrumentId)?.base ?? '0';

/** An instance's books, with its results at the prices of now. */
export function accountOf(books: InstanceBooks, { instrument, price, rateFor }: GuardSources): InstanceAccount {
  const known = books.flows.flatMap(({ instrumentId }) => {
    const found = instrument(instrumentId);
    return found === null ? [] : [[instrumentId, found] as const];
  });
  const instruments = Object.fromEntries(known);
  const account = new InstanceAccount({ instruments, lastPrice: price, rate: rateFor(exchangesIn(books)) });
  account.restore(books);
  return account;
}

/** Exchanges on which an instance has traded. */
export const exchangesIn = ({ flows }: Pick<InstanceBooks, 'flows'>): ReadonlySet<string> =>
  new Set(flows.map(({ instrumentId }) => exchangeOf(instrumentId)));
