import type { Static } from '@sinclair/typebox';
import { type AppError, accepted, denied, refused } from '../../core/contract/app-error.ts';
import { HOUSE_VENUES, type HouseVenue, type HouseVenues } from '../../core/contract/house-venues.ts';
import { MAIL_SERVER, type MailServerState } from '../../core/contract/mail-server.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import { PLATFORM, type PlatformState } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, userOf } from '../../core/contract/server-contributions.ts';
import { SMS_GATEWAY, type SmsGatewayState } from '../../core/contract/sms-gateway.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { PlatformSettings } from '../../core/domain/platform-settings.ts';
import type { SmsGatewayTerms } from '../../core/domain/sms-gateway.ts';
import { type HouseVenueView, type PlatformView, platformRoutes } from '../../schemas/wire/platform.ts';
import {
  type MailServerView,
  platformDeliveryRoutes,
  type SmsGatewayView,
  type TypedMailServer,
} from '../../schemas/wire/platform-deliveries.ts';

const view = ({
  version,
  settings: { firmName, secondFactor, rebateFirst, rebateSecond, languages, closedVenues, ...settings },
}: PlatformState): PlatformView => ({
  ...{
    version,
    firm_name: firmName,
    second_factor: secondFactor,
    rebate_first: rebateFirst,
    rebate_second: rebateSecond,
    languages: [...languages],
    closed_venues: [...closedVenues],
    ...settings,
  },
});

const mailView = ({ hasPassword, server, ...state }: MailServerState): MailServerView => ({
  ...{ ...state, has_password: hasPassword, server: server === null ? null : { ...server, notify: [...server.notify] } },
});

const smsView = ({ hasSecret, gateway, ...state }: SmsGatewayState): SmsGatewayView => ({
  ...{ ...state, has_secret: hasSecret, gateway: gateway === null ? null : { ...gateway } },
});

const apart = ({ user_password: password, ...server }: Static<typeof TypedMailServer>) => ({ password, server });

const venueView = ({ pluginId, exchanges, openOrders, ...venue }: HouseVenue): HouseVenueView => ({
  ...{ ...venue, plugin: pluginId, exchanges: exchanges.map((one) => ({ ...one })), orders: openOrders },
});

/** Nothing closes of which the administrator has not been told what lies there, and nothing that is none of the firm's choices. */
function closingProblem(
  venues: HouseVenues,
  before: PlatformSettings,
  changes: Partial<PlatformSettings>,
  isKnown: boolean,
): AppError | null {
  const { closedVenues = before.closedVenues } = changes;
  const installed = venues.list();
  const strange = closedVenues.find((key) => {
    const kind = installed.find((one) => one.key === key)?.kind;
    // What was closed may have been removed since.
    return kind === undefined ? !before.closedVenues.includes(key) : kind !== 'choice';
  });
  if (strange !== undefined)
    return refused('REQUEST_INVALID', { field: 'closed_venues', rule: 'must be installed venues that the firm may close' }).error;
  if (isKnown) return null;
  const inUse = venues.closedBy({ ...before, ...changes }).some((one) => one.openOrders + one.accounts + one.instances > 0);
  return inUse ? refused('PLATFORM_VENUE_IN_USE').error : null;
}

/** Null: no reason was given. */
function noteOf(request: Parameters<typeof userOf>[0], typed: string): ChangeNote | null {
  const reason = tidyText(typed);
  const { role } = request.principal;
  return reason === '' || role === null ? null : { by: { userId: userOf(request), role }, reason };
}

export const plugin = definePlugin({
  requires: { routes: ROUTES, platform: PLATFORM, mailServer: MAIL_SERVER, smsGateway: SMS_GATEWAY, venues: HOUSE_VENUES },
  setup: ({ services: { routes, platform, mailServer, smsGateway, venues } }) => {
    routes.add(platformRoutes, {
      platformGet: async () => accepted(view(platform.state)),
      platformChange: async (request) => {
        const {
          version,
          firm_name: firmName,
          second_factor: secondFactor,
          closed_venues: closedVenues,
          rebate_first: rebateFirst,
          rebate_second: rebateSecond,
          close_in_use: known,
          reason: typed,
          ...others
        } = request.body;
        const note = noteOf(request, typed);
        if (note === null) return refused('FORM_FIELD_EMPTY', { field: 'reason' });
        const named = { ...(firmName === undefined ? {} : { firmName }), ...(secondFactor === undefined ? {} : { secondFactor }) };
        const rates = { ...(rebateFirst === undefined ? {} : { rebateFirst }), ...(rebateSecond === undefined ? {} : { rebateSecond }) };
        const changes = { ...others, ...named, ...rates, ...(closedVenues === undefined ? {} : { closedVenues }) };
        const barred = closingProblem(venues, platform.state.settings, changes, known === true);
        if (barred !== null) return denied(barred);
        const changed = await platform.change(version, changes, note);
        return changed.ok ? accepted(view(changed.value)) : changed;
      },
      platformVenues: async () => accepted(venues.list().map(venueView)),
    });
    routes.add(platformDeliveryRoutes, {
      platformMail: async () => accepted(mailView(mailServer.state)),
      platformMailChange: async (request) => {
        const { version, server: typed, reason } = request.body;
        const note = noteOf(request, reason);
        if (note === null) return refused('FORM_FIELD_EMPTY', { field: 'reason' });
        const { password, server } = typed === null ? { password: null, server: null } : apart(typed);
        const changed = await mailServer.change(version, server, password, note);
        return changed.ok ? accepted(mailView(changed.value)) : changed;
      },
      platformMailTest: (request) => mailServer.test(userOf(request)),
      platformSms: async () => accepted(smsView(smsGateway.state)),
      platformSmsChange: async (request) => {
        const { version, gateway: typed, reason } = request.body;
        const note = noteOf(request, reason);
        if (note === null) return refused('FORM_FIELD_EMPTY', { field: 'reason' });
        const { header_value: secret = null, ...gateway } = typed ?? {};
        const changed = await smsGateway.change(version, typed === null ? null : (gateway as SmsGatewayTerms), secret, note);
        return changed.ok ? accepted(smsView(changed.value)) : changed;
      },
      platformSmsTest: (request) => smsGateway.test(userOf(request), request.body.to),
    });
    return undefined;
  },
});
