import { refused } from '../../core/contract/app-error.ts';
import type { ApiId, Balance, Order, Trading } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { noBars } from './checks/exposure-bars.ts';
import { TradingService, type TradingServiceParts } from './trading-service.ts';

/** Simulated exchanges that stand in for the real ones of the same names. */
export interface RehearsedExchanges {
  venue(exchange: string): Venue | null;
  openOrders(apiIds: readonly ApiId[]): readonly Order[];
  balances(apiIds: readonly ApiId[]): readonly Balance[];
}

/**
 * The one path of orders with every check of it, ending at simulated exchanges: nothing reaches a real one, and nothing stands in the
 * account's own history.
 */
export function rehearsedTrading(real: TradingServiceParts, exchanges: RehearsedExchanges): Trading {
  const { markets } = real;
  return new TradingService({
    ...real,
    markets: {
      market: (id) => {
        const market = markets.market(id);
        const venue = market === null ? null : exchanges.venue(market.instrument.exchange);
        return market === null || venue === null ? null : { ...market, venue };
      },
      venue: (exchange) => exchanges.venue(exchange),
      isDown: (exchange) => markets.isDown(exchange),
    },
    book: {
      openOrder: (apiId, orderId) => exchanges.openOrders([apiId]).find((order) => order.orderId === orderId) ?? null,
      openOrders: (apiIds) => exchanges.openOrders(apiIds),
      balances: (apiIds) => exchanges.balances(apiIds),
    },
    // A rehearsal has a purse of its own for each type, and no way between them.
    move: async ({ from }) => refused('TRANSFER_NOT_OFFERED', { exchange: real.accounts.get(from.apiId)?.exchange ?? '' }),
    // What is not sent enlarges nothing.
    bars: noBars,
    isBehind: () => false,
    isUnstored: () => false,
    findEnded: async () => null,
    refusals: { placing: () => undefined, amending: () => undefined },
  });
}
