import { type Static, Type } from '@sinclair/typebox';
import { languages } from '../../core/domain/language.ts';
import { venueKinds, venueStates } from '../../core/domain/markets/house-venue.ts';
import { factorDuties, houseCurrencies, registrationDoors, venueKeyPattern } from '../../core/domain/platform-settings.ts';
import { oneOf, strict } from '../common.ts';
import type { Access } from '../manifest.ts';
import { Reason, Version } from './platform-deliveries.ts';
import { route } from './route.ts';

const tag = 'Platform';
const admins: Access = { roles: ['admin'] };
const Language = oneOf(languages, 'Of whoever has chosen none');
/** In which pages and letters are offered. */
export const LanguageList = Type.Array(oneOf(languages), { minItems: 1, maxItems: languages.length, uniqueItems: true });

const Registration = oneOf(registrationDoors, 'Whether somebody may make an account by himself');

const Currency = oneOf(houseCurrencies, 'In which worth is told to whoever has chosen none');
const Sandbox = Type.Boolean({ description: 'Whether exchanges that only simulate a market are open; they open and close at once' });
/** Installed venues that are not to be open, beside simulations. */
export const ClosedVenues = Type.Array(Type.String({ maxLength: 100, pattern: venueKeyPattern }), { maxItems: 50, uniqueItems: true });

const SecondFactor = oneOf(factorDuties, 'Of whom a second factor is wanted before he moves money or keys; `staff`: everybody but traders');

const RebateRate = Type.String({
  pattern: '^(100|[1-9]?[0-9](\\.[0-9]{1,2})?)$',
  description: 'Per cent of the fees that an invited person pays; from the day of the change on, by UTC',
});

const Platform = strict({
  ...{ version: Version, firm_name: Type.String(), languages: LanguageList, language: Language, registration: Registration },
  ...{ currency: Currency, sandbox: Sandbox, closed_venues: ClosedVenues, second_factor: SecondFactor },
  ...{ rebate_first: RebateRate, rebate_second: RebateRate },
});
export type PlatformView = Static<typeof Platform>;

const HouseVenue = strict({
  key: Type.String({ description: 'Of plugin and contribution' }),
  plugin: Type.String(),
  title: Type.String({ description: 'Key among the texts of the plugin' }),
  description: Type.String({ description: 'Likewise' }),
  kind: oneOf(
    venueKinds,
    '`needed`: always open; `sandbox`: simulates a market; `demo`: the same, and the demo keeps it; `choice`: as the firm likes',
  ),
  state: oneOf(venueStates, '`opening` and `closing` go on by themselves, and are tried again until they are done'),
  exchanges: Type.Array(strict({ exchange: Type.String(), title: Type.String() })),
  orders: Type.Integer({ minimum: 0, description: 'Open ones' }),
  opened: Type.Integer({ minimum: 0, description: 'Accounts there, empty ones too' }),
  accounts: Type.Integer({ minimum: 0, description: 'Accounts with something in them' }),
  instances: Type.Integer({ minimum: 0, description: 'Running strategy instances with accounts there' }),
});
export type HouseVenueView = Static<typeof HouseVenue>;

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
      closed_venues: Type.Optional(ClosedVenues),
      close_in_use: Type.Optional(
        Type.Boolean({
          description: 'The caller knows what lies at the exchanges that close with this; without it such a change is refused',
        }),
      ),
      second_factor: Type.Optional(SecondFactor),
      rebate_first: Type.Optional(RebateRate),
      rebate_second: Type.Optional(RebateRate),
      reason: Reason,
    }),
    reply: Platform,
  }),
  platformVenues: route({
    method: 'GET',
    path: '/admin/platform/venues',
    tag,
    summary: 'The installed venues, whether they are open, and what lies there',
    access: admins,
    rate: 'read',
    reply: Type.Array(HouseVenue),
  }),
} as const;
