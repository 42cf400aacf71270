import { expect, it } from 'vitest';
import { addressProblem, wayTo } from './invite-draft.ts';

it('takes an address as people write it, and says what is wrong with one', () => {
  expect(['', 'ann@', '1234', 'ann@firm.example', '+852 1234 5678'].map(addressProblem)).toEqual(['address', 'email', 'phone', null, null]);
});

it('names the way of a letter by what the house has set', () => {
  const [mail, phone] = ['ann@firm.example', '+85212345678'];
  const ways = (channels: { readonly mail: boolean; readonly sms: boolean }) => [wayTo(mail, channels), wayTo(phone, channels)];
  expect(ways({ mail: true, sms: false })).toEqual(['mail', 'outboxSms']);
  expect(ways({ mail: false, sms: true })).toEqual(['outboxMail', 'sms']);
});
