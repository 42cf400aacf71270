import { type Static, Type } from '@sinclair/typebox';
import { Name, nullable, oneOf, strict, TimeMs } from '../common.ts';
import { keyPermissions, route } from './route.ts';

const tag = 'API keys';

/** Keys that one user may have, expired ones included. */
export const maxApiKeys = 20;
/** Addresses and ranges that one key may be bound to. */
export const maxKeyAddresses = 50;
export const keyDays = { standard: 90, most: 365 } as const;
/** What every key begins with: whoever finds one in a file or a log knows what it opens. */
export const keyPrefix = 'tsk_';

const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$' });
const Addresses = Type.Array(Type.String({ minLength: 2, maxLength: 49 }), {
  maxItems: maxKeyAddresses,
  uniqueItems: true,
  description: 'IPv4 or IPv6 addresses, or ranges such as 203.0.113.0/24, that the key works from; empty: from anywhere',
});

export const ApiKeyView = strict({
  key_id: KeyId,
  name: Type.String(),
  permission: oneOf(keyPermissions),
  addresses: Type.Array(Type.String()),
  create_time: TimeMs,
  /** Null: it never expires. */
  expire_time: nullable(TimeMs),
  last_used_time: nullable(TimeMs),
  last_used_address: nullable(Type.String()),
});
export type ApiKeyView = Static<typeof ApiKeyView>;

export const NewApiKey = strict({
  name: Name,
  permission: oneOf(keyPermissions, '`read`: looks only; `trade`: also places, amends and cancels orders, starts and stops strategies'),
  addresses: Addresses,
  days: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: keyDays.most }), Type.Null()], {
      description: `Until it expires; absent: ${keyDays.standard}, null: never`,
    }),
  ),
  password: Type.String({ minLength: 1, maxLength: 128, description: "The user's own, once more" }),
});
export type NewApiKey = Static<typeof NewApiKey>;

export const apiKeyRoutes = {
  apiKeyList: route({
    method: 'GET',
    path: '/user/apikey/list',
    tag,
    summary: "The caller's API keys, newest first, without their secrets",
    access: 'session',
    rate: 'read',
    reply: Type.Array(ApiKeyView),
  }),
  apiKeyCreate: route({
    method: 'POST',
    path: '/user/apikey/create',
    tag,
    summary: 'Makes an API key; its token is told here and never again',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    body: NewApiKey,
    reply: strict({ key: ApiKeyView, token: Type.String() }),
  }),
  apiKeyRevoke: route({
    method: 'POST',
    path: '/user/apikey/revoke',
    tag,
    summary: 'Ends an API key at once, its open sockets too; also one that is not there',
    access: 'session',
    rate: 'stop',
    body: strict({ key_id: KeyId }),
    reply: Type.Null(),
  }),
} as const;
