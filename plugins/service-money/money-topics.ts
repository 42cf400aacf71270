import type { HouseMoney, Movement } from '../../core/contract/money.ts';
import type { Topics } from '../../core/contract/server-contributions.ts';

/** Open pages of the house hear how many movements wait for a second person, and owners that something has become of theirs. Gives who hears of each step. */
export function moneyTopics(topics: Topics, money: Pick<HouseMoney, 'waiting'>): (movement: Movement) => void {
  let waiting = 0;
  const house = (['finance', 'finance_manage', 'admin'] as const).map((role) =>
    topics.forRole(role, { name: `movements-${role.replace('_', '-')}`, snapshot: () => ({ waiting }) }),
  );
  // News alone: who hears them reads the list.
  const owners = topics.forUsers({ name: 'withdrawals', snapshot: () => null });
  const count = async (): Promise<void> => {
    waiting = await money.waiting();
    for (const topic of house) topic.publish('event', { waiting });
  };
  void count().catch(() => undefined);
  return ({ userId }) => {
    owners.publish(userId, 'event', {});
    void count().catch(() => undefined);
  };
}
