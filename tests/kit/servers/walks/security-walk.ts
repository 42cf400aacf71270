import type { RouteName } from '../../../../schemas/wire/index.ts';
import { HttpClient } from '../http-client.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** A person who keeps his own ways in. */
export async function walkSecurity(walk: CallWalk, admin: HttpClient): Promise<void> {
  const terms = {
    username: 'walk_security',
    email: null,
    phone: null,
    role: 'user',
    vip_level: 0,
    vip_until: null,
    reason: 'a walk',
  } as const;
  const { password } = await admin.call('personCreate', { body: terms });
  const [here, there] = [new HttpClient(admin.url), new HttpClient(admin.url)];
  for (const client of [here, there]) await client.signIn('walk_security', password);
  const sessions = ask(here, 'securitySessions');
  await walk.changes(act(here, 'securitySessionsEnd'), sessions);
  await there.signIn('walk_security', password);
  await walk.changes(act(here, 'securityPassword', { old_password: password, new_password: 'Blue-Whale-Song 7' }), sessions);
}
