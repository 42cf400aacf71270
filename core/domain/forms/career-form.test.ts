import { expect, it } from 'vitest';
import { careerRules } from './career-form.ts';
import { formFault, tidyForm } from './form-rules.ts';

const typed = { job: 'engineer', name: 'Bo Chan', phone: '+852 5555 0101', email: 'bo@mail.example' };
const faultOf = (change: Readonly<Record<string, string>>) => formFault(careerRules, tidyForm(careerRules, { ...typed, ...change }));

it('takes an application with what is needed and nothing else', () => {
  expect(faultOf({})).toBeNull();
});

it.each([
  ['phone', '', 'FORM_PHONE_EMPTY'],
  ['phone', '12', 'FORM_PHONE_INVALID'],
  ['phone', 'call me', 'FORM_PHONE_INVALID'],
  ['phone', '1'.repeat(25), 'FORM_PHONE_INVALID'],
  ['email', '', 'FORM_EMAIL_EMPTY'],
  ['name', '', 'FORM_FIELD_EMPTY'],
  ['job', 'astronaut', 'FORM_CHOICE_UNKNOWN'],
  ['githubUrl', 'javascript:alert(1)', 'FORM_URL_INVALID'],
  ['linkedinUrl', 'https://user@evil.example/', 'FORM_URL_INVALID'],
  ['otherUrl', 'example.com', 'FORM_URL_INVALID'],
])('says of %s "%s": %s', (field, value, code) => expect(faultOf({ [field]: value })).toEqual({ field, code }));

it.each(['+1 (212) 555-0100', '0085255550101', '5555 0101 ext. 22'])('takes %s for a phone number', (phone) =>
  expect(faultOf({ phone })).toBeNull());
