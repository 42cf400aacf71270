import { compareDecimals, decimalPattern } from '../../core/domain/numbers/decimal.ts';
import type { CopyAccount, Plan } from './copying-store.ts';

/** A follower as it is typed. */
export interface FollowerDraft {
  readonly apiId: number;
  readonly ratio: string;
  /** Empty: no limit. */
  readonly most: string;
  readonly on: boolean;
}

/** A plan as it is typed. */
export interface PlanDraft {
  readonly mainApiId: number;
  readonly on: boolean;
  readonly syncRatio: string;
  readonly followers: readonly FollowerDraft[];
}

const highestRatio = '1000';
const ratioPattern = /^\d+(\.\d{1,2})?$/;

/** The same rule as the server's: above 0, at most 1000, two decimals. */
export const isRatio = (text: string): boolean =>
  decimalPattern.test(text) && ratioPattern.test(text) && compareDecimals(text, '0') > 0 && compareDecimals(text, highestRatio) <= 0;

export const isMost = (text: string): boolean => text === '' || (decimalPattern.test(text) && compareDecimals(text, '0') > 0);

/** The first account that can lead, with nobody behind it yet. */
export const newDraft = (free: readonly CopyAccount[]): PlanDraft => ({
  mainApiId: free.find(({ isOwn }) => isOwn)?.apiId ?? 0,
  ...{ on: true, syncRatio: '100', followers: [] },
});

export const draftOf = (plan: Plan): PlanDraft => ({
  ...{ mainApiId: plan.main_api_id, on: plan.on, syncRatio: plan.sync_ratio },
  followers: plan.followers.map(({ apiId, ratio, max_amount, on }) => ({ apiId, ratio, on, most: max_amount ?? '' })),
});

export const planOf = ({ mainApiId, on, syncRatio, followers }: PlanDraft): Plan => ({
  ...{ main_api_id: mainApiId, on, sync_ratio: syncRatio },
  followers: followers.map(({ apiId, ratio, most, on: isOn }) => ({ apiId, ratio, on: isOn, max_amount: most === '' ? null : most })),
});

/** Adds accounts by the whole order without a limit; those that are there already and the main one stay out. */
export const withFollowers = (draft: PlanDraft, apiIds: readonly number[]): PlanDraft => {
  const there = new Set([draft.mainApiId, ...draft.followers.map(({ apiId }) => apiId)]);
  const added = apiIds.filter((apiId) => !there.has(apiId)).map((apiId) => ({ apiId, ratio: '100', most: '', on: true }));
  return { ...draft, followers: [...draft.followers, ...added] };
};

/** Another main account follows no more. */
export const ledBy = (draft: PlanDraft, mainApiId: number): PlanDraft => ({
  ...draft,
  mainApiId,
  followers: draft.followers.filter(({ apiId }) => apiId !== mainApiId),
});

export const isComplete = ({ syncRatio, followers }: PlanDraft): boolean =>
  followers.length > 0 && isRatio(syncRatio) && followers.every(({ ratio, most }) => isRatio(ratio) && isMost(most));
