import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignInWants } from '../../schemas/wire/user.ts';
import { silent } from '../../server/trading/trading-fixture.ts';
import { AheadClock } from '../../tests/kit/servers/ahead-clock.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { confirmAgain, pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** Attacks on second factors, in a real server whose clock is put ahead. */
const clock = new AheadClock(silent);
const log: string[] = [];
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-people', 'service-security'].map(pluginSource);
  server = await startTestServer({ plugins, rateFactor: 100, clock, onLog: (line) => log.push(line) });
}, 120_000);
beforeEach(async () => {
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await server?.close();
});

const minuteMs = 60_000;
const codeOf = (secret: string, aheadMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs() + aheadMs });
const guest = (): HttpClient => new HttpClient(server.url);

async function somebody(username: string) {
  const terms = {
    username,
    email: `${username}@firm.example`,
    phone: null,
    role: 'user',
    vip_level: 0,
    vip_until: null,
    reason: 'a test',
  } as const;
  await confirmAgain(server, admin, 'admin');
  const { person, password: given } = await admin.call('personCreate', { body: terms });
  const client = guest();
  const password = await client.enter(username, given);
  return { userId: person.user_id, username, password, client };
}
/** Somebody with a second factor, whose next code has not been used. */
async function guarded(username: string) {
  const one = await somebody(username);
  const { secret, uri } = await one.client.call('securityTotpBegin');
  const { recovery_codes: recovery } = await one.client.call('securityTotpConfirm', { body: { code: codeOf(secret) } });
  clock.ahead(minuteMs);
  return { ...one, secret, uri, recovery };
}
async function pending({ username, password }: { readonly username: string; readonly password: string }): Promise<SignInWants> {
  const user = await guest().login(username, password);
  if (!('wants' in user)) throw new Error('the sign-in wants nothing');
  return user;
}

describe('a second factor', () => {
  it('is turned on by a code, and from then on the password alone opens nothing', async () => {
    const ann = await guarded('tf_ann');
    expect(new URL(ann.uri).searchParams.get('secret')).toBe(ann.secret);
    expect(ann.recovery).toHaveLength(10);
    expect(await ann.client.call('securityFactors')).toMatchObject({ totp_since: expect.any(Number), recovery_left: 10 });
    const wants = await pending(ann);
    expect(wants).toMatchObject({ wants: ['totp', 'recovery'] });
    const client = guest();
    await client.step(wants, 'totp', codeOf(ann.secret));
    expect(await client.call('currentUser')).toMatchObject({ username: 'tf_ann' });
    const { items } = await server.store.audit.page({ subject: `person/${ann.userId}`, limit: 3 });
    expect(items.map(({ actor, action }) => [actor, action])).toContainEqual([ann.userId, 'person.second-factor-on']);
    const kept = JSON.stringify([
      await server.store.audit.page({ limit: 200 }),
      await server.store.sql.run('select * from service_security__totp'),
      log,
    ]);
    for (const told of [ann.secret, ...ann.recovery, wants.pending_token]) expect(kept).not.toContain(told);
  });

  it('is not on until a code was sent, and a wrong code, or one of another secret, turns nothing on', async () => {
    const bob = await somebody('tf_bob');
    await expect(bob.client.call('securityTotpConfirm', { body: { code: '123456' } })).rejects.toThrow('TOTP_NOT_BEGUN');
    const first = await bob.client.call('securityTotpBegin');
    const second = await bob.client.call('securityTotpBegin');
    for (const code of [codeOf(first.secret), codeOf(second.secret, 5 * minuteMs), 'abcdef'])
      await expect(bob.client.call('securityTotpConfirm', { body: { code } })).rejects.toThrow('TOTP_CODE_WRONG {"field":"code"}');
    await guest().signIn('tf_bob', bob.password);
    await bob.client.call('securityTotpConfirm', { body: { code: codeOf(second.secret) } });
    await expect(bob.client.call('securityTotpBegin')).rejects.toThrow('TOTP_ON');
  });

  it('takes a code once, and none of an earlier moment after it', async () => {
    const cid = await guarded('tf_cid');
    const code = codeOf(cid.secret);
    const [one, other] = [await pending(cid), await pending(cid)];
    const both = await Promise.allSettled([guest().step(one, 'totp', code), guest().step(other, 'totp', code)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(guest().step(await pending(cid), 'totp', codeOf(cid.secret, -30_000))).rejects.toThrow('LOGIN_STEP_WRONG');
  });

  it('takes a recovery code once, however it is typed, and tells how many are left', async () => {
    const dan = await guarded('tf_dan');
    const code = (dan.recovery[0] ?? '').toLowerCase().replaceAll('-', ' ');
    await guest().step(await pending(dan), 'recovery', code);
    const two = [await pending(dan), await pending(dan)];
    const again = await Promise.allSettled(two.map((wants) => guest().step(wants, 'recovery', code)));
    expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await dan.client.call('securityFactors')).toMatchObject({ recovery_left: 9 });
  });
});

describe('a secret in the database', () => {
  const sealedOf = async (userId: string): Promise<string> => {
    const rows = await server.store.sql.run<{ readonly sealed: string }>('select sealed from service_security__totp where user_id = $1', [
      userId,
    ]);
    return rows[0]?.sealed ?? '';
  };
  const put = (userId: string, sealed: string) =>
    server.store.sql.run('update service_security__totp set sealed = $2 where user_id = $1', [userId, sealed]);
  /** One bit of one byte of what is sealed is another; its key is still named. */
  const changed = (sealed: string, at: number): string => {
    const [edition, key, body = ''] = sealed.split(':');
    const bytes = Buffer.from(body, 'base64');
    const place = at < 0 ? bytes.length + at : at;
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    return [edition, key, bytes.toString('base64')].join(':');
  };

  it('lets nobody in once a bit of it was changed, or it was put in the place of another person’s', async () => {
    const [owner, other] = [await guarded('tf_owner'), await guarded('tf_other')];
    const own = await sealedOf(owner.userId);
    const come = async (secret: string) => guest().step(await pending(owner), 'totp', codeOf(secret));
    for (const [what, sealed] of [
      ['its salt', changed(own, 0)],
      ['its tag', changed(own, 12)],
      ['its last byte', changed(own, -1)],
    ] as const) {
      await put(owner.userId, sealed);
      await expect(come(owner.secret), what).rejects.toThrow('SERVER_FAILURE');
    }
    await put(owner.userId, await sealedOf(other.userId));
    await expect(come(other.secret), 'the code of whose secret it is').rejects.toThrow('SERVER_FAILURE');
    await put(owner.userId, own);
    expect(await come(owner.secret)).toMatchObject({ username: 'tf_owner' });
  });
});

describe('a sign-in that waits for its second factor', () => {
  it('opens nothing with its token: no call, no socket, and no session by a chosen one', async () => {
    const eve = await guarded('tf_eve');
    const wants = await pending(eve);
    for (const token of [wants.pending_token, wants.pending_token.slice('signin.'.length), `Bearer ${wants.pending_token}`]) {
      const client = guest();
      client.token = token;
      for (const call of ['currentUser', 'securityFactors', 'apiKeyList'] as const)
        await expect(client.call(call)).rejects.toThrow('SESSION_INVALID');
    }
    const stream = await StreamProbe.open(server.url);
    expect(JSON.stringify(await stream.request({ op: 'auth', token: wants.pending_token }).catch(String))).not.toContain('tf_eve');
    stream.close();
    const user = await guest().step(wants, 'totp', codeOf(eve.secret));
    expect(user.token).not.toContain(wants.pending_token.slice(7));
    await expect(guest().step(wants, 'recovery', eve.recovery[0] ?? ''), 'it is used up').rejects.toThrow('LOGIN_STEP_ENDED');
  });

  it('ends after five wrong codes, and further ones of the same user wait, with whatever sign-in', async () => {
    const fay = await guarded('tf_fay');
    const wants = await pending(fay);
    const answers: string[] = [];
    for (const guess of ['000000', '111111', '222222', '333333', '444444', codeOf(fay.secret)])
      answers.push(
        await guest()
          .step(wants, 'totp', guess)
          .then(
            () => 'in',
            (error: Error) => /LOGIN_\w+ \{[^}]*\}/.exec(error.message)?.[0] ?? String(error),
          ),
      );
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((left) => `LOGIN_STEP_WRONG {"left":${left}}`),
      ...['LOGIN_STEP_ENDED {}', 'LOGIN_STEP_ENDED {}'],
    ]);
    await expect(guest().step(await pending(fay), 'totp', codeOf(fay.secret))).rejects.toThrow('LOGIN_LOCKED');
    clock.ahead(minuteMs);
    await guest().step(await pending(fay), 'totp', codeOf(fay.secret));
    expect(await fay.client.call('loginLogList', { query: { limit: 10 } })).toContainEqual(
      expect.objectContaining({ outcome: 'LOGIN_STEP_WRONG' }),
    );
  });

  it('counts guesses that come at once', async () => {
    const gus = await guarded('tf_gus');
    const wants = await pending(gus);
    const guesses = Array.from({ length: 12 }, (_, at) => guest().step(wants, 'totp', String(900_000 + at)));
    const wrong = (await Promise.allSettled(guesses)).filter(
      (one) => one.status === 'rejected' && String(one.reason).includes('LOGIN_STEP_WRONG'),
    );
    expect(wrong.length).toBeLessThanOrEqual(4);
    await expect(guest().step(wants, 'totp', codeOf(gus.secret))).rejects.toThrow('LOGIN_STEP_ENDED');
  });

  it('is of one person: codes of another do not fit, and neither does a way that was not offered', async () => {
    const [hal, ida] = [await guarded('tf_hal'), await guarded('tf_ida')];
    const wants = await pending(hal);
    await expect(guest().step(wants, 'totp', codeOf(ida.secret))).rejects.toThrow('LOGIN_STEP_WRONG');
    await expect(guest().step(wants, 'recovery', ida.recovery[0] ?? '')).rejects.toThrow('LOGIN_STEP_WRONG');
    await expect(guest().step(wants, 'password', hal.password)).rejects.toThrow('LOGIN_STEP_WRONG');
    await expect(guest().step({ ...wants, pending_token: `signin.${'a'.repeat(43)}` }, 'totp', codeOf(hal.secret))).rejects.toThrow(
      'LOGIN_STEP_ENDED',
    );
    const body = { pending_token: wants.pending_token, kind: 'totp', value: codeOf(hal.secret), user_id: ida.userId };
    await expect(guest().call('loginStep', { body })).rejects.toThrow('REQUEST_INVALID');
  });

  it('ends after five minutes, with another password, and with a suspension', async () => {
    const jan = await guarded('tf_jan');
    const late = await pending(jan);
    clock.ahead(5 * minuteMs);
    await expect(guest().step(late, 'totp', codeOf(jan.secret))).rejects.toThrow('LOGIN_STEP_ENDED');
    const before = await pending(jan);
    await confirmAgain(server, admin, 'admin');
    const { password } = await admin.call('personPassword', { body: { user_id: jan.userId, reason: 'a test' } });
    await expect(guest().step(before, 'totp', codeOf(jan.secret))).rejects.toThrow('LOGIN_STEP_ENDED');
    const suspended = await pending({ ...jan, password });
    const { version } = await admin.call('personGet', { query: { user_id: jan.userId } });
    await admin.call('personChange', { body: { user_id: jan.userId, version, state: 'DISABLED', reason: 'a test' } });
    await expect(guest().step(suspended, 'totp', codeOf(jan.secret))).rejects.toThrow('LOGIN_STEP_ENDED');
  });
});

describe('a call that wants a fresh confirmation', () => {
  it('is refused five minutes after the sign-in, and goes on for the session that has confirmed, and for no other', async () => {
    const kim = await guarded('tf_kim');
    const other = guest();
    await other.step(await pending(kim), 'recovery', kim.recovery[0] ?? '');
    clock.ahead(6 * minuteMs);
    await expect(kim.client.call('securityTotpOff')).rejects.toThrow('CONFIRMATION_NEEDED');
    expect(await kim.client.call('confirmWays')).toEqual({ wants: ['totp', 'recovery'] });
    for (const [kind, value] of [
      ['password', kim.password],
      ['totp', '000000'],
    ] as const)
      await expect(kim.client.call('confirm', { body: { kind, value } })).rejects.toThrow('CONFIRMATION_WRONG');
    await kim.client.call('confirm', { body: { kind: 'totp', value: codeOf(kim.secret) } });
    await expect(other.call('securityTotpOff'), 'of another session').rejects.toThrow('CONFIRMATION_NEEDED');
    const renewed = await kim.client.call('securityRecoveryRenew');
    await expect(guest().step(await pending(kim), 'recovery', kim.recovery[1] ?? '')).rejects.toThrow('LOGIN_STEP_WRONG');
    await guest().step(await pending(kim), 'recovery', renewed.recovery_codes[0] ?? '');
    await kim.client.call('securityTotpOff');
    await guest().signIn('tf_kim', kim.password);
    await expect(kim.client.call('securityTotpOff')).rejects.toThrow('TOTP_OFF');
    await expect(kim.client.call('securityRecoveryRenew')).rejects.toThrow('TOTP_OFF');
  });

  it('asks for the password where there is no second factor', async () => {
    const lea = await somebody('tf_lea');
    clock.ahead(6 * minuteMs);
    await expect(lea.client.call('securityTotpBegin')).rejects.toThrow('CONFIRMATION_NEEDED');
    expect(await lea.client.call('confirmWays')).toEqual({ wants: ['password'] });
    await expect(lea.client.call('confirm', { body: { kind: 'password', value: 'guess' } })).rejects.toThrow('CONFIRMATION_WRONG');
    await lea.client.call('confirm', { body: { kind: 'password', value: lea.password } });
    await lea.client.call('securityTotpBegin');
  });

  it('is never for a key', async () => {
    const max = await somebody('tf_max');
    const body = { name: 'Bot', permission: 'trade' as const, addresses: [], password: max.password };
    const { token } = await max.client.call('apiKeyCreate', { body });
    const bot = guest();
    bot.token = token;
    for (const call of ['securityTotpBegin', 'securityTotpOff', 'securityRecoveryRenew', 'confirmWays'] as const)
      await expect(bot.call(call)).rejects.toThrow('KEY_FORBIDDEN');
    await expect(bot.call('confirm', { body: { kind: 'password', value: max.password } })).rejects.toThrow('KEY_FORBIDDEN');
  });
});

describe('an administrator', () => {
  const reset = (client: HttpClient, user_id: string) =>
    client.call('personFactorReset', { body: { user_id, reason: 'has lost his telephone' } });

  it('takes the second factor of who has lost it: sessions end, the person is told, the audit says why', async () => {
    const ned = await guarded('tf_ned');
    admin = await server.signIn('admin');
    await reset(admin, ned.userId);
    await expect(ned.client.call('currentUser')).rejects.toThrow('SESSION_INVALID');
    const client = guest();
    await client.signIn('tf_ned', ned.password);
    const { items: letters } = await server.store.deliveries.page({ search: 'tf_ned@' }, { limit: 10 });
    expect(letters.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual([
      'the second factor was turned off',
      'a second factor was turned on',
    ]);
    expect(await client.call('messageList', { query: {} })).toContainEqual(
      expect.objectContaining({ title: 'Your second factor was taken away' }),
    );
    const { items } = await server.store.audit.page({ subject: `person/${ned.userId}`, action: 'person.second-factor-off', limit: 1 });
    expect(items).toMatchObject([{ reason: 'has lost his telephone' }]);
    await expect(reset(admin, ned.userId)).rejects.toThrow('TOTP_OFF');
    await expect(reset(admin, 'nobody')).rejects.toThrow('PERSON_UNKNOWN');
  });

  it('confirms that it is he first, and nobody else may', async () => {
    const ola = await guarded('tf_ola');
    clock.ahead(6 * minuteMs);
    await expect(reset(admin, ola.userId)).rejects.toThrow('CONFIRMATION_NEEDED');
    for (const name of ['trader1', 'observer', 'risk', 'finance_manage'])
      await expect(reset(await server.signIn(name), ola.userId)).rejects.toThrow('ACCESS_ROLE');
    await pending(ola);
  });
});
