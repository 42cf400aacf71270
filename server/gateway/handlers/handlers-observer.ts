import type { Principal } from '../../../core/contract/access.ts';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { observerRoutes } from '../../../schemas/wire/observer.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import type { Store } from '../../store/store.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import type { AccountDirectory } from '../ports.ts';
import type { AccountLooks } from '../views/account-looks.ts';
import { ownedViews } from '../views/owned-views.ts';
import type { StrategyViews } from '../views/strategy-views.ts';
import type { HandlersOf } from './handlers.ts';

interface ObserverHandlerParts {
  readonly strategies: Pick<InstanceService, 'allRunning'>;
  readonly views: StrategyViews;
  readonly store: Pick<Store, 'instances' | 'users'>;
  readonly accounts: Pick<AccountDirectory, 'of' | 'instancesOf'>;
  readonly looks: Pick<AccountLooks, 'instancesSeen'>;
}

const usualPage = 50;

/** Instances of others, as far as their owners have opened every account that they use, or the instance alone. */
export function createObserverHandlers({
  strategies,
  views,
  store,
  accounts,
  looks,
}: ObserverHandlerParts): HandlersOf<typeof observerRoutes> {
  const openTo = (principal: Principal, act: 'see' | 'report'): ReadonlySet<ApiId> =>
    new Set(accounts.of(principal, act).flatMap(({ apiId, userId }) => (userId === principal.userId ? [] : [apiId])));
  const runningFor = (principal: Principal): readonly InstanceRecord[] => {
    const open = openTo(principal, 'see');
    const single = accounts.instancesOf(principal, 'see');
    return strategies
      .allRunning()
      .filter((record) => record.userId !== principal.userId && (isWithin(record, open) || single.has(record.instanceId)))
      .sort((a, b) => b.createdMs - a.createdMs || (a.instanceId < b.instanceId ? 1 : -1));
  };
  const seen = async (principal: Principal, records: readonly InstanceRecord[]): Promise<readonly InstanceRecord[]> => {
    await looks.instancesSeen(
      principal,
      records.map(({ userId }) => userId),
    );
    return records;
  };
  const shown = async (principal: Principal, records: readonly InstanceRecord[]) =>
    ownedViews(await seen(principal, records), views, store.users);
  return {
    observerInstances: async ({ principal, query: { state, before, limit = usualPage } }) => {
      if (state === 'running') return accepted(await shown(principal, runningFor(principal)));
      const open = openTo(principal, 'report');
      const single = accounts.instancesOf(principal, 'report');
      const from = before === undefined ? null : await store.instances.get(before);
      if (before !== undefined && (from === null || !(isWithin(from, open) || single.has(from.instanceId))))
        return refused('INSTANCE_UNKNOWN');
      const page = {
        running: false,
        limit,
        withinApiIds: [...open],
        orInstanceIds: [...single],
        notUserId: principal.userId ?? '',
        ...(from === null ? {} : { before: from }),
      };
      return accepted(await shown(principal, await store.instances.list(page)));
    },
    observerStat: async ({ principal }) => {
      const records = await seen(principal, runningFor(principal));
      const results = new Map<string, { profit: string; instances: number; unknown: number }>();
      for (const record of records) {
        const { profit, valuation } = views.result(record);
        const sum = results.get(valuation.asset) ?? { profit: '0', instances: 0, unknown: 0 };
        sum.instances++;
        if (profit === null) sum.unknown++;
        else sum.profit = addDecimals(sum.profit, profit);
        results.set(valuation.asset, sum);
      }
      return accepted({ running: records.length, results: [...results].map(([asset, sum]) => ({ asset, ...sum })) });
    },
    observerPositions: async ({ principal }) =>
      accepted((await seen(principal, runningFor(principal))).flatMap((record) => views.positions(record))),
  };
}

const isWithin = ({ apiIds }: InstanceRecord, open: ReadonlySet<ApiId>): boolean =>
  apiIds.length > 0 && apiIds.every((apiId) => open.has(apiId));
