import { type Static, Type } from '@sinclair/typebox';
import { languages } from '../../core/domain/language.ts';
import { houseCurrencies, registrationDoors } from '../../core/domain/platform-settings.ts';
import { oneOf, strict } from '../common.ts';
import type { Access } from '../manifest.ts';
import { route } from './route.ts';

const tag = 'Platform';
const admins: Access = { roles: ['admin'] };
const Language = oneOf(languages, 'Of whoever has chosen none');
/** Counts changes: a change names the one that it was made from. */
const Version = Type.Integer({ minimum: 0 });

const Registration = oneOf(registrationDoors, 'Whether somebody may make an account by himself');

const Currency = oneOf(houseCurrencies, 'In which worth is told to whoever has chosen none');
const Sandbox = Type.Boolean({
  description: 'Whether exchanges that only simulate a market are open; those that are stay so until the next start',
});

const Platform = strict({
  ...{ version: Version, firm_name: Type.String(), language: Language, registration: Registration },
  ...{ currency: Currency, sandbox: Sandbox },
});
export type PlatformView = Static<typeof Platform>;

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
    body: strict({
      version: Version,
      firm_name: Type.Optional(Type.String({ maxLength: 200 })),
      language: Type.Optional(Language),
      registration: Type.Optional(Registration),
      currency: Type.Optional(Currency),
      sandbox: Type.Optional(Sandbox),
      reason: Type.String({ minLength: 3, maxLength: 500 }),
    }),
    reply: Platform,
  }),
} as const;
