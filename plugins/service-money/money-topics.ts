import type { HouseMoney, Movement } from '../../core/contract/money.ts';
import type { Topics } from '../../core/contract/server-contributions.ts';
import type { Logger } from '../../core/contract/server-services.ts';

/** Open pages of the house hear how many movements wait for a second person, and owners that something has become of theirs. Gives who hears of each step. */
export function moneyTopics(
  topics: Topics,
  money: Pick<HouseMoney, 'waiting'>,
  logger: Pick<Logger, 'warn'>,
): (movement: Movement) => void {
  let waiting = 0;
  const house = (['finance', 'finance_manage', 'admin'] as const).map((role) =>
    topics.forRole(role, { name: `movements-${role.replace('_', '-')}`, snapshot: () => ({ waiting }) }),
  );
  // News alone: who hears them reads the list.
  const owners = topics.forUsers({ name: 'withdrawals', snapshot: () => null });
  const tell = async (): Promise<void> => {
    waiting = await money.waiting();
    for (const topic of house) topic.publish('event', { waiting });
  };
  // Pages show the count of before until the next movement tells another.
  const count = (): void =>
    void tell().catch((error: unknown) => logger.warn({ err: error }, 'movements that wait for a second person could not be counted'));
  count();
  return ({ userId }) => {
    owners.publish(userId, 'event', {});
    count();
  };
}
