import type { Principal } from '../../core/contract/access.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import { principalOf } from '../session/session-registry.ts';
import type { Store } from '../store/store.ts';

interface StayingInstancesParts {
  readonly instances: Pick<InstanceService, 'look' | 'admission' | 'stop'>;
  readonly store: Pick<Store, 'users' | 'audit'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Instances that go on although their owners lost the strategy. An administrator may stop them, and no others of other people. */
export class StayingInstances {
  readonly #parts: StayingInstancesParts;

  constructor(parts: StayingInstancesParts) {
    this.#parts = parts;
  }

  /** Gives the ones that it has stopped; one that has ended, or that its owner could start, is left as it is. */
  async stop(admin: Principal, instanceIds: readonly string[]): Promise<readonly string[]> {
    const stopped = await Promise.all([...new Set(instanceIds)].map((id) => this.#stop(admin, id)));
    return stopped.flatMap((id) => id ?? []);
  }

  async #stop(admin: Principal, instanceId: string): Promise<string | null> {
    const { instances, store, clock } = this.#parts;
    const record = await instances.look(admin, instanceId);
    const user = record === null ? null : await store.users.get(record.userId);
    if (record === null || user === null || record.status !== 'TRADING') return null;
    const owner = principalOf(user);
    if (instances.admission.admit(owner, record.strategy).ok) return null;
    if (!(await instances.stop(owner, instanceId, 'HOUSE')).ok) return null;
    const before = { owner: record.userId, strategy: record.strategy };
    const entry = { timeMs: clock.nowMs(), actor: admin.userId ?? 'system', action: 'strategy.stopped-by-admin' };
    await store.audit.append({ ...entry, subject: instanceId, before, after: null });
    return instanceId;
  }
}
