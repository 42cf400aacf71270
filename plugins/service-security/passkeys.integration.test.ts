import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '../../server/trading/trading-fixture.ts';
import { AheadClock } from '../../tests/kit/servers/ahead-clock.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { confirmAgain, pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { SoftAuthenticator, type Twist } from '../../tests/kit/soft-authenticator.ts';

/** Attacks on passkeys, in a real server whose clock is put ahead; the authenticator is software with real keys. */
const clock = new AheadClock(silent);
let server: TestServer;
let page: string;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-people', 'service-security'].map(pluginSource);
  server = await startTestServer({ plugins, rateFactor: 100, clock });
  page = server.url.replace('127.0.0.1', 'localhost');
}, 120_000);
afterAll(async () => {
  await server?.close();
});

const minuteMs = 60_000;
/** A browser on the house's page. */
const guest = (at = page): HttpClient => Object.assign(new HttpClient(at), { page: at });

async function somebody(username: string) {
  const terms = { username, email: `${username}@firm.example`, phone: null, role: 'user', vip_level: 0, vip_until: null } as const;
  const admin = await server.signIn('admin');
  await confirmAgain(server, admin, 'admin');
  const { person, password: given } = await admin.call('personCreate', { body: { ...terms, reason: 'a test' } });
  const client = guest();
  const password = await client.enter(username, given);
  return { userId: person.user_id, username, password, client };
}
async function add(client: HttpClient, key: SoftAuthenticator, name = 'Key', twist: Twist = {}) {
  const { terms } = await client.call('securityPasskeyBegin');
  return client.call('securityPasskeyAdd', { body: { name, value: key.create(terms, twist) } });
}
/** Somebody with a passkey. */
async function keyed(username: string, options: ConstructorParameters<typeof SoftAuthenticator>[1] = {}) {
  const one = await somebody(username);
  const key = new SoftAuthenticator(page, options);
  const { recovery_codes: recovery } = await add(one.client, key);
  return { ...one, key, recovery: recovery ?? [] };
}
async function pending({ username, password }: { readonly username: string; readonly password: string }) {
  const door = guest();
  const wants = await door.login(username, password);
  if (!('wants' in wants)) throw new Error('the sign-in wants nothing');
  const { terms } = await door.call('loginStepTerms', { body: { pending_token: wants.pending_token, kind: 'passkey' } });
  return { door, wants, terms };
}
const passkeysOf = async (client: HttpClient) => (await client.call('securityFactors')).passkeys;
const lettersTo = async (username: string) =>
  (await server.store.deliveries.page({ search: `${username}@` }, { limit: 20 })).items.map(({ subject }) => subject.replace(/^.*: /, ''));

describe('a passkey', () => {
  it('is asked for beside the password from the moment that it is made, and the first one brings recovery codes', async () => {
    const ann = await keyed('pk_ann');
    expect(ann.recovery).toHaveLength(10);
    expect(await passkeysOf(ann.client)).toMatchObject([{ name: 'Key', site: 'localhost', synced: false, used_time: null }]);
    const { door, wants, terms } = await pending(ann);
    expect(wants.wants).toEqual(['passkey', 'recovery']);
    await door.step(wants, 'passkey', ann.key.get(terms));
    expect(await door.call('currentUser')).toMatchObject({ username: 'pk_ann' });
    expect(await passkeysOf(ann.client)).toMatchObject([{ used_time: expect.any(Number) }]);
    expect((await add(ann.client, new SoftAuthenticator(page, { synced: true }), 'Telephone')).recovery_codes).toBeNull();
    expect(await passkeysOf(ann.client)).toMatchObject([{ synced: false }, { name: 'Telephone', synced: true }]);
    const { items } = await server.store.audit.page({ subject: `person/${ann.userId}`, action: 'person.passkey-added', limit: 5 });
    expect(items).toHaveLength(2);
    expect(await lettersTo('pk_ann')).toEqual(['a passkey was added', 'a passkey was added']);
  });

  it('stands beside the authenticator, either of them enough, and goes alone: with the last factor the codes go too', async () => {
    const bob = await keyed('pk_bob');
    const { secret } = await bob.client.call('securityTotpBegin');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs() });
    await bob.client.call('securityTotpConfirm', { body: { code } });
    expect(await bob.client.call('confirmWays')).toEqual({ wants: ['passkey', 'totp', 'recovery'] });
    await bob.client.call('securityTotpOff');
    expect(await bob.client.call('confirmWays')).toEqual({ wants: ['passkey', 'recovery'] });
    expect((await lettersTo('pk_bob'))[0]).toBe('codes of your authenticator were turned off');
    const [made] = await passkeysOf(bob.client);
    const passkey_id = made?.passkey_id ?? '';
    await bob.client.call('securityPasskeyRename', { body: { passkey_id, name: '  Desk key ' } });
    expect(await passkeysOf(bob.client)).toMatchObject([{ name: 'Desk key' }]);
    await bob.client.call('securityPasskeyRemove', { body: { passkey_id } });
    expect(await bob.client.call('securityFactors')).toEqual({ totp_since: null, recovery_left: 0, passkeys: [] });
    await guest().signIn('pk_bob', bob.password);
    await expect(bob.client.call('securityPasskeyRemove', { body: { passkey_id } })).rejects.toThrow('PASSKEY_UNKNOWN');
  });

  it('confirms for the session that asks what wants a fresh confirmation, and for no other', async () => {
    const cid = await keyed('pk_cid');
    const other = guest();
    await other.step((await pending(cid)).wants, 'recovery', cid.recovery[0] ?? '');
    clock.ahead(6 * minuteMs);
    await expect(cid.client.call('securityPasskeyBegin')).rejects.toThrow('CONFIRMATION_NEEDED');
    const { terms } = await cid.client.call('confirmTerms', { body: { kind: 'passkey' } });
    const value = cid.key.get(terms);
    await expect(other.call('confirm', { body: { kind: 'passkey', value } }), 'signed for another session').rejects.toThrow(
      'CONFIRMATION_WRONG',
    );
    await cid.client.call('confirm', { body: { kind: 'passkey', value } });
    await cid.client.call('securityPasskeyBegin');
    await expect(other.call('securityPasskeyBegin')).rejects.toThrow('CONFIRMATION_NEEDED');
  });

  it('is nobody else’s to name, and one device keeps one', async () => {
    const [dan, eve] = [await keyed('pk_dan'), await keyed('pk_eve')];
    const [made] = await passkeysOf(dan.client);
    const passkey_id = made?.passkey_id ?? '';
    await expect(eve.client.call('securityPasskeyRename', { body: { passkey_id, name: 'Mine' } })).rejects.toThrow('PASSKEY_UNKNOWN');
    await expect(eve.client.call('securityPasskeyRemove', { body: { passkey_id } })).rejects.toThrow('PASSKEY_UNKNOWN');
    const { terms } = await dan.client.call('securityPasskeyBegin');
    expect(JSON.parse(terms).excludeCredentials).toMatchObject([{ id: dan.key.made?.id.toString('base64url') }]);
  });
});

describe('an answer that does not hold', () => {
  const wrong: ReadonlyArray<readonly [string, (key: SoftAuthenticator, terms: string) => string]> = [
    ['of a page of another site', (key, terms) => key.get(terms, { page: 'https://tradc.example' })],
    ['of the same host on another port', (key, terms) => key.get(terms, { page: 'http://localhost:1' })],
    ['for another domain', (key, terms) => key.get(terms, { site: 'tradc.example' })],
    ['to a question that the house never asked', (key, terms) => key.get(terms, { challenge: Buffer.alloc(54).toString('base64url') })],
    [
      'to a question whose end was put off',
      (key, terms) => {
        const challenge = Buffer.from(JSON.parse(terms).challenge, 'base64url');
        challenge.writeUInt8(2, 16);
        return key.get(terms, { challenge: challenge.toString('base64url') });
      },
    ],
    ['with the name of somebody else', (key, terms) => key.get(terms, { userHandle: Buffer.from('another').toString('base64url') })],
    [
      'with a signature of something else',
      (key, terms) => {
        const one = JSON.parse(key.get(terms));
        const other = JSON.parse(key.get(terms, { counter: 99 }));
        return JSON.stringify({ ...one, response: { ...one.response, signature: other.response.signature } });
      },
    ],
    [
      'of another key under its name',
      (key, terms) => {
        const stranger = new SoftAuthenticator(page);
        stranger.create(JSON.stringify({ challenge: 'AA', rp: { id: 'localhost' }, user: { id: key.made?.userHandle } }));
        const id = key.made?.id.toString('base64url');
        return JSON.stringify({ ...JSON.parse(stranger.get(terms)), id, rawId: id });
      },
    ],
    ['that is no answer', () => '{"id":7,"response":{"clientDataJSON":"e30"}}'],
  ];
  it('opens nothing, whatever of it is wrong', async () => {
    const fay = await keyed('pk_fay');
    for (const [what, twisted] of wrong) {
      // Longer than wrong answers of one person wait.
      clock.ahead(20 * minuteMs);
      const { door, wants, terms } = await pending(fay);
      await expect(door.step(wants, 'passkey', twisted(fay.key, terms)), what).rejects.toThrow('LOGIN_STEP_WRONG');
    }
    clock.ahead(20 * minuteMs);
    const { door, wants, terms } = await pending(fay);
    await door.step(wants, 'passkey', fay.key.get(terms, { counter: 200 }));
  });

  it('is one that was given before, also when both come at once, or that comes late', async () => {
    const gus = await keyed('pk_gus', { synced: true });
    const first = await pending(gus);
    const value = gus.key.get(first.terms);
    const both = [1, 2].map(() =>
      guest().call('loginStep', { body: { pending_token: first.wants.pending_token, kind: 'passkey', value } }),
    );
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const second = await pending(gus);
    await expect(second.door.step(second.wants, 'passkey', value), 'of another sign-in').rejects.toThrow('LOGIN_STEP_WRONG');
    const { terms } = await gus.client.call('confirmTerms', { body: { kind: 'passkey' } });
    const confirmed = { kind: 'passkey', value: gus.key.get(terms) };
    await gus.client.call('confirm', { body: confirmed });
    await expect(gus.client.call('confirm', { body: confirmed }), 'replayed').rejects.toThrow('CONFIRMATION_WRONG');
    const late = await gus.client.call('confirmTerms', { body: { kind: 'passkey' } });
    clock.ahead(5 * minuteMs);
    const tooLate = { kind: 'passkey', value: gus.key.get(late.terms) };
    await expect(gus.client.call('confirm', { body: tooLate })).rejects.toThrow('CONFIRMATION_WRONG');
  });

  it('is another person’s, and so is his passkey', async () => {
    const [hal, ida] = [await keyed('pk_hal'), await keyed('pk_ida')];
    const { door, wants, terms } = await pending(hal);
    await expect(door.step(wants, 'passkey', ida.key.get(terms))).rejects.toThrow('LOGIN_STEP_WRONG');
  });

  it('makes no passkey: of another page, of another session, twice, or without somebody at the device', async () => {
    const jan = await somebody('pk_jan');
    const key = new SoftAuthenticator(page);
    await expect(add(jan.client, key, 'Key', { page: 'https://tradc.example' })).rejects.toThrow('PASSKEY_WRONG');
    await expect(add(jan.client, key, 'Key', { site: 'tradc.example' })).rejects.toThrow('PASSKEY_WRONG');
    await expect(add(jan.client, key, ' ')).rejects.toThrow('FORM_FIELD_EMPTY');
    const { terms } = await jan.client.call('securityPasskeyBegin');
    const other = guest();
    await other.signIn('pk_jan', jan.password);
    const body = { name: 'Key', value: key.create(terms) };
    await expect(other.call('securityPasskeyAdd', { body }), 'of another session').rejects.toThrow('PASSKEY_WRONG');
    await jan.client.call('securityPasskeyAdd', { body });
    await expect(jan.client.call('securityPasskeyAdd', { body }), 'twice').rejects.toThrow('PASSKEY_WRONG');
    expect(await passkeysOf(jan.client)).toHaveLength(1);
  });
});

describe('a copied passkey', () => {
  it('is refused when it counts behind the first, its owner is told, and strangers cannot raise that alarm', async () => {
    const kim = await keyed('pk_kim');
    const one = await pending(kim);
    await one.door.step(one.wants, 'passkey', kim.key.get(one.terms, { counter: 7 }));
    const forged = await pending(kim);
    const unsigned = JSON.parse(kim.key.get(forged.terms, { counter: 3 }));
    unsigned.response.signature = JSON.parse(kim.key.get(forged.terms, { counter: 4 })).response.signature;
    await expect(forged.door.step(forged.wants, 'passkey', JSON.stringify(unsigned))).rejects.toThrow('LOGIN_STEP_WRONG');
    expect(await lettersTo('pk_kim')).toEqual(['a passkey was added']);
    await expect(forged.door.step(forged.wants, 'passkey', kim.key.get(forged.terms, { counter: 7 }))).rejects.toThrow('LOGIN_STEP_WRONG');
    expect((await lettersTo('pk_kim'))[0]).toBe('a copy of your passkey was refused');
    expect(await kim.client.call('messageList', { query: {} })).toContainEqual(
      expect.objectContaining({ title: 'A copy of your passkey was refused' }),
    );
    const { items } = await server.store.audit.page({ subject: `person/${kim.userId}`, action: 'person.passkey-copied', limit: 5 });
    expect(items).toMatchObject([{ before: { name: 'Key' } }]);
  });
});

describe('coming in by a passkey alone', () => {
  const enter = async (key: SoftAuthenticator, twist: Twist = {}) => {
    const door = guest();
    const { terms } = await door.call('securityPasskeyEnterTerms');
    return door.call('securityPasskeyEnter', { body: { value: key.get(terms, twist) } });
  };

  it('opens a session for its person where the device has made sure of him, once', async () => {
    const lea = await keyed('pk_lea');
    const door = guest();
    const { terms } = await door.call('securityPasskeyEnterTerms');
    const value = lea.key.get(terms);
    expect(await door.call('securityPasskeyEnter', { body: { value } })).toMatchObject({ username: 'pk_lea', token: expect.any(String) });
    await expect(door.call('securityPasskeyEnter', { body: { value } }), 'replayed').rejects.toThrow('LOGIN_PASSKEY_WRONG');
    await expect(enter(lea.key, { verified: false }), 'a touch').rejects.toThrow('LOGIN_PASSKEY_WRONG');
    await expect(enter(lea.key, { page: 'https://tradc.example' })).rejects.toThrow('LOGIN_PASSKEY_WRONG');
    const step = await pending(lea);
    const forStep = { value: lea.key.get(step.terms) };
    await expect(door.call('securityPasskeyEnter', { body: forStep }), 'signed for a step').rejects.toThrow('LOGIN_PASSKEY_WRONG');
    expect((await lea.client.call('loginLogList', { query: { limit: 1 } }))[0]).toMatchObject({ outcome: 'OK' });
  });

  it('lets in nobody who is suspended, and says no more of him than of a passkey that nobody has', async () => {
    const max = await keyed('pk_max');
    const admin = await server.signIn('admin');
    await confirmAgain(server, admin, 'admin');
    const { version } = await admin.call('personGet', { query: { user_id: max.userId } });
    await admin.call('personChange', { body: { user_id: max.userId, version, state: 'DISABLED', reason: 'a test' } });
    const unknown = new SoftAuthenticator(page);
    unknown.create(JSON.stringify({ challenge: 'AA', rp: { id: 'localhost' }, user: { id: 'AA' } }));
    for (const key of [max.key, unknown]) await expect(enter(key)).rejects.toThrow(/LOGIN_PASSKEY_WRONG \{\}/);
  });
});

describe('the address of the page', () => {
  it('has to be a name, and the house’s own', async () => {
    const ned = await keyed('pk_ned');
    for (const client of [
      guest(server.url),
      Object.assign(guest(), { page: 'https://tradc.example' }),
      Object.assign(guest(), { page: null }),
    ]) {
      client.token = ned.client.token;
      await expect(client.call('securityPasskeyBegin')).rejects.toThrow('PASSKEY_ADDRESS');
      await expect(client.call('confirmTerms', { body: { kind: 'passkey' } })).rejects.toThrow('PASSKEY_ADDRESS');
      await expect(client.call('securityPasskeyEnterTerms')).rejects.toThrow('PASSKEY_ADDRESS');
    }
    await server.store.sql.run(`update service_security__passkey set site = 'old.example' where user_id = '${ned.userId}'`);
    await expect(ned.client.call('confirmTerms', { body: { kind: 'passkey' } })).rejects.toThrow(
      'PASSKEY_ELSEWHERE {"site":"old.example"}',
    );
  });
});

it('goes with the second factor that an administrator takes from who has lost it', async () => {
  const ola = await keyed('pk_ola');
  const admin = await server.signIn('admin');
  await admin.call('personFactorReset', { body: { user_id: ola.userId, reason: 'has lost his key' } });
  const client = guest();
  await client.signIn('pk_ola', ola.password);
  expect(await passkeysOf(client)).toEqual([]);
  await expect(client.call('securityPasskeyBegin')).resolves.toMatchObject({ terms: expect.any(String) });
});
