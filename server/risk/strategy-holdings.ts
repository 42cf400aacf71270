import type { StrategyHolding } from '../../core/contract/risk.ts';
import type { DriverSnapshot } from '../runtime/driver/driver-snapshot.ts';
import { InstanceValuer } from '../runtime/instances/market/instance-valuer.ts';
import type { ValuedMarkets } from '../runtime/instances/orders/account-guard.ts';
import type { InstanceRecord } from '../store/strategies/instance-store.ts';

/** What instances hold by their own fills, those of a rehearsal aside: they hold nothing. */
export function holdingsOf(records: readonly InstanceRecord[], markets: ValuedMarkets): readonly StrategyHolding[] {
  const valuer = new InstanceValuer(markets);
  return records.flatMap(({ instanceId, strategy, snapshot, simulation }) => {
    if (snapshot === null || simulation !== null) return [];
    const account = valuer.account(JSON.parse(snapshot) as DriverSnapshot);
    return account.netPositions.flatMap(({ position, instrumentId }) => {
      const instrument = markets.instrument(instrumentId);
      if (position === null || instrument === null) return [];
      const qty = position.side === 'SHORT' ? `-${position.qty}` : position.qty;
      return [{ strategy, instanceId, base: instrument.base, quote: instrument.quote, qty, mark: valuer.price(instrumentId) }];
    });
  });
}
