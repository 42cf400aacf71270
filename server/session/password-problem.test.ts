import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { passwordFault } from '../../core/domain/accounts/password-rules.ts';
import { passwordProblem } from './password-problem.ts';

const ann = { username: 'ann', email: 'ann.lee@people.example' };

it('refuses what everybody tries first, in letters of any size, though it keeps the rules', async () => {
  for (const password of ['q1w2e3r4', 'Q1W2E3R4', 'Jordan23']) {
    expect(passwordFault(password, []), password).toBeNull();
    expect(await passwordProblem(password, ann)).toMatchObject({ code: 'PASSWORD_LOW', params: { field: 'password' } });
  }
  expect(await passwordProblem('harbour-Lamp-74', ann)).toBeNull();
});

it('has more than the three thousand that are asked for of those which keep the rules', () => {
  expect(dictionary['passwords-common'].filter((password) => passwordFault(password, []) === null).length).toBeGreaterThan(4_000);
});

it('says first what the rules say, with what they want', async () => {
  expect(await passwordProblem('q1w2e3', ann, 'new_password')).toMatchObject({
    code: 'PASSWORD_LENGTH',
    params: { field: 'new_password', least: 8, most: 20 },
  });
  expect(await passwordProblem('x-Ann.Lee-Word7', ann)).toMatchObject({ code: 'PASSWORD_HAS_NAME' });
});
