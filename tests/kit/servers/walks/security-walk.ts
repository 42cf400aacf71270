import { Secret, TOTP } from 'otpauth';
import type { RouteName } from '../../../../schemas/wire/index.ts';
import type { ReplyOf } from '../../../../schemas/wire/route.ts';
import type { securityRoutes } from '../../../../schemas/wire/security.ts';
import { HttpClient } from '../http-client.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** A person who keeps his own ways in. */
export async function walkSecurity(walk: CallWalk, admin: HttpClient): Promise<void> {
  const terms = { email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a walk' } as const;
  const { person, password } = await admin.call('personCreate', { body: { ...terms, username: 'walk_security' } });
  const [here, there] = [new HttpClient(admin.url), new HttpClient(admin.url)];
  for (const client of [here, there]) await client.signIn('walk_security', password);
  const sessions = ask(here, 'securitySessions');
  await walk.changes(act(here, 'securitySessionsEnd'), sessions);
  await there.signIn('walk_security', password);
  await walk.changes(act(here, 'securityPassword', { old_password: password, new_password: newPassword }), sessions);
  const codes = await walkFactor(walk, here);
  const wants = await there.login('walk_security', newPassword);
  if (!('wants' in wants)) throw new Error('the second factor is not asked for');
  await walk.after(() => there.step(wants, 'recovery', codes[0] ?? ''), sessions, ask(here, 'securityFactors'));
  walk.proven.add('loginStep');
  await walk.changes(act(admin, 'personFactorReset', { user_id: person.user_id, reason: 'a walk' }), ask(there, 'currentUser'));
}
const newPassword = 'Blue-Whale-Song 7';

/** His second factor: off and on, and what its recovery codes do; gives those that are left. */
async function walkFactor(walk: CallWalk, here: HttpClient): Promise<readonly string[]> {
  const [factors, ways] = [ask(here, 'securityFactors'), ask(here, 'confirmWays')];
  const turnOn = async () => {
    const { secret } = await here.call('securityTotpBegin');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const body = act(here, 'securityTotpConfirm', { code });
    return (await walk.changes<ReplyOf<typeof securityRoutes.securityTotpConfirm>>(body, factors, ways)).recovery_codes;
  };
  const [code = ''] = await turnOn();
  // Its secret was of use, or the code of it would have turned nothing on.
  walk.proven.add('securityTotpBegin');
  await walk.changes(act(here, 'confirm', { kind: 'recovery', value: code }), factors);
  await walk.changes(act(here, 'securityRecoveryRenew'), factors);
  await walk.changes(act(here, 'securityTotpOff'), factors, ways);
  return turnOn();
}
