import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { HouseRisk } from '../../../core/contract/risk.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { tidyText } from '../../../core/domain/forms/form-rules.ts';
import type { riskInstanceRoutes } from '../../../schemas/wire/risk.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import type { Store } from '../../store/store.ts';
import type { AccountDirectory } from '../ports.ts';
import type { AccountLooks } from '../views/account-looks.ts';
import { ownedViews } from '../views/owned-views.ts';
import type { StrategyViews } from '../views/strategy-views.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface RiskHandlerParts {
  readonly strategies: Pick<InstanceService, 'allRunning' | 'any' | 'stopForHouse'>;
  readonly views: StrategyViews;
  readonly store: Pick<Store, 'instances' | 'users' | 'audit'>;
  readonly accounts: Pick<AccountDirectory, 'may'>;
  readonly looks: Pick<AccountLooks, 'everybodysInstancesSeen'>;
  readonly risk: Pick<HouseRisk, 'instanceStopped'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const usualPage = 50;
const over = ['STOPPED', 'INTERRUPTED'];

/** Instances of everybody, and the hand on them. */
export function createRiskHandlers({
  strategies,
  views,
  store,
  accounts,
  looks,
  risk,
  clock,
}: RiskHandlerParts): HandlersOf<typeof riskInstanceRoutes> {
  return {
    riskInstances: async ({ principal, query: { state, before, limit = usualPage } }) => {
      await looks.everybodysInstancesSeen(principal);
      if (state === 'running') {
        const running = [...strategies.allRunning()].sort((a, b) => b.createdMs - a.createdMs || (a.instanceId < b.instanceId ? 1 : -1));
        return accepted(await ownedViews(running, views, store.users));
      }
      const from = before === undefined ? null : await store.instances.get(before);
      if (before !== undefined && from === null) return refused('INSTANCE_UNKNOWN');
      const page = { running: false, limit, ...(from === null ? {} : { before: from }) };
      return accepted(await ownedViews(await store.instances.list(page), views, store.users));
    },
    riskInstanceStop: async (request) => {
      const { principal } = sessionOf(request);
      const { instance_ids } = request.body;
      const reason = tidyText(request.body.reason);
      if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
      const stop = async (instanceId: string): Promise<string | null> => {
        const record = await strategies.any(instanceId);
        if (record === null) return 'INSTANCE_UNKNOWN';
        if (over.includes(record.status)) return 'INSTANCE_STATUS';
        const barred = record.apiIds.map((apiId) => accounts.may(principal, apiId, 'control')).find((problem) => problem !== null);
        if (barred !== undefined) return barred?.code ?? 'ACCESS_ACCOUNT';
        const before = { owner: record.userId, strategy: record.strategy, status: record.status };
        // Before it stops: a crash between leaves no deed without its line.
        await store.audit.append({
          ...{ timeMs: clock.nowMs(), actor: principal.userId, action: 'strategy.stopped-by-risk', subject: `instance/${instanceId}` },
          ...{ reason, before, after: null },
        });
        const stopped = await strategies.stopForHouse(instanceId);
        if (!stopped.ok) return stopped.error.code;
        await risk.instanceStopped({ userId: record.userId, instanceId, name: record.name, reason });
        return null;
      };
      const codes = await Promise.all(instance_ids.map(stop));
      const failed = instance_ids.flatMap((instance_id, at) => {
        const code = codes[at];
        return code === null || code === undefined ? [] : [{ instance_id, code }];
      });
      return accepted({ stopped: instance_ids.filter((_, at) => codes[at] === null), failed });
    },
  };
}
