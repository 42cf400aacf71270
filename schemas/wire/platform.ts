import { type Static, Type } from '@sinclair/typebox';
import { longestEmail } from '../../core/domain/accounts/person-rules.ts';
import { deliveryFaults } from '../../core/domain/delivery.ts';
import { languages } from '../../core/domain/language.ts';
import { mailSecurities } from '../../core/domain/mail-server.ts';
import { factorDuties, houseCurrencies, registrationDoors } from '../../core/domain/platform-settings.ts';
import { nullable, oneOf, strict } from '../common.ts';
import type { Access } from '../manifest.ts';
import { route } from './route.ts';

const tag = 'Platform';
const admins: Access = { roles: ['admin'] };
const Language = oneOf(languages, 'Of whoever has chosen none');
/** In which pages and letters are offered. */
export const LanguageList = Type.Array(oneOf(languages), { minItems: 1, maxItems: languages.length, uniqueItems: true });
/** Counts changes: a change names the one that it was made from. */
const Version = Type.Integer({ minimum: 0 });

const Registration = oneOf(registrationDoors, 'Whether somebody may make an account by himself');

const Currency = oneOf(houseCurrencies, 'In which worth is told to whoever has chosen none');
const Sandbox = Type.Boolean({
  description: 'Whether exchanges that only simulate a market are open; those that are stay so until the next start',
});

const SecondFactor = oneOf(factorDuties, 'Of whom a second factor is wanted before he moves money or keys; `staff`: everybody but traders');

const Platform = strict({
  ...{ version: Version, firm_name: Type.String(), languages: LanguageList, language: Language, registration: Registration },
  ...{ currency: Currency, sandbox: Sandbox, second_factor: SecondFactor },
});
export type PlatformView = Static<typeof Platform>;

const mailServer = {
  host: Type.String({ maxLength: 255, description: 'Name or address of the mail server' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: oneOf(mailSecurities, '`tls`: encrypted from the first byte; `starttls`: before anything is sent'),
  user: nullable(Type.String({ minLength: 1, maxLength: 200 })),
  sender: Type.String({ maxLength: longestEmail, description: 'Address that mails come from' }),
  notify: Type.Array(Type.String({ maxLength: longestEmail }), { maxItems: 20, description: 'Who is told of letters of visitors' }),
};
const MailServerState = strict({
  origin: oneOf(
    ['environment', 'platform', 'none'] as const,
    '`environment`: the settings of the server name one, which counts before this',
  ),
  version: Version,
  has_password: Type.Boolean(),
  server: nullable(strict(mailServer)),
});
export type MailServerView = Static<typeof MailServerState>;
/** As it is typed: a password that is null stays, for the same server and user. */
export const TypedMailServer = strict({ ...mailServer, user_password: nullable(Type.String({ minLength: 1, maxLength: 500 })) });
const MailTest = strict({
  to: Type.String(),
  fault: nullable(oneOf(deliveryFaults, 'Why the mail server did not take it')),
  detail: nullable(Type.String({ description: 'The number of its answer' })),
});
export type MailTestView = Static<typeof MailTest>;

/** What the firm said of itself at the set-up, and says otherwise later. */
export const platformRoutes = {
  platformGet: route({
    method: 'GET',
    path: '/admin/platform/get',
    tag,
    summary: 'What the firm says of itself',
    access: admins,
    rate: 'read',
    reply: Platform,
  }),
  platformChange: route({
    method: 'POST',
    path: '/admin/platform/change',
    tag,
    summary: 'Changes what is named; the audit says who and why',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({
      version: Version,
      firm_name: Type.Optional(Type.String({ maxLength: 200 })),
      languages: Type.Optional(LanguageList),
      language: Type.Optional(Language),
      registration: Type.Optional(Registration),
      currency: Type.Optional(Currency),
      sandbox: Type.Optional(Sandbox),
      second_factor: Type.Optional(SecondFactor),
      reason: Type.String({ minLength: 3, maxLength: 500 }),
    }),
    reply: Platform,
  }),
  platformMail: route({
    method: 'GET',
    path: '/admin/platform/mail',
    tag,
    summary: 'By which server mails go, without its password',
    access: admins,
    rate: 'read',
    reply: MailServerState,
  }),
  platformMailChange: route({
    method: 'POST',
    path: '/admin/platform/mail/change',
    tag,
    summary: 'Names another mail server, or none; the audit says who and why',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({ version: Version, server: nullable(TypedMailServer), reason: Type.String({ minLength: 3, maxLength: 500 }) }),
    reply: MailServerState,
  }),
  platformMailTest: route({
    method: 'POST',
    path: '/admin/platform/mail/test',
    tag,
    summary: 'Sends a mail to the caller’s own address, and tells what the mail server said',
    access: admins,
    rate: 'heavy',
    reply: MailTest,
  }),
} as const;
