import { Type } from '@sinclair/typebox';
import { longestEmail } from '../../core/domain/accounts/person-rules.ts';
import { codePattern, codePurposes } from '../../core/domain/code-purpose.ts';
import { languages } from '../../core/domain/language.ts';
import { oneOf, strict } from '../common.ts';
import { route } from './route.ts';
import { CaptchaQuery, WorkTask } from './work-task.ts';

const tag = 'User';

/** What each must be the handler judges, in the sentences of the form. */
const Email = Type.String({ maxLength: longestEmail });
const Phone = Type.String({ maxLength: 32, description: 'With the code of its country: +85212345678' });
export const Username = Type.String({ maxLength: 64 });
export const Password = Type.String({ minLength: 1, maxLength: 128 });
const Code = Type.String({ pattern: codePattern });
const InviteCode = Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9]+$' });
export const Language = oneOf(languages, 'That whoever asks reads; absent: that of the platform');
const ask = { captcha_id: CaptchaQuery.properties.captcha_id, captcha_value: CaptchaQuery.properties.captcha_value };
const asked = { ...ask, language: Type.Optional(Language) };
const Right = Type.Literal(1);

export const guests = { tag, access: 'public', rate: 'sign-in' } as const;

/** How somebody makes an account by himself, and comes to a new password. No answer tells whether an address has an account: a letter there does. */
export const registerRoutes = {
  registerCaptcha: route({
    ...{ method: 'GET', path: '/user/captcha/task', tag, access: 'public', rate: 'captcha' },
    summary: 'A proof of work that sending a code and registering ask for',
    reply: WorkTask,
  }),
  captchaEmail: route({
    ...{ ...guests, method: 'GET', path: '/user/captcha/email' },
    summary: 'Sends a code for registering to an e-mail address; if it has an account, a letter says so there',
    query: strict({ email: Email, invite_code: Type.Optional(InviteCode), ...asked }),
    reply: Type.Null(),
  }),
  captchaPhone: route({
    ...{ ...guests, method: 'GET', path: '/user/captcha/phone' },
    summary: 'Sends a code to a telephone number: for registering, or for another password',
    query: strict({ phone: Phone, purpose: Type.Optional(oneOf(codePurposes)), invite_code: Type.Optional(InviteCode), ...asked }),
    reply: Type.Null(),
  }),
  checkEmail: route({
    ...{ ...guests, method: 'GET', path: '/user/check/email' },
    summary: 'Whether this may be an e-mail address; not whether it has an account',
    query: strict({ email: Email }),
    reply: Right,
  }),
  checkPhone: route({
    ...{ ...guests, method: 'GET', path: '/user/check/phone' },
    summary: 'Whether this may be a telephone number; not whether it has an account',
    query: strict({ phone: Phone }),
    reply: Right,
  }),
  checkUsername: route({
    ...{ ...guests, method: 'GET', path: '/user/check/username' },
    summary: 'Whether this may be a user name; not whether somebody has it',
    query: strict({ username: Username }),
    reply: Right,
  }),
  register: route({
    ...{ ...guests, method: 'POST', path: '/user/register' },
    summary: 'Makes an account with the code that was sent to the e-mail address or telephone number',
    query: CaptchaQuery,
    body: strict({
      username: Username,
      password: Password,
      /** One of the two. */
      email: Type.Optional(Email),
      phone: Type.Optional(Phone),
      code: Code,
      invite_code: Type.Optional(InviteCode),
      language: Type.Optional(Language),
      /** The terms of the house are accepted. */
      terms: Type.Literal(true),
    }),
    reply: Type.Null(),
  }),
  forgetPasswordEmail: route({
    ...{ ...guests, method: 'GET', path: '/user/forget/password/send/email' },
    summary: 'Sends a code for another password to an e-mail address; if it has no account, a letter says so there',
    query: strict({ email: Email, ...asked }),
    reply: Type.Null(),
  }),
  resetPasswordEmail: route({
    ...{ ...guests, method: 'POST', path: '/user/reset/password/email' },
    summary: 'Sets another password with the code that was sent to the e-mail address, and ends all sessions',
    body: strict({ email: Email, code: Code, password: Password }),
    reply: Type.Null(),
  }),
  resetPassword: route({
    ...{ ...guests, method: 'POST', path: '/user/reset/password' },
    summary: 'Sets another password with the code that was sent to the telephone number, and ends all sessions',
    body: strict({ phone: Phone, code: Code, password: Password }),
    reply: Type.Null(),
  }),
} as const;
