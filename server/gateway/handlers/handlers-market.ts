import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { flowWindows } from '../../../core/domain/markets/flow-window.ts';
import { type Instrument, type InstrumentId, instrumentId } from '../../../core/domain/markets/instrument.ts';
import { type Interval, intervals } from '../../../core/domain/markets/interval.ts';
import { orderSides, orderTypes } from '../../../core/domain/orders/order.ts';
import { orderStatuses } from '../../../core/domain/orders/order-status.ts';
import type { indexRoutes } from '../../../schemas/wire/index-price.ts';
import type { CandleView, marketRoutes } from '../../../schemas/wire/market.ts';
import type { IndexBoard } from '../../market/reference/index-board.ts';
import type { AccountDirectory, MarketSource, MissingVenue, VenueDirectory } from '../ports.ts';
import { feesView } from '../views/fees-view.ts';
import { flowView } from '../views/flow-view.ts';
import { instrumentView } from '../views/instrument-view.ts';
import { candleView, depthView, indexView, tickerView, tradeView } from '../views/wire-mapping.ts';
import type { HandlersOf } from './handlers.ts';

interface MarketHandlerParts {
  readonly markets: MarketSource;
  readonly venues: VenueDirectory;
  readonly accounts: AccountDirectory;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly indexes: Pick<IndexBoard, 'list'>;
}

interface MarketQuery {
  readonly exchange: string;
  readonly symbol: string;
  readonly account_type: Instrument['accountType'];
}

/** Words that the client shows; `value` is the English name behind a code. */
const dictionary = [
  ...orderStatuses.map((word) => ({ code: 'order_status', key: word, value: nameOf(word) })),
  ...orderTypes.map((word) => ({ code: 'order_type', key: word, value: nameOf(word) })),
  ...orderSides.map((word) => ({ code: 'order_side', key: word, value: nameOf(word) })),
];

/** Of an exchange that never opened. */
const downOf = ({ exchange, title }: MissingVenue) => ({
  ...{
    exchange,
    title,
    trading: false,
    account_types: [],
    transfers: false,
    account_transfers: false,
    withdrawals: false,
    holds: false,
    order_types: [],
    times_in_force: [],
    trigger_kinds: [],
  },
  health: 'DOWN' as const,
});

function nameOf(word: string): string {
  const text = word.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function createMarketHandlers({
  markets,
  venues,
  accounts,
  clock,
  indexes,
}: MarketHandlerParts): HandlersOf<typeof marketRoutes & typeof indexRoutes> {
  /** The id of a known instrument, or the refusal that says which part is unknown. */
  const known = (query: MarketQuery): Outcome<InstrumentId> => {
    const id = instrumentId({ exchange: query.exchange, symbol: query.symbol, accountType: query.account_type });
    if (markets.instrument(id) !== null) return accepted(id);
    const exchangeKnown = venues.list().some(({ venue }) => venue.exchange === query.exchange);
    return exchangeKnown
      ? refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id })
      : refused('MARKET_UNKNOWN_EXCHANGE', { exchange: query.exchange });
  };
  const candles = async (
    query: MarketQuery & { readonly interval: Interval; readonly limit?: number },
    beforeMs: number,
  ): Promise<Outcome<CandleView[]>> => {
    const id = known(query);
    if (!id.ok) return id;
    return accepted((await markets.candles(id.value, query.interval, beforeMs, query.limit ?? 500)).map(candleView));
  };

  return {
    accountFees: async ({ principal, query }) => {
      const open = (exchange: string) => venues.list().find(({ venue }) => venue.exchange === exchange)?.venue ?? null;
      return accepted(accounts.of(principal, 'see').flatMap(({ apiId, exchange }) => feesView(open(exchange), apiId, exchange, query)));
    },
    // Lists, searches and first choices follow this order: nobody looks for a market without a price.
    symbols: async () => {
      const isPriced = ({ id }: Instrument): boolean => markets.ticker(id)?.last != null;
      const all = markets.instruments();
      return accepted([...all.filter(isPriced), ...all.filter((one) => !isPriced(one))].map(instrumentView));
    },
    intervals: async () => accepted([...intervals]),
    dictionary: async () => accepted(dictionary),
    exchangeInfo: async () =>
      accepted([
        ...venues.list().map(({ venue, health }) => ({
          exchange: venue.exchange,
          title: venue.title,
          health,
          trading: venue.capabilities.trading,
          account_types: [...venue.capabilities.accountTypes],
          transfers: venue.capabilities.transfer,
          account_transfers: venue.capabilities.accountTransfer === true,
          withdrawals: venue.capabilities.withdrawal === true,
          holds: venue.hold !== undefined,
          order_types: [...venue.capabilities.orderTypes],
          times_in_force: [...venue.capabilities.timesInForce],
          trigger_kinds: [...venue.capabilities.triggerKinds],
        })),
        ...venues.missing().map(downOf),
      ]),
    indexes: async () => accepted(indexes.list().map(indexView)),
    tickers: async () => accepted(markets.tickers().map(tickerView)),
    sparklines: async ({ query }) => {
      const ids = [...new Set(query.ids.split(','))].filter((id) => markets.instrument(id) !== null);
      return accepted(ids.map((id) => ({ id, closes: [...markets.sparkline(id)] })));
    },
    klines: ({ query }) => candles(query, clock.nowMs() + 1),
    klinesHistory: ({ query }) => candles(query, query.before),
    depth: async ({ query }) => {
      const id = known(query);
      if (!id.ok) return id;
      const depth = markets.depth(id.value, query.levels ?? 100);
      return depth === null ? refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id.value }) : accepted(depthView(depth));
    },
    trades: async ({ query }) => {
      const id = known(query);
      return id.ok ? accepted(markets.trades(id.value, query.limit ?? 100).map(tradeView)) : id;
    },
    tradeFlow: async ({ query }) => {
      const id = known(query);
      if (!id.ok) return id;
      const tick = markets.instrument(id.value)?.tick ?? '1';
      return accepted(flowView(await markets.flow(id.value, flowWindows[query.window] * 60_000), tick));
    },
  };
}
