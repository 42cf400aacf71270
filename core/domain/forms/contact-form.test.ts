import { describe, expect, it } from 'vitest';
import { contactRules } from './contact-form.ts';
import { formFault, tidyForm, tidyText } from './form-rules.ts';

const typed = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann.lee@fund.example',
  telegram: '@annlee',
  company: 'Lee Capital',
  position: '',
  interest: 'market maker',
  business: 'hedge fund',
  assetRange: '10M-100M',
  country: 'Singapore',
};
const faultOf = (change: Partial<typeof typed>) => formFault(contactRules, tidyForm(contactRules, { ...typed, ...change }));

describe('the contact form', () => {
  it('takes a form whose every field but the position is filled in', () => {
    expect(faultOf({})).toBeNull();
    expect(faultOf({ position: 'Partner' })).toBeNull();
  });

  it.each(Object.keys(contactRules).filter((field) => field !== 'position'))('names %s when it is empty or only white space', (field) => {
    const code = field === 'email' ? 'FORM_EMAIL_EMPTY' : 'FORM_FIELD_EMPTY';
    for (const empty of ['', ' \n\t']) expect(faultOf({ [field]: empty })).toEqual({ field, code });
  });

  it.each([
    'ann',
    'ann@',
    '@fund.example',
    'ann@fund',
    'ann lee@fund.example',
    'a@b@fund.example',
    'ann@fund.example,b@fund.example',
  ])('takes "%s" for no email address', (email) => expect(faultOf({ email })).toEqual({ field: 'email', code: 'FORM_EMAIL_INVALID' }));

  it('takes only the options that it offers', () => {
    expect(faultOf({ interest: 'gold' })).toEqual({ field: 'interest', code: 'FORM_CHOICE_UNKNOWN' });
    expect(faultOf({ assetRange: '1M' })).toEqual({ field: 'assetRange', code: 'FORM_CHOICE_UNKNOWN' });
  });

  it('counts characters and not their parts, and takes a text that is exactly as long as allowed', () => {
    expect(faultOf({ firstName: '𠮷'.repeat(80) })).toBeNull();
    expect(faultOf({ firstName: 'x'.repeat(81) })).toEqual({ field: 'firstName', code: 'FORM_TEXT_TOO_LONG', limit: 80 });
  });
});

it('leaves out what cannot be seen and keeps breaks of lines', () => {
  expect(tidyText(' a\u0007b\r\nc\u202e ')).toBe('ab\nc');
  expect(tidyText('\u200b\u2060\u00ad\u{e0041}')).toBe('');
  expect(['\u3164', '\u115f\u1160', '\uffa0 \u2800', '\u034f\ufe0f'].map(tidyText)).toEqual(['', '', '', '']);
  expect(tidyText('\u200cنامه\u200cها\u200c')).toBe('نامه\u200cها');
});
