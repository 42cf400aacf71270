import type { ExchangeAccounts } from '../../core/contract/exchange-accounts.ts';
import type { BroughtPerson, Invitations } from '../../core/contract/invitations.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Traded } from '../../core/contract/traded.ts';
import { addDecimals } from '../../core/domain/numbers/decimal.ts';
import { type RebateShare, rebateShares } from './rebate-shares.ts';
import type { RebateCredit, RebateTable } from './rebate-table.ts';

interface RebateJobParts {
  readonly table: RebateTable;
  readonly platform: Pick<HousePlatform, 'state'>;
  readonly traded: Pick<Traded, 'fees'>;
  readonly invitations: Pick<Invitations, 'broughtBy'>;
  readonly accounts: Pick<ExchangeAccounts, 'of'>;
  readonly money: Pick<HouseMoney, 'reward' | 'rewardId' | 'get' | 'ownExchanges' | 'scaleOf'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
}

const dayMs = 24 * 60 * 60_000;
/** The last fills of a day are stored by then. */
const lateMs = 10 * 60_000;
const mostAtOnce = 500;

export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Notes what holds today, settles the days that are over by what held on them, and has the house credit what is due. */
export function rebateJob(parts: RebateJobParts): JobTerms {
  return {
    id: 'rebates',
    everyMs: 15_000,
    firstAfterMs: 4_000,
    run: async (stop) => {
      const { table, platform, clock } = parts;
      const { rebateFirst: first, rebateSecond: second } = platform.state.settings;
      await table.noteRates(dayOf(clock.nowMs()), { first, second });
      const { settled, firstNoted } = await table.lastSettled();
      const from = settled === null ? startOf(firstNoted ?? dayOf(clock.nowMs())) : startOf(settled) + dayMs;
      for (let day = from; day + dayMs + lateMs <= clock.nowMs() && !stop.aborted; day += dayMs) await settleDay(parts, dayOf(day));
      for (const credit of await table.due(mostAtOnce)) if (!stop.aborted) await give(parts, credit);
    },
  };
}

async function settleDay({ table, traded, invitations, money }: RebateJobParts, day: string): Promise<void> {
  const rates = (await table.ratesOf(day)) ?? { first: '0', second: '0' };
  const own = new Set(money.ownExchanges());
  const all = await traded.fees(startOf(day), startOf(day) + dayMs);
  const paid = all.filter(({ exchange }) => own.has(exchange));
  const people = await peopleOf(
    invitations,
    paid.map(({ userId }) => userId),
  );
  const shares = rebateShares(paid, rates, { people, scaleOf: (exchange, asset) => money.scaleOf(exchange, asset) });
  await table.settle(day, shares, creditsOf(day, shares, money));
}

/** Whoever paid, who brought him, and who brought that one. */
async function peopleOf(
  invitations: RebateJobParts['invitations'],
  payers: readonly string[],
): Promise<ReadonlyMap<string, BroughtPerson>> {
  const people = new Map<string, BroughtPerson>();
  let asked = payers;
  for (let depth = 0; depth <= 2 && asked.length > 0; depth++) {
    const found = await invitations.broughtBy(asked);
    for (const one of found) people.set(one.userId, one);
    asked = found.flatMap(({ invitedBy }) => (invitedBy === null || people.has(invitedBy) ? [] : [invitedBy]));
  }
  return people;
}

/** One for each day, exchange, inviter and asset, named after them: the same is never given twice. */
function creditsOf(
  day: string,
  shares: readonly RebateShare[],
  money: Pick<HouseMoney, 'rewardId'>,
): readonly Omit<RebateCredit, 'day' | 'state'>[] {
  const sums = new Map<string, Omit<RebateCredit, 'day' | 'state'>>();
  for (const { exchange, inviterId: userId, asset, amount } of shares) {
    const movementId = money.rewardId([day, exchange, userId, asset]);
    const before = sums.get(movementId)?.amount ?? '0';
    sums.set(movementId, { exchange, userId, asset, movementId, amount: addDecimals(before, amount) });
  }
  return [...sums.values()];
}

/** Into the oldest account of the inviter at the exchange that is switched on; without one it waits until he has one. */
async function give({ table, accounts, money, logger }: RebateJobParts, credit: RebateCredit): Promise<void> {
  const { movementId, userId, exchange, asset, amount, day } = credit;
  // Asked for before it goes where it was to go then.
  const asked = await money.get(movementId);
  const apiId = asked?.apiId ?? accounts.of(userId).find((one) => one.exchange === exchange && one.isActive)?.apiId;
  if (apiId === undefined) return;
  const given = await money.reward({ movementId, apiId, asset, amount, reason: `rebates of ${day}` });
  if (!given.ok) {
    if (given.error.code !== 'VENUE_UNAVAILABLE') logger.error({ err: given.error, movementId }, 'a rebate could not be credited');
    return;
  }
  const { state } = given.value;
  if (state === 'DONE') await table.credited(movementId, 'DONE');
  else if (state === 'FAILED') await table.credited(movementId, 'NOT_GIVEN');
}
