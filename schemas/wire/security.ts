import { type Static, Type } from '@sinclair/typebox';
import { nullable, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

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
  user_agent: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
});
export type OwnSessionView = Static<typeof OwnSession>;

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
} as const;
