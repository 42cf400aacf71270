import { expect, it } from 'vitest';
import { addressProblem, emptyDraft, inviteProblem, refusedField, registerProblems, resetProblems } from './account-draft.ts';

const filled = {
  ...{ address: 'ann@people.example', code: '123456', username: 'ann.lee', password: 'quiet-Harbour-74' },
  ...{ repeat: 'quiet-Harbour-74', invite: '', terms: true },
};

it('names every field that is missing, and none when all is there', () => {
  expect(Object.keys(registerProblems(emptyDraft, true)).sort()).toEqual(['address', 'code', 'invite', 'password', 'terms', 'username']);
  expect(registerProblems(filled, false)).toEqual({});
  expect(resetProblems({ ...filled, username: '', terms: false })).toEqual({});
});

it('takes telephone numbers as people write them', () => {
  expect(['+852 5555 0101', '5555 0101', 'ann@', ' ', 'ann@people.example'].map((typed) => addressProblem(typed)?.code ?? null)).toEqual([
    null,
    'PERSON_PHONE_INVALID',
    'FORM_EMAIL_INVALID',
    'address',
    null,
  ]);
});

it('wants another password than the name, twice the same', () => {
  expect(registerProblems({ ...filled, password: 'my-ann.lee-W0rd', repeat: 'my-ann.lee-W0rd' }, false).password?.code).toBe(
    'PASSWORD_HAS_NAME',
  );
  expect(registerProblems({ ...filled, repeat: 'quiet-Harbour-75' }, false)).toEqual({ repeat: { code: 'repeat' } });
});

it('wants an invitation where the firm does, and knows where a refusal belongs', () => {
  expect(inviteProblem('', true).invite?.code).toBe('INVITE_NEEDED');
  expect(inviteProblem('a b', false).invite?.code).toBe('INVITE_UNKNOWN');
  expect([refusedField({ field: 'phone' }), refusedField({ field: 'invite_code' }), refusedField({})]).toEqual(['address', 'invite', null]);
});
