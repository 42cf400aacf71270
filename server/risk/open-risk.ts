import type { Principal } from '../../core/contract/access.ts';
import type { Approvals } from '../../core/contract/approvals.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import type { HouseRisk, StoppedInstance, StrategyHolding } from '../../core/contract/risk.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { type CloserParts, PositionCloser } from './closing/position-closer.ts';
import { spotPositions } from './closing/position-source.ts';
import { sweepOrders } from './order-sweep.ts';
import { RiskSwitches } from './risk-switches.ts';

interface RiskParts {
  readonly store: Store;
  readonly room: TradingRoom;
  readonly money: Pick<HouseMoney, 'accounts'>;
  readonly approvals: Approvals;
  /** Of instances, which are open later than the plugins that ask for them. */
  readonly strategyHoldings: () => readonly StrategyHolding[];
  readonly strategyTitle: HouseRisk['strategyTitle'];
  readonly markets: CloserParts['markets'] & Parameters<typeof spotPositions>[0]['markets'];
  readonly clock: Clock;
}

/** Nobody in particular: limits are judged at night too. */
const overseer: Principal = { userId: 'system', username: null, role: 'risk', vipLevel: 0 };

/** RISK over the trading room. */
export function openRisk({ store, room, money, approvals, strategyHoldings, strategyTitle, markets, clock }: RiskParts): HouseRisk {
  const listeners = new Set<() => void>();
  const stopListeners = new Set<(stop: StoppedInstance) => Promise<void>>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  // Those that another server has written are seen within a second.
  room.switches.onChange(changed);
  const switches = new RiskSwitches({ store, room, approvals, changed, clock });
  const closer = new PositionCloser({ store, room, markets, clock, sources: [spotPositions({ store, room, markets })] });
  return {
    switches: () => switches.list(),
    throwSwitch: (...asked) => switches.throwSwitch(...asked),
    releaseSwitch: (...asked) => switches.releaseSwitch(...asked),
    decideRelease: (principal, yes, reason) => switches.decideRelease(principal, yes, reason),
    cancelAll: (principal, scope, reason) => sweepOrders({ store, room, clock }, principal, scope, reason),
    positions: (scope) => closer.positions(scope),
    close: (principal, target, closingId, reason) => closer.close(principal, target, closingId, reason),
    bar: (exposures) => room.bars.set(exposures),
    accounts: async () => (await money.accounts(overseer, { limit: Number.MAX_SAFE_INTEGER })).accounts,
    strategyHoldings,
    strategyTitle,
    instanceStopped: async (stop) => {
      await Promise.all([...stopListeners].map((listener) => listener(stop)));
    },
    onInstanceStopped: (listener) => {
      stopListeners.add(listener);
      return () => stopListeners.delete(listener);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
