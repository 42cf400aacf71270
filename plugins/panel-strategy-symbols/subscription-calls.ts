import { accepted, refused } from '../../core/contract/app-error.ts';
import type { MarketData } from '../../core/contract/market.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { instrumentId, parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { maxSubscriptions, type SubscriptionView, type symbolSubscriptionRoutes } from '../../schemas/wire/symbol-subscription.ts';
import type { FollowedMarket, SubscriptionTable } from './subscription-table.ts';

interface SubscriptionCallParts {
  readonly subscriptions: Pick<SubscriptionTable, 'of' | 'add' | 'remove'>;
  readonly markets: Pick<MarketData, 'instrument'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** `symbolsubscribe`. A market that is gone stays in the list: it may come back, and its owner can leave it. */
export function subscriptionCalls(parts: SubscriptionCallParts): RouteHandlers<typeof symbolSubscriptionRoutes> {
  const { subscriptions, markets, clock } = parts;
  const listOf = async (userId: string) => accepted((await subscriptions.of(userId)).flatMap(subscriptionView));
  const idOf = (key: Pick<SubscriptionView, 'exchange' | 'symbol' | 'account_type'>): string =>
    instrumentId({ exchange: key.exchange, symbol: key.symbol, accountType: key.account_type });
  return {
    symbolSubscriptionList: (request) => listOf(userOf(request)),
    symbolSubscriptionAdd: async (request) => {
      const userId = userOf(request);
      const id = idOf(request.body);
      if (markets.instrument(id) === null) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id });
      const added = await subscriptions.add(userId, id, clock.nowMs(), maxSubscriptions);
      if (!added.ok) return added;
      return added.value ? listOf(userId) : refused('SUBSCRIPTION_TOO_MANY', { limit: maxSubscriptions });
    },
    symbolSubscriptionRemove: async (request) => {
      const userId = userOf(request);
      await subscriptions.remove(userId, idOf(request.body));
      return listOf(userId);
    },
  };
}

function subscriptionView({ instrumentId: id, createdMs }: FollowedMarket): readonly SubscriptionView[] {
  const key = parseInstrumentId(id);
  if (key === null) return [];
  return [{ id, exchange: key.exchange, symbol: key.symbol, account_type: key.accountType, create_time: createdMs }];
}
