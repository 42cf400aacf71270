import { type Static, Type } from '@sinclair/typebox';
import { deliveryFaults } from '../../core/domain/delivery.ts';
import { nullable, oneOf, strict } from '../common.ts';
import type { Access } from '../manifest.ts';
import { route } from './route.ts';

const tag = 'Platform';
const admins: Access = { roles: ['admin'] };
/** Counts changes: a change names the one that it was made from. */
const Version = Type.Integer({ minimum: 0 });

const gateway = {
  url: Type.String({ maxLength: 500, description: 'https:// address of the gateway' }),
  header: nullable(Type.String({ minLength: 1, maxLength: 64, description: 'Name of the header that opens it' })),
  sender: Type.String({ maxLength: 40, description: 'Stands where the body says {sender}' }),
  body: Type.String({ maxLength: 2000, description: 'JSON of its own shape, with {to} and {text} in its texts' }),
};
const State = strict({
  origin: oneOf(
    ['environment', 'platform', 'none'] as const,
    '`environment`: the settings of the server name one, which counts before this',
  ),
  version: Version,
  has_secret: Type.Boolean(),
  gateway: nullable(strict(gateway)),
});
export type SmsGatewayView = Static<typeof State>;
/** As it is typed: a value of the header that is null stays, for the same address and header. */
const TypedGateway = strict({ ...gateway, header_value: nullable(Type.String({ minLength: 1, maxLength: 2000 })) });
export type TypedSmsGateway = Static<typeof TypedGateway>;
const Test = strict({
  to: Type.String(),
  fault: nullable(oneOf(deliveryFaults, 'Why the gateway did not take it')),
  detail: nullable(Type.String({ description: 'The number of its answer' })),
});
export type SmsTestView = Static<typeof Test>;

/** By which gateway text messages go. */
export const platformSmsRoutes = {
  platformSms: route({
    method: 'GET',
    path: '/admin/platform/sms',
    tag,
    summary: 'By which gateway text messages go, without its secret',
    access: admins,
    rate: 'read',
    reply: State,
  }),
  platformSmsChange: route({
    method: 'POST',
    path: '/admin/platform/sms/change',
    tag,
    summary: 'Names another gateway, or none; the audit says who and why',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({ version: Version, gateway: nullable(TypedGateway), reason: Type.String({ minLength: 3, maxLength: 500 }) }),
    reply: State,
  }),
  platformSmsTest: route({
    method: 'POST',
    path: '/admin/platform/sms/test',
    tag,
    summary: 'Sends a text message to a number, or to the caller’s own, and tells what the gateway said',
    access: admins,
    rate: 'heavy',
    body: strict({ to: nullable(Type.String({ minLength: 1, maxLength: 20 })) }),
    reply: Test,
  }),
} as const;
