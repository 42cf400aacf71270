import type { ObservedInstanceView } from '../../../schemas/wire/observer.ts';
import type { Store } from '../../store/store.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import type { StrategyViews } from './strategy-views.ts';

/** Instances of others: whose they are and how they do, and not how they work. */
export async function ownedViews(
  records: readonly InstanceRecord[],
  views: StrategyViews,
  users: Pick<Store['users'], 'byIds'>,
): Promise<ObservedInstanceView[]> {
  const owners = await users.byIds([...new Set(records.map(({ userId }) => userId))]);
  const names = new Map(owners.map(({ id, username }) => [id, username]));
  return records.map((record) => {
    const { params: _, limits: __, refusal, ...view } = views.instance(record);
    return { ...view, refused: refusal !== null, owner: names.get(record.userId) ?? record.userId };
  });
}
