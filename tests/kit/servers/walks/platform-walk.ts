import type { HttpClient } from '../http-client.ts';
import { setUpAnswers } from '../set-up.ts';
import { pluginSource, pluginsWithRoutes, startTestServer } from '../test-server.ts';
import type { CallWalk } from './call-walk.ts';

/** A first start of its own: whoever looks is let in before there is an administrator, and refused after. */
export async function walkSetUp(walk: CallWalk): Promise<void> {
  const plugins = [pluginSource('venue-house'), pluginSource('venue-paper'), ...pluginsWithRoutes()];
  const server = await startTestServer({ demo: false, plugins });
  try {
    const client = server.guest();
    await walk.changes({ client, name: 'setUp', body: setUpAnswers }, { client, name: 'setUpLook', body: { token: null } });
    const olga = server.guest();
    await olga.signIn(setUpAnswers.username, setUpAnswers.password);
    const { version } = await olga.call('platformGet');
    const opens = { version, sandbox: true, reason: 'a walk through the calls' };
    await walk.changes({ client: olga, name: 'platformChange', body: opens }, { client: olga, name: 'platformVenues' });
  } finally {
    await server.close();
  }
}

/** What the firm says of itself, and says otherwise. */
export async function walkPlatform(walk: CallWalk, admin: HttpClient): Promise<void> {
  const { version } = await admin.call('platformGet');
  const body = { version, firm_name: 'Walked', reason: 'a walk through the calls' };
  await walk.changes({ client: admin, name: 'platformChange', body }, { client: admin, name: 'platformGet' });
  // No mail server of the walk is there: the try says so, and what was named stands.
  const server = {
    ...{ host: '127.0.0.1', port: 1, security: 'starttls', user: null, user_password: null, sender: 'walk@firm.example', notify: [] },
  };
  const named = { version: 0, server, reason: 'a walk through the calls' };
  const questions = [{ client: admin, name: 'platformMail' } as const, { client: admin, name: 'platformMailTest' } as const];
  await walk.changes({ client: admin, name: 'platformMailChange', body: named }, ...questions);
  const gateway = { url: 'https://127.0.0.1:1/send', header: null, header_value: null, sender: '', body: '{"to":"{to}","text":"{text}"}' };
  const sms = { version: 0, gateway, reason: 'a walk through the calls' };
  const asked = [
    { client: admin, name: 'platformSms' } as const,
    { client: admin, name: 'platformSmsTest', body: { to: '+85255550101' } } as const,
  ];
  await walk.changes({ client: admin, name: 'platformSmsChange', body: sms }, ...asked);
}
