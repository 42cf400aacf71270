import type { Approvals } from '../../core/contract/approvals.ts';
import type { HouseMoney, Movement } from '../../core/contract/money.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { SpotIndexes } from '../../core/contract/spot-indexes.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { allocations } from './allocations.ts';
import { HouseRewards } from './house-rewards.ts';
import { MoneyBook } from './money-book.ts';
import { MoneyHolds } from './money-holds.ts';
import { MovementRunner } from './movement-runner.ts';
import { OverseenAccounts } from './overseen-accounts.ts';
import { WalletProof } from './wallet-proof.ts';

interface MoneyParts {
  readonly store: Store;
  readonly room: Pick<TradingRoom, 'accounts' | 'access' | 'allocation' | 'switches' | 'venues' | 'stored'>;
  readonly indexes: Pick<SpotIndexes, 'list'>;
  readonly approvals: Approvals;
  readonly hasRoom: () => boolean;
  /** Whether an exchange only simulates a market. */
  readonly isSandbox: (exchange: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** MONEY over the trading room. */
export function openMoney({ store, room, indexes, approvals, hasRoom, isSandbox, clock, logger }: MoneyParts): HouseMoney {
  const { accounts, access, switches, venues, stored } = room;
  const listeners = new Set<(movement: Movement) => void>();
  const changed = (movement: Movement): void => {
    for (const listener of listeners) listener(movement);
  };
  const listen: HouseMoney['onChange'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const isFrozen = (apiId: ApiId): boolean => switches.frozen([apiId]) !== null;
  const runner = new MovementRunner({ store, accounts, hasRoom, isFrozen, clock, logger, changed });
  const apiIdsOf = (exchange: string) => accounts.apiIdsOf(exchange);
  const proof = new WalletProof({ store, venues: () => venues.venues(), apiIdsOf, stored, clock });
  const venue = (exchange: string) => venues.venue(exchange);
  const overseen = new OverseenAccounts({ store, accounts, access, venue, stored });
  const rewards = new HouseRewards({ store, accounts, venue, indexes, runner, changed, clock });
  const ownExchanges = (): readonly string[] =>
    venues.venues().flatMap(({ exchange, durability }) => (durability === 'journal' && !isSandbox(exchange) ? [exchange] : []));
  const holds = new MoneyHolds({ store, accounts, venues: () => venues.venues(), logger });
  const parts = { store, accounts, access, switches, venue, indexes, overseen, approvals, runner, holds, proof, changed, listen, clock };
  return Object.assign(new MoneyBook({ ...parts, rewards, ownExchanges }), { allocate: allocations(room) });
}
