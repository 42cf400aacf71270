import type { Principal } from '../../core/contract/access.ts';
import { accountActs } from '../../core/domain/accounts/account-act.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { decideAccess } from '../../core/kernel/checks/access.ts';
import type { TestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';
import { startWideFirm } from './wide-firm.ts';

const rounds = 50;
const goalMicros = 2;

/**
 * One answer to who may do what with which account, in the server's own room: of every act, in a firm of two hundred accounts, own ones and those of
 * others in turns, of which everybody is authorised for every third.
 */
export async function accessDecision(): Promise<Figure[]> {
  const server = await startWideFirm(['venue-house']);
  try {
    const { access, accounts, grants } = server.room;
    const people = await server.store.users.list({ limit: 50 });
    const principals = people.items.map(({ id: userId, username, role, vipLevel }) => ({ userId, username, role, vipLevel }));
    const apiIds = accounts.all().map(({ apiId }) => apiId);
    for (const { userId } of principals)
      for (const { apiId, userId: ownerId } of accounts.all().filter((_, at) => at % 3 === 0))
        if (ownerId !== userId)
          await grants.put({ apiId, granteeId: userId, grantedBy: ownerId, acts: ['see', 'trade'], untilMs: null, grantedMs: 0 });
    const asked = principals.length * apiIds.length * accountActs.length;
    let allowed = 0;
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const before = performance.now();
      for (const principal of principals)
        for (const apiId of apiIds) for (const act of accountActs) if (access.allows(principal, apiId, act)) allowed += 1;
      best = Math.min(best, (performance.now() - before) / asked);
    }
    if (allowed === 0) throw new Error('nobody may do anything');
    return [
      figure('decision of who may do what with an account', best * 1_000, 'µs', goalMicros),
      figure('decision of who may call what', atTheDoor(server, principals) * 1_000, 'µs', goalMicros),
    ];
  } finally {
    await server.close();
  }
}

/** What stands at every call before it is read: role, level and version. */
function atTheDoor({ routes }: TestServer, principals: readonly Principal[]): number {
  const roles = new RoleBook();
  const doors = Object.values(routes).flatMap(({ access }) => (typeof access === 'object' ? [access] : []));
  let best = Number.POSITIVE_INFINITY;
  let granted = 0;
  for (let round = 0; round < rounds; round++) {
    const before = performance.now();
    for (const principal of principals)
      for (const access of doors) if (decideAccess(roles, principal, access).outcome === 'granted') granted += 1;
    best = Math.min(best, (performance.now() - before) / (principals.length * doors.length));
  }
  if (granted === 0) throw new Error('nobody may call anything');
  return best;
}
