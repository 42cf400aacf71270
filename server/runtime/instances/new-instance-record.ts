import type { ApiId, Trading } from '../../../core/contract/trading.ts';
import { instanceIdOf } from '../../../core/domain/orders/order-origin.ts';
import type { Json } from '../../store/records.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import { holdingsOf, newRehearsal } from '../simulation/rehearsal.ts';
import { termsOf } from './environments.ts';
import type { InstanceChoice } from './instance-service.ts';

interface NewInstance {
  /** 32 hexadecimal digits, of which the instance's own id and its seed are parts. */
  readonly id: string;
  readonly userId: string;
  readonly choice: InstanceChoice;
  readonly apiIds: readonly ApiId[];
  readonly nowMs: number;
}

/** An instance before its first step; one that rehearses begins with a copy of what its accounts hold now. */
export function newInstanceRecord({ id, userId, choice, apiIds, nowMs }: NewInstance, trading: Pick<Trading, 'balances'>): InstanceRecord {
  const { sends } = termsOf(choice.environment);
  return {
    instanceId: instanceIdOf(id),
    userId,
    strategy: choice.strategy,
    name: choice.name,
    environment: choice.environment,
    apiIds,
    params: choice.params as Json,
    limits: choice.limits as unknown as Json,
    seed: Number.parseInt(id.slice(-8), 16),
    status: 'PREPARING',
    cause: null,
    settled: false,
    step: 0,
    snapshot: null,
    told: '{}',
    simulation: sends ? null : JSON.stringify(newRehearsal),
    holdings: sends ? null : JSON.stringify(holdingsOf(trading.balances(apiIds))),
    createdMs: nowMs,
    startedMs: null,
    stoppedMs: null,
  };
}
