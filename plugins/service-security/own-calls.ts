import { AppError, accepted, refused } from '../../core/contract/app-error.ts';
import type { HousePeople, OwnCaller } from '../../core/contract/people.ts';
import type { Places } from '../../core/contract/places.ts';
import { type Caller, type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { securityRoutes } from '../../schemas/wire/security.ts';
import type { WriteSecurity } from './letters.ts';

type OwnRoutes = Pick<RouteHandlers<typeof securityRoutes>, 'securityPassword' | 'securitySessions' | 'securitySessionsEnd'>;

/** Who asks, by the session that he came with. */
export function ownCaller(request: Caller): OwnCaller {
  const { sessionId, ip, userAgent, principal } = request;
  if (sessionId === undefined || principal.role === null) throw new AppError('SESSION_MISSING');
  return { userId: userOf(request), role: principal.role, sessionId, ip, userAgent };
}

/** The own password, and the own sessions. */
export const ownCalls = (people: HousePeople, places: Places, write: WriteSecurity): OwnRoutes => ({
  securityPassword: async (request) => {
    const { old_password: formerly, new_password: password } = request.body;
    const own = ownCaller(request);
    const changed = await people.changePassword({ formerly, password }, own);
    if (changed.ok) await (await write(own.userId, 'password'))();
    return changed;
  },
  securitySessions: async (request) => {
    const own = ownCaller(request);
    const open = await people.sessions(own.userId);
    return accepted(
      open.map(({ sessionId, createdMs, usedMs, expiresMs, ip, userAgent }) => ({
        ...{ session_id: sessionId, opened_time: createdMs, used_time: usedMs, expiry_time: expiresMs },
        ...{ ip, place: places.of(ip), user_agent: userAgent },
        current: sessionId === own.sessionId,
      })),
    );
  },
  securitySessionsEnd: async (request) => {
    const { userId, role, sessionId: but } = ownCaller(request);
    const { session_id: only } = request.body;
    // The own one ends by signing out.
    if (only === but) return refused('PERSON_SESSION_UNKNOWN');
    const ended = await people.endSessions(userId, only === undefined ? { but } : { only }, { by: { userId, role }, reason: null });
    return ended.ok ? accepted({ ended: ended.value }) : ended;
  },
});
