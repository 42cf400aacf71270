import { expect, it } from 'vitest';
import { audienceOf, draftOf, emptyAudience, toggled } from './audience-draft.ts';

it('is what is chosen of its kind, and nothing before something is', () => {
  expect(audienceOf(emptyAudience)).toEqual({ kind: 'everybody' });
  expect(audienceOf({ ...emptyAudience, kind: 'roles' })).toBeNull();
  expect(audienceOf({ ...emptyAudience, kind: 'roles', roles: toggled(toggled(['user'], 'risk'), 'user') })).toEqual({
    kind: 'roles',
    roles: ['risk'],
  });
  expect(audienceOf({ ...emptyAudience, kind: 'versions' })).toBeNull();
  expect(audienceOf({ ...emptyAudience, kind: 'users', names: ' ,\n' })).toBeNull();
});

it('takes levels in whichever order, and names however they stand apart, each once', () => {
  expect(audienceOf({ ...emptyAudience, kind: 'levels', from: 3, to: 1 })).toEqual({ kind: 'levels', from: 1, to: 3 });
  expect(audienceOf({ ...emptyAudience, kind: 'users', names: 'ann, bob\ncy，ann' })).toEqual({
    kind: 'users',
    usernames: ['ann', 'bob', 'cy'],
  });
});

it('opens as it was saved', () => {
  for (const audience of [
    { kind: 'everybody' },
    { kind: 'roles', roles: ['user', 'risk'] },
    { kind: 'levels', from: 0, to: 2 },
    { kind: 'versions', versions: ['pro'] },
    { kind: 'users', usernames: ['ann', 'bob'] },
  ] as const)
    expect(audienceOf(draftOf(audience))).toEqual(audience);
});
