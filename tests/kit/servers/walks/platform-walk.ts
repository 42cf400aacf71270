import type { HttpClient } from '../http-client.ts';
import { setUpAnswers } from '../set-up.ts';
import { startTestServer } from '../test-server.ts';
import type { CallWalk } from './call-walk.ts';

/** A first start of its own: whoever looks is let in before there is an administrator, and refused after. */
export async function walkSetUp(walk: CallWalk): Promise<void> {
  const server = await startTestServer({ demo: false });
  try {
    const client = server.guest();
    await walk.changes({ client, name: 'setUp', body: setUpAnswers }, { client, name: 'setUpLook', body: { token: null } });
  } finally {
    await server.close();
  }
}

/** What the firm says of itself, and says otherwise. */
export async function walkPlatform(walk: CallWalk, admin: HttpClient): Promise<void> {
  const { version } = await admin.call('platformGet');
  const body = { version, firm_name: 'Walked', reason: 'a walk through the calls' };
  await walk.changes(
    { client: admin, name: 'platformChange', body },
    { client: admin, name: 'platformGet' },
    { client: admin, name: 'platformVenues' },
  );
  // No mail server of the walk is there: the try says so, and what was named stands.
  const server = {
    ...{ host: '127.0.0.1', port: 1, security: 'starttls', user: null, user_password: null, sender: 'walk@firm.example', notify: [] },
  };
  const named = { version: 0, server, reason: 'a walk through the calls' };
  const questions = [{ client: admin, name: 'platformMail' } as const, { client: admin, name: 'platformMailTest' } as const];
  await walk.changes({ client: admin, name: 'platformMailChange', body: named }, ...questions);
}
