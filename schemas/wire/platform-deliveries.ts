import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { longestEmail } from '../../core/domain/accounts/person-rules.ts';
import { deliveryFaults } from '../../core/domain/delivery.ts';
import { mailSecurities } from '../../core/domain/mail-server.ts';
import { nullable, oneOf, strict } from '../common.ts';
import type { Access } from '../manifest.ts';
import { route } from './route.ts';

const admins: Access = { roles: ['admin'] };
/** Of all the calls here. */
const read = { method: 'GET', tag: 'Platform', access: admins, rate: 'read' } as const;
const change = { method: 'POST', tag: 'Platform', access: admins, rate: 'save', confirm: 'fresh' } as const;
const test = { method: 'POST', tag: 'Platform', access: admins, rate: 'heavy' } as const;

/** Counts changes: a change names the one that it was made from. */
export const Version = Type.Integer({ minimum: 0 });
export const Reason = Type.String({ minLength: 3, maxLength: 500 });
const originWords = '`environment`: the settings of the server name one, which counts before this';

/** Without its secret. */
const stateOf = <P extends TProperties>(named: P) =>
  strict({ origin: oneOf(['environment', 'platform', 'none'] as const, originWords), version: Version, ...named });
const changeOf = <P extends TProperties>(typed: P) => strict({ version: Version, ...typed, reason: Reason });
const Tested = strict({
  to: Type.String(),
  fault: nullable(oneOf(deliveryFaults, 'Why it was not taken')),
  detail: nullable(Type.String({ description: 'The number of the answer' })),
});
export type DeliveryTestView = Static<typeof Tested>;

const server = {
  host: Type.String({ maxLength: 255, description: 'Name or address of the mail server' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: oneOf(mailSecurities, '`tls`: encrypted from the first byte; `starttls`: before anything is sent'),
  user: nullable(Type.String({ minLength: 1, maxLength: 200 })),
  sender: Type.String({ maxLength: longestEmail, description: 'Address that mails come from' }),
  notify: Type.Array(Type.String({ maxLength: longestEmail }), { maxItems: 20, description: 'Who is told of letters of visitors' }),
};
const MailServerState = stateOf({ has_password: Type.Boolean(), server: nullable(strict(server)) });
export type MailServerView = Static<typeof MailServerState>;
/** As it is typed: a password that is null stays, for the same server and user. */
export const TypedMailServer = strict({ ...server, user_password: nullable(Type.String({ minLength: 1, maxLength: 500 })) });

const gateway = {
  url: Type.String({ maxLength: 500, description: 'https:// address of the gateway' }),
  header: nullable(Type.String({ minLength: 1, maxLength: 64, description: 'Name of the header that opens it' })),
  sender: Type.String({ maxLength: 40, description: 'Stands where the body says {sender}' }),
  body: Type.String({ maxLength: 2000, description: 'JSON of its own shape, with {to} and {text} in its texts' }),
};
const SmsGatewayState = stateOf({ has_secret: Type.Boolean(), gateway: nullable(strict(gateway)) });
export type SmsGatewayView = Static<typeof SmsGatewayState>;
/** As it is typed: a value of the header that is null stays, for the same address and header. */
const TypedSmsGateway = strict({ ...gateway, header_value: nullable(Type.String({ minLength: 1, maxLength: 2000 })) });

/** By what letters go to people: mails by a server, text messages by a gateway. */
export const platformDeliveryRoutes = {
  platformMail: route({
    ...read,
    path: '/admin/platform/mail',
    summary: 'By which server mails go, without its password',
    reply: MailServerState,
  }),
  platformMailChange: route({
    ...change,
    path: '/admin/platform/mail/change',
    summary: 'Names another mail server, or none; the audit says who and why',
    body: changeOf({ server: nullable(TypedMailServer) }),
    reply: MailServerState,
  }),
  platformMailTest: route({
    ...test,
    path: '/admin/platform/mail/test',
    summary: 'Sends a mail to the caller’s own address, and tells what the mail server said',
    reply: Tested,
  }),
  platformSms: route({
    ...read,
    path: '/admin/platform/sms',
    summary: 'By which gateway text messages go, without its secret',
    reply: SmsGatewayState,
  }),
  platformSmsChange: route({
    ...change,
    path: '/admin/platform/sms/change',
    summary: 'Names another gateway, or none; the audit says who and why',
    body: changeOf({ gateway: nullable(TypedSmsGateway) }),
    reply: SmsGatewayState,
  }),
  platformSmsTest: route({
    ...test,
    path: '/admin/platform/sms/test',
    summary: 'Sends a text message to a number, or to the caller’s own, and tells what the gateway said',
    body: strict({ to: nullable(Type.String({ minLength: 1, maxLength: 20 })) }),
    reply: Tested,
  }),
} as const;
