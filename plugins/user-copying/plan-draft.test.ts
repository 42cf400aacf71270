import { expect, it } from 'vitest';
import { draftOf, isComplete, isMost, isRatio, ledBy, newDraft, planOf, withFollowers } from './plan-draft.ts';

const plan = { main_api_id: 1, on: true, sync_ratio: '100', followers: [{ apiId: 2, ratio: '50', max_amount: '10', on: true }] };

it('is the plan again when nothing is changed', () => {
  expect(planOf(draftOf(plan))).toEqual(plan);
});

it('takes whole groups, and nobody twice, nor the main account', () => {
  const draft = withFollowers(draftOf(plan), [1, 2, 3, 4]);
  expect(draft.followers.map(({ apiId }) => apiId)).toEqual([2, 3, 4]);
  expect(ledBy(draft, 3).followers.map(({ apiId }) => apiId)).toEqual([2, 4]);
});

it('is complete with somebody who follows and percentages that hold', () => {
  const draft = newDraft([
    { apiId: 9, label: 'Fund', groupId: null, isOwn: false },
    { apiId: 1, label: 'Main', groupId: null, isOwn: true },
  ]);
  expect([draft.mainApiId, isComplete(draft)]).toEqual([1, false]);
  const followed = withFollowers(draft, [9]);
  expect(isComplete(followed)).toBe(true);
  expect(isComplete({ ...followed, syncRatio: '0' })).toBe(false);
  expect(['1', '0.5', '1000', '33.33'].every(isRatio)).toBe(true);
  expect(['', '0', '1000.01', '0.001', '-1'].some(isRatio)).toBe(false);
  expect([isMost(''), isMost('5'), isMost('0')]).toEqual([true, true, false]);
});
