import { type Static, Type } from '@sinclair/typebox';
import { nullable, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { PlaceView } from './place.ts';
import { route } from './route.ts';
import { SessionUser, SignInWants } from './user.ts';

const tag = 'Security';

/** Names a session and lets nobody in. */
const SessionId = Type.String({ pattern: '^[0-9a-f]{32}$' });

const OwnSession = strict({
  session_id: SessionId,
  opened_time: TimeMs,
  /** Within some minutes; null: not known. */
  used_time: nullable(TimeMs),
  /** When it ends unless it is used. */
  expiry_time: TimeMs,
  ip: Type.String(),
  place: PlaceView,
  user_agent: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
});
export type OwnSessionView = Static<typeof OwnSession>;

const admins: Access = { roles: ['admin'] };

const PasskeyId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const PasskeyName = Type.String({ minLength: 1, maxLength: 60 });
/** What the browser made of the terms, as JSON. */
const Made = Type.String({ minLength: 1, maxLength: 8_192 });
/** Options of `navigator.credentials`, as JSON; good for one answer and five minutes. */
const PasskeyTerms = strict({ terms: Type.String() });
const OwnPasskey = strict({
  passkey_id: PasskeyId,
  name: Type.String(),
  /** Domain that it was made for; it is of use there alone. */
  site: Type.String(),
  /** Copies of it are on other devices of the person; false: it is in one device. */
  synced: Type.Boolean(),
  created_time: TimeMs,
  used_time: nullable(TimeMs),
});
export type OwnPasskeyView = Static<typeof OwnPasskey>;

const Factors = strict({
  /** Since when codes of an authenticator are asked for; null: they are not. */
  totp_since: nullable(TimeMs),
  recovery_left: Type.Integer(),
  /** The oldest first; each of them is enough, as is a code. */
  passkeys: Type.Array(OwnPasskey),
});
export type FactorsView = Static<typeof Factors>;
/** Told once; each of them stands in for a code of the authenticator one time. */
const RecoveryCodes = strict({ recovery_codes: Type.Array(Type.String()) });

/** What a person keeps of his own ways in. Each change stands in the audit, in the transaction that makes it. */
export const securityRoutes = {
  securityPassword: route({
    method: 'POST',
    path: '/user/security/password',
    tag,
    summary: "Changes the caller's own password, which is asked for once more, and ends all other sessions of his",
    access: 'session',
    rate: 'heavy',
    body: strict({
      old_password: Type.String({ minLength: 1, maxLength: 128 }),
      new_password: Type.String({ minLength: 1, maxLength: 128, description: '8 to 20 characters, hard to guess and without own names' }),
    }),
    reply: Type.Null(),
  }),
  securitySessions: route({
    method: 'GET',
    path: '/user/security/sessions',
    tag,
    summary: "The caller's open sessions, the newest first",
    access: 'session',
    rate: 'read',
    reply: Type.Array(OwnSession),
  }),
  securitySessionsEnd: route({
    method: 'POST',
    path: '/user/security/sessions/end',
    tag,
    summary: "Ends one of the caller's sessions with its sockets, or all but the one that asks",
    access: 'session',
    rate: 'stop',
    body: strict({ session_id: Type.Optional(SessionId) }),
    reply: strict({ ended: Type.Integer() }),
  }),
  securityFactors: route({
    method: 'GET',
    path: '/user/security/factors',
    tag,
    summary: "The caller's second factor, without its secret",
    access: 'session',
    rate: 'read',
    reply: Factors,
  }),
  securityTotpBegin: route({
    method: 'POST',
    path: '/user/security/totp/begin',
    tag,
    summary: 'A secret for an authenticator, as text and as the address that a QR code holds; it counts once a code of it is sent',
    access: 'session',
    rate: 'heavy',
    confirm: 'enrol',
    reply: strict({ secret: Type.String(), uri: Type.String() }),
  }),
  securityTotpConfirm: route({
    method: 'POST',
    path: '/user/security/totp/confirm',
    tag,
    summary: 'Turns the second factor on by a code of the authenticator; gives ten recovery codes, told here and never again',
    access: 'session',
    rate: 'heavy',
    confirm: 'enrol',
    body: strict({ code: Type.String({ minLength: 1, maxLength: 16 }) }),
    reply: RecoveryCodes,
  }),
  securityTotpOff: route({
    method: 'POST',
    path: '/user/security/totp/off',
    tag,
    summary: 'Turns the second factor off, with its recovery codes',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    reply: Type.Null(),
  }),
  securityRecoveryRenew: route({
    method: 'POST',
    path: '/user/security/recovery/renew',
    tag,
    summary: 'Ten new recovery codes in place of those from before, told here and never again',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    reply: RecoveryCodes,
  }),
  securityPasskeyBegin: route({
    method: 'POST',
    path: '/user/security/passkey/begin',
    tag,
    summary: 'What a browser needs to make a passkey on this page, which has to be at a domain',
    access: 'session',
    rate: 'heavy',
    confirm: 'enrol',
    reply: PasskeyTerms,
  }),
  securityPasskeyAdd: route({
    method: 'POST',
    path: '/user/security/passkey/add',
    tag,
    summary:
      'Keeps the passkey that the browser has made; gives ten recovery codes, told here and never again, where it is the first second factor',
    access: 'session',
    rate: 'heavy',
    confirm: 'enrol',
    body: strict({ name: PasskeyName, value: Made }),
    reply: strict({ recovery_codes: nullable(Type.Array(Type.String())) }),
  }),
  securityPasskeyRename: route({
    method: 'POST',
    path: '/user/security/passkey/rename',
    tag,
    summary: 'Calls an own passkey otherwise',
    access: 'session',
    rate: 'save',
    body: strict({ passkey_id: PasskeyId, name: PasskeyName }),
    reply: Type.Null(),
  }),
  securityPasskeyRemove: route({
    method: 'POST',
    path: '/user/security/passkey/remove',
    tag,
    summary: 'Takes an own passkey away; with the last second factor the recovery codes go, and the password alone lets in',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    body: strict({ passkey_id: PasskeyId }),
    reply: Type.Null(),
  }),
  securityPasskeyEnterTerms: route({
    method: 'POST',
    path: '/user/security/passkey/enter/terms',
    tag,
    summary: 'What a browser needs to let somebody in by a passkey, without a password',
    access: 'public',
    rate: 'sign-in',
    reply: PasskeyTerms,
  }),
  securityPasskeyEnter: route({
    method: 'POST',
    path: '/user/security/passkey/enter',
    tag,
    summary: 'Opens a session for the person of a passkey, which has to have made sure of him by itself',
    access: 'public',
    rate: 'sign-in',
    body: strict({ value: Made }),
    reply: Type.Union([SessionUser, SignInWants]),
  }),
  personFactorReset: route({
    method: 'POST',
    path: '/admin/people/factor/reset',
    tag: 'People',
    summary:
      "Takes a person's second factor and passkeys away, ends all sessions and tells the person; for whoever has lost authenticator and recovery codes",
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({ user_id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }), reason: Type.String({ minLength: 3, maxLength: 500 }) }),
    reply: Type.Null(),
  }),
} as const;
