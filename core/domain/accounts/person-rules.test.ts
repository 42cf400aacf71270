import { expect, it } from 'vitest';
import { isEmail, isHouseName, tidyAddress } from './person-rules.ts';

it('takes addresses of one mailbox, in letters of every language', () => {
  for (const email of ['olga@firm.example', "o'neil+desk@firm.example", 'ölga@münchen.example', '李@公司.example', '=cmd@firm.example'])
    expect([email, isEmail(email)]).toEqual([email, true]);
});

it('takes none with what cannot be seen, and none that a mail would go to several mailboxes by', () => {
  for (const email of [
    'ol\u200bga@firm.example',
    'olga\u202e@firm.example',
    'ol\u0001ga@firm.example',
    'a,b@firm.example',
    'a;b@firm.example',
  ])
    expect([email, isEmail(email)]).toEqual([email, false]);
  for (const email of ['<a>@firm.example', 'a b@firm.example', 'a@b@firm.example', '"a"@firm.example', `${'a'.repeat(250)}@b.de`])
    expect([email, isEmail(email)]).toEqual([email, false]);
});

it('keeps the name of the house from everybody', () => {
  expect(['system', 'System', 'SYSTEM', 'systems'].map(isHouseName)).toEqual([true, true, true, false]);
});

it('sends an address without what people write into it', () => {
  expect([tidyAddress(' ann@firm.example '), tidyAddress('+852 (1234) 56-78')]).toEqual(['ann@firm.example', '+85212345678']);
});
