import { Type } from '@sinclair/typebox';
import { longestEmail } from '../../core/domain/accounts/person-rules.ts';
import { languages } from '../../core/domain/language.ts';
import { venueKinds } from '../../core/domain/markets/house-venue.ts';
import { houseCurrencies } from '../../core/domain/platform-settings.ts';
import { nullable, oneOf, strict } from '../common.ts';
import { ClosedVenues, LanguageList } from './platform.ts';
import { TypedMailServer } from './platform-deliveries.ts';
import { route } from './route.ts';
import { SessionUser } from './user.ts';

const tag = 'Set-up';
/** As the terminal printed it; null from who sits at the server. */
const Token = nullable(Type.String({ minLength: 1, maxLength: 128 }));

const InstalledVenue = strict({
  key: Type.String(),
  plugin: Type.String(),
  title: Type.String({ description: 'Key among the texts of the plugin' }),
  description: Type.String({ description: 'Likewise' }),
  kind: oneOf(venueKinds, '`choice`: whether it is open is the firm’s to say; `sandbox`: likewise, all together'),
});

/** The first start. Refused with SET_UP_DONE as soon as there is an administrator. */
export const setUpRoutes = {
  setUpLook: route({
    method: 'POST',
    path: '/set-up/look',
    tag,
    summary:
      'Whether the caller may set the platform up, from the server’s own machine or with the token that its terminal printed; and which venues are installed',
    access: 'public',
    rate: 'sign-in',
    body: strict({ token: Token }),
    reply: strict({ venues: Type.Array(InstalledVenue) }),
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
      /** Installed venues that are not to be open; absent: all are. */
      closed_venues: Type.Optional(ClosedVenues),
      /** By which server mails go; null: they wait in the outbox. */
      mail: Type.Optional(nullable(TypedMailServer)),
    }),
    reply: SessionUser,
  }),
} as const;
