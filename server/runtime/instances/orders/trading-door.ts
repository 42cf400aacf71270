import type { Principal } from '../../../../core/contract/access.ts';
import type { Clock } from '../../../../core/contract/server-services.ts';
import type { Balance, Trading } from '../../../../core/contract/trading.ts';
import type { Venue } from '../../../../core/contract/venue.ts';
import { accountOfMarket } from '../../../../core/domain/accounts/account-key.ts';
import type { InstanceRecord } from '../../../store/strategies/instance-store.ts';
import type { RehearsedExchanges } from '../../../trading/rehearsed-trading.ts';
import { Rehearsal, type SavedBalance, type SavedRehearsal } from '../../simulation/rehearsal.ts';
import type { RehearsalFeed } from '../../simulation/rehearsal-feed.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';
import type { OrderFollower, VenueNews } from '../market/venue-news.ts';
import type { OrderPort } from './order-port.ts';
import { exchangeOf, type FillSources, storedOrders } from './stored-orders.ts';
import { TradingOrderPort } from './trading-order-port.ts';

/** Where an instance's orders go and where the news of them comes from. */
export interface TradingDoor {
  readonly orderPort: OrderPort;
  readonly news: Pick<VenueNews, 'follow'>;
  /** False: whatever is done here is undone by a crash unless it was saved. */
  readonly sends: boolean;
  balances(): readonly Balance[];
  /** JSON that belongs into the write of the step, with every order that works; null where exchanges keep the orders themselves. */
  save(working: ReadonlySet<string>): string | null;
  close(): void;
}

export interface DoorParts extends FillSources {
  readonly venue: (exchange: string) => Venue | null;
  readonly trading: Trading;
  /** The same path of orders with the same checks, ending at simulated exchanges. */
  readonly rehearse: (exchanges: RehearsedExchanges) => Trading;
  readonly news: VenueNews;
  readonly feed: RehearsalFeed;
  readonly markets: Pick<StrategyMarkets, 'bookNow'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** The door of an instance, by what its record keeps: simulated exchanges of its own, or none. */
export const doorOf = (record: InstanceRecord, principal: () => Principal, parts: DoorParts): TradingDoor => {
  const { simulation, holdings, apiIds, strategy } = record;
  const sender = (): Principal => ({ ...principal(), strategy });
  if (simulation === null) return liveDoor(apiIds, sender, parts);
  const began = JSON.parse(holdings ?? '[]') as readonly SavedBalance[];
  return rehearsalDoor(JSON.parse(simulation) as SavedRehearsal, began, sender, parts);
};

function liveDoor(apiIds: readonly number[], principal: () => Principal, parts: DoorParts): TradingDoor {
  const { trading, news, fateOf } = parts;
  const orderPort = new TradingOrderPort({
    trading,
    principal,
    fateOf: ({ apiId, instrumentId, clientOrderId = '' }) =>
      fateOf(exchangeOf(instrumentId), accountOfMarket(apiId, instrumentId), clientOrderId),
    find: storedOrders(parts),
  });
  return { orderPort, news, sends: true, balances: () => trading.balances(apiIds), save: () => null, close: () => undefined };
}

function rehearsalDoor(saved: SavedRehearsal, began: readonly SavedBalance[], principal: () => Principal, parts: DoorParts): TradingDoor {
  const { venue, markets, feed, clock, rehearse } = parts;
  const rehearsal = new Rehearsal(saved, began, { venue, markets, feed, nowMs: () => clock.nowMs() });
  const orderPort = new TradingOrderPort({
    trading: rehearse(rehearsal),
    principal,
    fateOf: async ({ clientOrderId = '' }) => {
      const order = rehearsal.find(clientOrderId)?.order;
      return order === undefined ? { state: 'ABSENT', asOfMs: clock.nowMs() } : { state: 'PLACED', order };
    },
    find: async ({ clientOrderId }) => rehearsal.find(clientOrderId),
  });
  return {
    orderPort,
    news: { follow: (_instanceId: string, follower: OrderFollower) => rehearsal.follow(follower) },
    sends: false,
    balances: () => rehearsal.holdings,
    save: (working) => JSON.stringify(rehearsal.save(working)),
    close: () => rehearsal.close(),
  };
}
