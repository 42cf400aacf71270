import type { HttpClient } from '../http-client.ts';
import type { CallWalk } from './call-walk.ts';

/** What the firm says of itself, and says otherwise. */
export async function walkPlatform(walk: CallWalk, admin: HttpClient): Promise<void> {
  const { version } = await admin.call('platformGet');
  const body = { version, firm_name: 'Walked', reason: 'a walk through the calls' };
  await walk.changes({ client: admin, name: 'platformChange', body }, { client: admin, name: 'platformGet' });
}
