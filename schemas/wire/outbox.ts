import { type Static, Type } from '@sinclair/typebox';
import { deliveryChannels, deliveryFaults, deliveryKinds, deliveryStates } from '../../core/domain/delivery.ts';
import { nullable, oneOf, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { pageOf } from './history-query.ts';
import { route } from './route.ts';

const tag = 'Outbox';
const admins: Access = { roles: ['admin'] };
const DeliveryId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });

const Delivery = strict({
  delivery_id: DeliveryId,
  /** Whom it is for, by user name; null: an address that somebody typed. */
  username: nullable(Type.String()),
  /** E-mail, or telephone number with the code of its country. */
  address: Type.String(),
  channel: oneOf(deliveryChannels),
  kind: oneOf(deliveryKinds),
  subject: Type.String(),
  state: oneOf(deliveryStates),
  tries: Type.Integer({ minimum: 0 }),
  /** Why the last try failed; null: none has. */
  error: nullable(oneOf(deliveryFaults)),
  /** The number that the other side answered with. */
  error_detail: nullable(Type.String()),
  /** False: its words are gone. */
  has_body: Type.Boolean(),
  created_time: TimeMs,
  /** When it is worth nothing any more. */
  expiry_time: TimeMs,
  ended_time: nullable(TimeMs),
});
export type DeliveryView = Static<typeof Delivery>;

const filter = {
  channel: Type.Optional(oneOf(deliveryChannels)),
  state: Type.Optional(oneOf(deliveryStates)),
  kind: Type.Optional(oneOf(deliveryKinds)),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Stands in the address or the subject' })),
};
export type OutboxFilterView = { -readonly [K in keyof typeof filter]?: Static<(typeof filter)[K]> };

/** What the house has written to people, for administrators. */
export const outboxRoutes = {
  outboxList: route({
    method: 'GET',
    path: '/admin/outbox/list',
    tag,
    summary: 'Letters to people, newest first, and which channels are set',
    access: admins,
    rate: 'read',
    query: strict({
      ...filter,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    reply: Type.Composite([pageOf(Delivery), strict({ channels: strict({ mail: Type.Boolean(), sms: Type.Boolean() }) })], {
      additionalProperties: false,
    }),
  }),
  outboxBody: route({
    method: 'GET',
    path: '/admin/outbox/body',
    tag,
    summary: 'The words of a letter, null once they are gone, and of a code that goes out by itself; the audit says who read them',
    access: admins,
    rate: 'read',
    confirm: 'fresh',
    query: strict({ delivery_id: DeliveryId }),
    reply: strict({ body: nullable(Type.String()) }),
  }),
  outboxRetry: route({
    method: 'POST',
    path: '/admin/outbox/retry',
    tag,
    summary: 'Lets a letter that failed wait for another try; the audit says who',
    access: admins,
    rate: 'save',
    body: strict({ delivery_id: DeliveryId }),
    reply: Delivery,
  }),
} as const;
