import { Type } from '@sinclair/typebox';
import { longestEmail } from '../../core/domain/accounts/person-rules.ts';
import { languages } from '../../core/domain/language.ts';
import { houseCurrencies } from '../../core/domain/platform-settings.ts';
import { nullable, oneOf, strict } from '../common.ts';
import { LanguageList, TypedMailServer } from './platform.ts';
import { route } from './route.ts';
import { SessionUser } from './user.ts';

const tag = 'Set-up';
/** As the terminal printed it; null from who sits at the server. */
const Token = nullable(Type.String({ minLength: 1, maxLength: 128 }));

/** The first start. Refused with SET_UP_DONE as soon as there is an administrator. */
export const setUpRoutes = {
  setUpLook: route({
    method: 'POST',
    path: '/set-up/look',
    tag,
    summary: 'Whether the caller may set the platform up: from the server’s own machine, or with the token that its terminal printed',
    access: 'public',
    rate: 'sign-in',
    body: strict({ token: Token }),
    reply: Type.Null(),
  }),
  setUp: route({
    method: 'POST',
    path: '/set-up',
    tag,
    summary: 'Makes the first administrator, keeps what the firm says of itself, and opens a session',
    access: 'public',
    rate: 'sign-in',
    body: strict({
      token: Token,
      username: Type.String({ maxLength: 64 }),
      email: Type.String({ maxLength: longestEmail }),
      password: Type.String({ maxLength: 128 }),
      firm_name: Type.String({ maxLength: 200 }),
      /** In which pages and letters are offered; absent: in all of the product. */
      languages: Type.Optional(LanguageList),
      language: oneOf(languages, 'Of whoever has chosen none'),
      currency: oneOf(houseCurrencies, 'In which worth is told to whoever has chosen none'),
      /** Whether exchanges that only simulate a market are open. */
      sandbox: Type.Boolean(),
      /** By which server mails go; null: they wait in the outbox. */
      mail: Type.Optional(nullable(TypedMailServer)),
    }),
    reply: SessionUser,
  }),
} as const;
