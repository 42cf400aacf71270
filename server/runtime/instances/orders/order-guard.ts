import type { Clock } from '../../../../core/contract/server-services.ts';
import type { Disposer } from '../../../../core/contract/token.ts';
import type { InstanceRecord } from '../../../store/strategies/instance-store.ts';
import { noLimits, type WantedOrder } from '../../driver/account/trading-limits.ts';
import { termsOf } from '../environments.ts';
import { TimeAgo } from '../market/time-ago.ts';
import { type AccountUse, accountDenial, guardSources, type ValuedMarkets } from './account-guard.ts';
import type { LimitBook } from './limit-book.ts';
import type { Denial } from './order-port.ts';

/** An instance that runs, as far as accounts are burdened by it. */
interface GuardedInstance extends AccountUse {
  readonly record: InstanceRecord;
}

interface OrderGuardParts {
  readonly limits: LimitBook;
  readonly markets: ValuedMarkets;
  readonly clock: Clock;
}

/** Holds what an instance wants against what its accounts allow to all instances together. */
export class OrderGuard {
  readonly #parts: OrderGuardParts;
  readonly #minuteAgo: TimeAgo;

  constructor(parts: OrderGuardParts) {
    this.#parts = parts;
    this.#minuteAgo = new TimeAgo(parts.clock, 60_000);
  }

  start(): Disposer {
    return this.#minuteAgo.start();
  }

  /** Null when the order may go out. */
  denial(record: InstanceRecord, wanted: WantedOrder, running: readonly GuardedInstance[]): Denial | null {
    const { limits, markets } = this.#parts;
    if (limits.isHalted(record.userId, record.apiIds)) return { code: 'LIMIT_HALTED', params: {} };
    const ofAccount = limits.of(`account/${wanted.apiId}`);
    if (ofAccount === noLimits) return null;
    // What is not sent burdens no account: an instance that rehearses is held to the limits by itself.
    const isSent = (one: InstanceRecord): boolean => termsOf(one.environment).sends && termsOf(record.environment).sends;
    const uses = running.filter(
      ({ record: other }) => other.apiIds.includes(wanted.apiId) && (other.instanceId === record.instanceId || isSent(other)),
    );
    return accountDenial(ofAccount, wanted, uses, guardSources(markets), this.#minuteAgo.nowMs);
  }
}
