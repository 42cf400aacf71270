import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { CodesKit } from '../../kit/letters/codes.ts';
import { InvitationsKit, invitationCallNames, numberOf } from '../../kit/letters/invitations.ts';
import { validBodies } from '../../kit/malformed/valid-bodies.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { confirmAgain, pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const clock = new AheadClock(silent);
const log: string[] = [];
let server: TestServer;
let admin: HttpClient;
let kit: InvitationsKit;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-outbox', 'service-people', 'service-register'].map(pluginSource);
  server = await startTestServer({ plugins, clock, onLog: (line) => void log.push(line) });
  admin = await server.signIn('admin');
  admin.page = server.url;
  kit = new InvitationsKit(server.guest(), admin);
}, 120_000);
afterAll(() => server?.close());

const dayMs = 24 * 60 * 60_000;
const user = (name: string) => server.store.users.byLogin(name);
/** What a guest is answered, byte by byte. */
async function answer(name: 'invitationLook' | 'invitationAccept', token: string) {
  const query = new URLSearchParams(name === 'invitationLook' ? {} : await new CodesKit(server.guest(), admin).captcha());
  const response = await fetch(`${server.url}${httpBase}${routes[name].path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(name === 'invitationLook' ? { token } : { token, username: 'eve', password: 'quiet-Harbour-74', terms: true }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([one]) => !['date', 'x-server-time', 'x-request-id'].includes(one)));
  return [response.status, headers, await response.text()];
}
/** Another administrator, whose page is open. */
async function otherAdmin(username: string) {
  const terms = { username, email: null, phone: null, role: 'admin', vip_level: 0, vip_until: null, reason: 'an attack' } as const;
  const { person, password } = await admin.call('personCreate', { body: terms });
  const client = new HttpClient(server.url);
  await client.enter(username, password);
  client.page = server.url;
  const change = async (changes: object) => {
    const { version = 0 } = (await user(username)) ?? {};
    await admin.call('personChange', { body: { user_id: person.user_id, version, reason: 'an attack', ...changes } });
  };
  return { kit: new InvitationsKit(server.guest(), client), change };
}

describe('a link', () => {
  it('that is used by many at once makes one account, and none after that', async () => {
    const { token } = await kit.make('raced@people.example', { role: 'finance' });
    const names = ['race_a', 'race_b', 'race_c', 'race_d'];
    const raced = await Promise.all(names.map((name) => numberOf(kit.accept(token, name))));
    expect([...raced].sort()).toEqual([200, ...names.slice(1).map(() => expect.toBeOneOf([40438, 40948]))]);
    expect((await server.store.users.list({ search: 'raced@', limit: 10 })).items).toHaveLength(1);
    expect(await numberOf(kit.accept(token, 'race_e'))).toBe(40438);
  });

  it('that is used, revoked, replaced, too old, or was never given is answered with the same bytes', async () => {
    const used = (await kit.make('used@people.example')).token;
    await kit.accept(used, 'used_up');
    const revoked = await kit.make('revoked@people.example');
    await admin.call('invitationRevoke', { body: { invitation_id: revoked.invitation.invitation_id, reason: 'an attack' } });
    const replaced = (await kit.make('replaced@people.example')).token;
    await kit.make('replaced@people.example');
    const old = (await kit.make('old@people.example')).token;
    const sent = await kit.make('sent@people.example');
    clock.ahead(7 * dayMs + 1);
    admin = await server.signIn('admin');
    admin.page = server.url;
    kit = new InvitationsKit(server.guest(), admin);
    const flipped = `${used.slice(0, -2)}${used.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const name of ['invitationLook', 'invitationAccept'] as const) {
      const unknown = await answer(name, 'x'.repeat(43));
      expect(unknown).toMatchObject([404, {}, expect.stringContaining('40438')]);
      for (const token of [used, revoked.token, replaced, old, sent.token, flipped]) expect(await answer(name, token)).toEqual(unknown);
    }
    // What is over is sent again, and is good again.
    await admin.call('invitationResend', { body: { invitation_id: sent.invitation.invitation_id, reason: 'he was away' } });
    await kit.accept(await kit.token('sent@people.example'), 'sent_again');
  });

  it('whose administrator is none any more opens nothing, and opens again when he is one', async () => {
    const bob = await otherAdmin('bob_admin');
    const { token } = await bob.kit.make('ofbob@people.example', { role: 'admin' });
    await bob.change({ state: 'DISABLED' });
    expect([await numberOf(kit.look(token)), await numberOf(kit.accept(token, 'by_bob'))]).toEqual([40438, 40438]);
    await bob.change({ state: 'ACTIVE' });
    await bob.change({ role: 'user' });
    expect([await numberOf(kit.look(token)), await numberOf(kit.accept(token, 'by_bob'))]).toEqual([40438, 40438]);
    expect(await user('by_bob')).toBeNull();
    await bob.change({ role: 'admin' });
    await kit.accept(token, 'by_bob');
    expect(await user('by_bob')).toMatchObject({ role: 'admin', state: 'ACTIVE' });
  });

  it('of an administrator who loses his role while it is used makes nobody', async () => {
    const carl = await otherAdmin('carl_admin');
    const { token } = await carl.kit.make('ofcarl@people.example', { role: 'admin' });
    const [accepted] = await Promise.all([numberOf(kit.accept(token, 'by_carl')), carl.change({ state: 'DISABLED' })]);
    // Whichever came first: there is nobody who was refused, and nobody is missing who was not.
    expect((await user('by_carl')) !== null).toBe(accepted === 200);
  });

  it('whose address has an account by now says so to its holder alone', async () => {
    const { token } = await kit.make('taken@people.example', { role: 'asset' });
    const codes = new CodesKit(server.guest(), admin);
    await codes.register({ username: 'taken', email: 'Taken@people.example', code: (await codes.letter('Taken@people.example')).code });
    expect([await numberOf(kit.look(token)), await numberOf(kit.accept(token, 'taken_2'))]).toEqual([40948, 40948]);
    expect(await user('taken@people.example')).toMatchObject({ username: 'taken', role: 'user' });
  });

  it('does not tell its holder by the hundred which user names there are', async () => {
    const { token } = await kit.make('curious@people.example');
    const tries: number[] = [];
    for (let at = 0; at < 22; at++) tries.push(await numberOf(kit.accept(token, 'trader1')));
    expect([tries.slice(0, 20).every((one) => one === 40944), tries.slice(20)]).toEqual([true, [40438, 40438]]);
  });

  it('tells a burst no more of them, and nothing by a bad password', async () => {
    const { token } = await kit.make('burst@people.example');
    const weak = { password: 'short' };
    const [taken, free] = await Promise.all([
      numberOf(kit.accept(token, 'trader1', weak)),
      numberOf(kit.accept(token, 'nobody_yet', weak)),
    ]);
    expect([taken, free]).toEqual([free, expect.not.toBeOneOf([200, 40944])]);
    const captchas = await Promise.all(Array.from({ length: 120 }, () => new CodesKit(server.guest(), admin).captcha()));
    const body = { token, username: 'trader1', password: 'quiet-Harbour-74', terms: true } as const;
    const tries = await Promise.all(captchas.map((query) => numberOf(server.guest().call('invitationAccept', { query, body }))));
    expect(tries.filter((one) => one === 40944)).toHaveLength(20);
    expect(new Set(tries)).toEqual(new Set([40944, 40438]));
  });
});

describe('who comes by it', () => {
  it('says nothing of himself that the administrator has said', async () => {
    const { token } = await kit.make('mine@people.example');
    const more = {
      role: 'admin',
      vip_level: 3,
      vip_until: null,
      product: 'pro',
      email: 'other@people.example',
      invite_code: 'ABC',
      state: 'ACTIVE',
    };
    for (const [name, value] of Object.entries({ ...more, demo: true, invited_by: 'admin', address: 'other@people.example' }))
      expect([name, await numberOf(kit.accept(token, 'mine', { [name]: value }))]).toEqual([name, 40001]);
    for (const wrong of [{ terms: false }, { token: token.slice(1) }, { token: [token] }, { token: `${token}' or 1=1 --` }])
      expect(await numberOf(kit.accept(token, 'mine', wrong))).toBe(40001);
    const body = { token, username: 'mine', password: 'quiet-Harbour-74', terms: true } as const;
    const unproven = server.guest().call('invitationAccept', { query: { captcha_id: 'none-at-all', captcha_value: '1' }, body });
    expect(await numberOf(unproven)).toBe(40103);
    expect(await user('mine')).toBeNull();
    await kit.accept(token, 'mine');
    expect(await user('mine')).toMatchObject({
      email: 'mine@people.example',
      role: 'user',
      vipLevel: 0,
      productVersion: null,
      demo: false,
    });
  });

  it('has no level whose last day was over before he came', async () => {
    await confirmAgain(server, admin, 'admin');
    const { token } = await kit.make('late@people.example', { vip_level: 3, vip_until: clock.nowMs() + dayMs });
    clock.ahead(2 * dayMs);
    await kit.accept(token, 'late');
    expect(await user('late')).toMatchObject({ vipLevel: 0, vipUntilMs: null });
    admin = await server.signIn('admin');
    admin.page = server.url;
    kit = new InvitationsKit(server.guest(), admin);
  });
});

describe('inviting', () => {
  it('is nobody’s who is no administrator', async () => {
    const clients = await Promise.all(
      ['trader1', 'observer', 'risk', 'finance', 'finance_manage', 'asset'].map((one) => server.signIn(one)),
    );
    for (const client of [...clients, server.guest()])
      for (const name of invitationCallNames) {
        client.page = server.url;
        const number = await numberOf(client.call(name, { body: validBodies[name] as never }));
        expect([name, number]).toEqual([name, expect.toBeOneOf([40101, 40301, 40304])]);
      }
  });

  it('writes to one address, whatever is typed as one', async () => {
    const before = (await admin.call('outboxList', { query: { kind: 'invitation', limit: 200 } })).results.length;
    for (const address of [
      ...['a@b.example,c@d.example', 'a@b.example\r\nBcc: c@d.example', 'a@b.example;c@d.example', '<a@b.example>', 'a b@c.example'],
      ...[
        '"a"@b.example',
        'a@b',
        '@b.example',
        'a@\u202eb.example',
        '+85255',
        '+852 5555 0101',
        '+85255550101,+85255550102',
        `${'a'.repeat(250)}@b.example`,
      ],
    ])
      expect([address, await numberOf(kit.ask(address))]).toEqual([address, expect.toBeOneOf([42382, 42354, 40001])]);
    for (const page of ['https://evil.example', 'javascript:alert(1)', `${server.url}.evil.example`]) {
      admin.page = page;
      expect([page, await numberOf(kit.ask('page@people.example'))]).toEqual([page, 42474]);
    }
    admin.page = server.url;
    const after = (await admin.call('outboxList', { query: { kind: 'invitation', limit: 200 } })).results.length;
    expect(after).toBe(before);
  });

  it('ends at some hundreds that are open', async () => {
    const { id = '' } = (await user('admin')) ?? {};
    const at = clock.nowMs();
    const terms = { role: 'user', vipLevel: 0, vipUntilMs: null, productVersion: null, language: 'en' } as const;
    const open = await server.store.admissions.countOpen();
    await server.store.transaction(async ({ admissions }) => {
      for (let one = open; one < 500; one++) {
        const letter = { tokenHash: `full-${one}`, deliveryId: 'none', invitedBy: id, invitedMs: at, untilMs: at + dayMs };
        await admissions.add({ ...terms, ...letter, admissionId: `full-${one}`, address: `full${one}@people.example` });
      }
    });
    expect(await numberOf(kit.ask('toomany@people.example'))).toBe(42473);
    // In place of one there is always room.
    await kit.make('full499@people.example');
  });
});

it('its token stands in the letter and nowhere else', async () => {
  const { token } = await kit.make('full498@people.example');
  await kit.look(token);
  await kit.accept(token, 'quiet_one');
  const sql = server.store.sql;
  const tables = await sql.run<{ readonly name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables)
    expect([name, await sql.run(`select 1 as found from "${name}" t where strpos(t::text, '${token}') > 0`)]).toEqual([name, []]);
  expect(log.filter((line) => line.includes(token))).toEqual([]);
});
