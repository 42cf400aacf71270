import { accountActs } from '../../core/domain/accounts/account-act.ts';
import { pluginSource, startTestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';

const rounds = 200;
const goalMicros = 2;

/** One answer to who may do what with which account, in the server's own room: of every act, own accounts and those of others in turns. */
export async function accessDecision(): Promise<Figure[]> {
  const server = await startTestServer({ plugins: ['venue-house'].map(pluginSource) });
  try {
    const { access, accounts } = server.room;
    const people = await server.store.users.list({ limit: 50 });
    const principals = people.items.map(({ id: userId, username, role, vipLevel }) => ({ userId, username, role, vipLevel }));
    const apiIds = accounts.all().map(({ apiId }) => apiId);
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
    return [figure('decision of who may do what with an account', best * 1_000, 'µs', goalMicros)];
  } finally {
    await server.close();
  }
}
