import { expect, it } from 'vitest';
import { draftProblems, mailInWire, mailProblems, offering, refusedField, type SetUpDraft } from './set-up-draft.ts';

const whole: SetUpDraft = {
  mail: null,
  ...{ username: 'olga', email: 'olga@firm.example', password: 'harbour-Lamp-74', repeat: 'harbour-Lamp-74' },
  ...{ firmName: 'Meridian', languages: ['en', 'zh-CN'], language: 'en', currency: 'USDT', sandbox: true, closedVenues: [] },
};
const codes = (change: Partial<SetUpDraft>) =>
  Object.entries(draftProblems({ ...whole, ...change })).map(([field, { code }]) => [field, code]);

it('finds nothing wrong with whole answers, and names the field of each that the server would refuse', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ username: 'o l', email: '' })).toEqual([
    ['username', 'PERSON_USERNAME_INVALID'],
    ['email', 'FORM_EMAIL_EMPTY'],
  ]);
  expect(codes({ email: 'harbour@firm.example' })).toEqual([['password', 'PASSWORD_HAS_NAME']]);
  expect(codes({ repeat: 'harbour-lamp-74' })).toEqual([['repeat', 'repeat']]);
  expect(codes({ firmName: ' \t' })).toEqual([['firmName', 'FORM_FIELD_EMPTY']]);
  expect(codes({ firmName: 'x'.repeat(61) })).toEqual([['firmName', 'FORM_TEXT_TOO_LONG']]);
});

it('finds the field of a refusal by its name of the wire', () => {
  expect([refusedField({ field: 'firm_name' }), refusedField({ field: 'token' }), refusedField({})]).toEqual(['firmName', null, null]);
});

it('says of a mail server that is to be named now what is wrong with it, and asks nothing of one that is not', () => {
  const mail = { host: 'mail.firm.example', port: '465', security: 'tls', user: '', password: '', sender: 'desk@firm.example' } as const;
  expect([mailProblems(null), mailProblems(mail)]).toEqual([{}, {}]);
  expect(mailInWire(mail)).toMatchObject({ port: 465, user: null, user_password: null });
  const wrong = mailProblems({ ...mail, host: 'mail firm', port: '70000', user: 'desk', sender: '' });
  expect(Object.entries(wrong).map(([field, problem]) => [field, problem?.code])).toEqual([
    ['host', 'host'],
    ['port', 'port'],
    ['password', 'FORM_FIELD_EMPTY'],
    ['sender', 'FORM_EMAIL_EMPTY'],
  ]);
});

it('offers languages in the order of the product, and lets the default be one of them', () => {
  const all = offering(whole, 'zh-TW', true);
  expect([all.languages, all.language]).toEqual([['en', 'zh-CN', 'zh-TW'], 'en']);
  const less = offering(offering(all, 'en', false), 'zh-CN', false);
  expect([less.languages, less.language]).toEqual([['zh-TW'], 'zh-TW']);
  expect(offering(less, 'zh-TW', false)).toMatchObject({ languages: [], language: 'zh-TW' });
});
