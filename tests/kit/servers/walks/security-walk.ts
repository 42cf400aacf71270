import { Secret, TOTP } from 'otpauth';
import type { RouteName } from '../../../../schemas/wire/index.ts';
import type { ReplyOf } from '../../../../schemas/wire/route.ts';
import type { securityRoutes } from '../../../../schemas/wire/security.ts';
import { SoftAuthenticator } from '../../soft-authenticator.ts';
import { HttpClient } from '../http-client.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** A person who keeps his own ways in. */
export async function walkSecurity(walk: CallWalk, admin: HttpClient): Promise<void> {
  const terms = { email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a walk' } as const;
  const { person, password: given } = await admin.call('personCreate', { body: { ...terms, username: 'walk_security' } });
  const [here, there] = [new HttpClient(admin.url), new HttpClient(admin.url)];
  const password = await here.enter('walk_security', given);
  await there.signIn('walk_security', password);
  const sessions = ask(here, 'securitySessions');
  await walk.changes(act(here, 'securitySessionsEnd'), sessions);
  await there.signIn('walk_security', password);
  await walk.changes(act(here, 'securityPassword', { old_password: password, new_password: newPassword }), sessions);
  const codes = await walkFactor(walk, here);
  await walkPasskeys(walk, here);
  const wants = await there.login('walk_security', newPassword);
  if (!('wants' in wants)) throw new Error('the second factor is not asked for');
  await walk.after(() => there.step(wants, 'recovery', codes[0] ?? ''), sessions, ask(here, 'securityFactors'));
  walk.proven.add('loginStep');
  await walk.changes(act(admin, 'personFactorReset', { user_id: person.user_id, reason: 'a walk' }), ask(there, 'currentUser'));
}
const newPassword = 'Blue-Whale-Song 7';

/** Somebody takes his data along, asks to leave, and stays. */
export async function walkOwnData(walk: CallWalk, admin: HttpClient): Promise<void> {
  const terms = { email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a walk' } as const;
  const { person, password } = await admin.call('personCreate', { body: { ...terms, username: 'walk_leaving' } });
  const own = new HttpClient(admin.url);
  await own.enter('walk_leaving', password);
  const states = [ask(own, 'ownDataState'), ask(admin, 'personLeaving', { user_id: person.user_id })];
  await walk.changes(act(own, 'ownDataLeave', { username: 'walk_leaving' }), ...states);
  await walk.changes(act(own, 'ownDataStay'), ...states);
  await walk.changes(act(own, 'ownDataLeave', { username: 'walk_leaving' }), ...states);
  await walk.changes(act(admin, 'personKeep', { user_id: person.user_id, reason: 'a walk' }), ...states);
  await walk.differs(ask(own, 'ownDataExport'), ask(admin, 'ownDataExport'));
}

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

/** His passkeys, on a page at a name: made, called otherwise, used in each of the three ways, and removed. */
async function walkPasskeys(walk: CallWalk, own: HttpClient): Promise<void> {
  const page = own.url.replace('127.0.0.1', 'localhost');
  const browser = (token: string | null): HttpClient => Object.assign(new HttpClient(page), { page, token });
  const [here, door] = [browser(own.token), browser(null)];
  const [factors, ways] = [ask(here, 'securityFactors'), ask(here, 'confirmWays')];
  const key = new SoftAuthenticator(page);
  const { terms } = await here.call('securityPasskeyBegin');
  await walk.changes(act(here, 'securityPasskeyAdd', { name: 'Key', value: key.create(terms) }), factors, ways);
  const [made] = (await here.call('securityFactors')).passkeys;
  const passkey_id = made?.passkey_id ?? '';
  await walk.changes(act(here, 'securityPasskeyRename', { passkey_id, name: 'Desk' }), factors);
  const confirm = await here.call('confirmTerms', { body: { kind: 'passkey' } });
  await walk.after(() => here.call('confirm', { body: { kind: 'passkey', value: key.get(confirm.terms) } }), factors);
  const { pending_token } = (await door.login('walk_security', newPassword)) as { readonly pending_token: string };
  const step = await door.call('loginStepTerms', { body: { pending_token, kind: 'passkey' } });
  await walk.after(() => door.call('loginStep', { body: { pending_token, kind: 'passkey', value: key.get(step.terms) } }), factors);
  const enter = await door.call('securityPasskeyEnterTerms');
  await walk.changes(act(door, 'securityPasskeyEnter', { value: key.get(enter.terms) }), ask(here, 'securitySessions'));
  await walk.changes(act(here, 'securityPasskeyRemove', { passkey_id }), factors, ways);
  // What was signed counted, or nothing of it would have been taken.
  for (const name of ['securityPasskeyBegin', 'securityPasskeyEnterTerms', 'confirmTerms', 'loginStepTerms'] as const)
    walk.proven.add(name);
}
