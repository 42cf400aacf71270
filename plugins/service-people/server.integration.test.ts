import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, type ProductRoutes, routes } from '../../schemas/wire/index.ts';
import type { BodyOf, Envelope } from '../../schemas/wire/route.ts';
import { HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server, whose demo has one administrator. */
let server: TestServer;
let admin: HttpClient;
let adminId = '';
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-people'].map(pluginSource) });
  admin = await server.signIn('admin');
  adminId = (await find('admin')).user_id;
}, 120_000);
afterAll(async () => {
  await server?.close();
});

const reason = 'asked for by the desk';
type NewPerson = BodyOf<ProductRoutes['personCreate']>;
const terms = (username: string, changes: Partial<NewPerson> = {}): NewPerson => ({
  ...{ username, email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason },
  ...changes,
});
const make = (username: string, changes: Partial<NewPerson> = {}) => admin.call('personCreate', { body: terms(username, changes) });
const change = (user_id: string, version: number, changes: object, by = admin) =>
  by.call('personChange', { body: { user_id, version, reason, ...changes } });
const look = (user_id: string) => admin.call('personGet', { query: { user_id } });
async function find(username: string) {
  const { results } = await admin.call('peopleList', { query: { search: username } });
  const found = results.find((one) => one.username === username);
  if (found === undefined) throw new Error(`there is no ${username}`);
  return found;
}
async function signIn(username: string, password: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  await client.signIn(username, password);
  return client;
}
/** With a password that was given, which is another one from then on. */
async function enter(username: string, given: string) {
  const client = new HttpClient(server.url);
  return { client, password: await client.enter(username, given) };
}
/** A second administrator, signed in. */
async function anotherAdmin(username: string) {
  const { person, password } = await make(username, { role: 'admin' });
  return { person, client: (await enter(username, password)).client };
}
/** As no client of ours would send it. */
async function post(path: string, body: object, token: string | null = admin.token): Promise<Envelope<unknown>> {
  const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: token }) };
  const response = await fetch(`${server.url}${httpBase}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Envelope<unknown>;
}
async function exported(query = ''): Promise<string> {
  const response = await fetch(`${server.url}${httpBase}${routes.peopleExport.path}${query}`, {
    headers: { authorization: admin.token ?? '' },
  });
  return response.text();
}

describe('the story of a person', () => {
  it('is told whole: made, given another role, suspended, back again, with a new password and without sessions', async () => {
    const made = await make('olga', { role: 'observer', email: 'Olga@firm.example', phone: '+85212345678' });
    const { user_id } = made.person;
    expect(made.person).toMatchObject({
      role: 'observer',
      state: 'ACTIVE',
      version: 0,
      demo: false,
      last_sign_in_time: null,
      sessions: [],
    });
    const { client: olga, password: first } = await enter('olga@firm.example', made.password);
    const stream = await StreamProbe.open(server.url);
    await stream.request({ op: 'auth', token: olga.token });
    const seen = await look(user_id);
    expect(seen).toMatchObject({ sessions: [{ ip: expect.any(String) }], sign_ins: [{ outcome: 'OK' }] });
    expect(seen.last_sign_in_time).toBeGreaterThan(0);

    const risk = await change(user_id, 1, { role: 'risk' });
    expect(risk).toMatchObject({ role: 'risk', version: 2, sessions: [] });
    await stream.until(() => stream.closed, 5_000);
    await expect(olga.call('currentUser')).rejects.toThrow('SESSION_INVALID');

    await change(user_id, 2, { state: 'DISABLED' });
    await expect(signIn('olga', first)).rejects.toThrow('LOGIN_WRONG');
    await change(user_id, 3, { state: 'ACTIVE' });
    const { password } = await admin.call('personPassword', { body: { user_id, reason } });
    await expect(signIn('olga', first)).rejects.toThrow('LOGIN_WRONG');
    const { client: one, password: second } = await enter('olga', password);
    const two = await signIn('olga', second);
    const [newest, oldest] = (await look(user_id)).sessions;
    expect(await admin.call('personSessionsEnd', { body: { user_id, session_id: newest?.session_id ?? '', reason } })).toEqual({
      ended: 1,
    });
    await expect(two.call('currentUser')).rejects.toThrow('SESSION_INVALID');
    await one.call('currentUser');
    expect(await admin.call('personSessionsEnd', { body: { user_id, reason } })).toEqual({ ended: 1 });
    await expect(one.call('currentUser')).rejects.toThrow('SESSION_INVALID');
    const gone = { user_id, session_id: oldest?.session_id ?? '', reason };
    await expect(admin.call('personSessionsEnd', { body: gone })).rejects.toThrow('PERSON_SESSION_UNKNOWN');

    const noted = await admin.call('personNote', { body: { user_id, body: ' Called in.\u202e ' } });
    expect(noted.notes).toMatchObject([{ author: 'admin', body: 'Called in.' }]);
    const { results, next } = await admin.call('personHistory', { query: { user_id, limit: 7 } });
    expect(results.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['person.noted', null, { note_id: expect.any(String) }],
      ['person.sessions-ended', null, { sessions: 1 }],
      ['person.sessions-ended', null, { sessions: 1, session_id: newest?.session_id }],
      ['person.password', null, null],
      ['person.password', null, null],
      ['person.changed', { state: 'DISABLED' }, { state: 'ACTIVE' }],
      ['person.changed', { state: 'ACTIVE' }, { state: 'DISABLED' }],
    ]);
    const older = await admin.call('personHistory', { query: { user_id, after: next ?? '' } });
    expect(older.results.map(({ action, actor, reason: why }) => [action, actor, why])).toEqual([
      ['person.changed', 'admin', reason],
      ['person.password', 'olga', null],
      ['person.created', 'admin', reason],
    ]);
    expect(older.next).toBeNull();
    const { items } = await server.store.audit.page({ subject: `person/${user_id}`, action: 'person.viewed', limit: 10 });
    expect(items, 'two looks within an hour are one entry').toEqual([expect.objectContaining({ actor: adminId })]);
    const audit = JSON.stringify(await server.store.audit.page({ limit: 100 }));
    for (const one of [password, first]) expect(audit).not.toContain(one);
    expect(await server.store.audit.verify()).toMatchObject({ outcome: 'unbroken' });
    stream.close();
  }, 60_000);

  it('finds people by any part of what they are called, page by page, of a role, level or state', async () => {
    for (const name of ['find_anna', 'find_bert', 'find_carl'])
      await make(name, { email: `${name}@Search.example`, role: 'asset', vip_level: 1 });
    const first = await admin.call('peopleList', { query: { search: 'IND_', limit: 2 } });
    expect(first).toMatchObject({ results: [{ username: 'find_anna' }, { username: 'find_bert' }], total: 3 });
    const second = await admin.call('peopleList', { query: { search: 'IND_', limit: 2, after: first.next ?? '' } });
    expect(second).toMatchObject({ results: [{ username: 'find_carl' }], next: null });
    for (const search of ['anna@sea', 'a_', "anna' or 1=1 --", '%%%', '\\'])
      expect([search, (await admin.call('peopleList', { query: { search } })).results.map(({ username }) => username)]).toEqual([
        search,
        search === 'anna@sea' ? ['find_anna'] : [],
      ]);
    const of = async (query: object) => (await admin.call('peopleList', { query: { search: 'find_', ...query } })).total;
    expect([await of({ role: 'asset' }), await of({ role: 'risk' }), await of({ vip_level: 1 }), await of({ state: 'DISABLED' })]).toEqual([
      3, 0, 3, 0,
    ]);
  });
});

it('tells who has brought whom, as deep as it goes', async () => {
  const ids: string[] = [];
  for (const [at, name] of ['tree_root', 'tree_twig', 'tree_leaf'].entries()) {
    await make(name);
    const id = (await server.store.users.byLogin(name))?.id ?? '';
    await server.store.sql.run(`update app_user set invited_by = ${at === 0 ? 'null' : `'${ids[at - 1]}'`} where id = '${id}'`);
    ids.push(id);
  }
  const brought = async (invited_by: string) => {
    const { results, total } = await admin.call('peopleList', { query: { invited_by } });
    return [total, ...results.map(({ username }) => username)];
  };
  expect([await brought('tree_root'), await brought('TREE_twig'), await brought('tree_leaf'), await brought('nobody-here')]).toEqual([
    [1, 'tree_twig'],
    [1, 'tree_leaf'],
    [0],
    [0],
  ]);
  const leaf = await admin.call('personGet', { query: { user_id: ids[2] ?? '' } });
  expect(leaf).toMatchObject({ invited_by: 'tree_twig', inviter_id: ids[1], invited_count: 0 });
  const table = await exported('?invited_by=tree_root');
  expect([table.includes('tree_twig'), table.includes('tree_leaf')]).toEqual([true, false]);
});

describe('what is refused', () => {
  it('is every call of whoever is no administrator', async () => {
    const others = ['trader1', 'observer', 'risk', 'finance', 'finance_manage', 'asset'];
    const before = await server.store.users.count();
    for (const name of others) {
      const { token } = await server.signIn(name);
      expect(await post(routes.personCreate.path, terms('intruder'), token)).toMatchObject({ code: 40301 });
      expect(await post(routes.personChange.path, { user_id: adminId, version: 0, role: 'user', reason }, token)).toMatchObject({
        code: 40301,
      });
      expect(await post(routes.personPassword.path, { user_id: adminId, reason }, token)).toMatchObject({ code: 40301 });
    }
    expect(await post(routes.personCreate.path, terms('intruder'), null)).toMatchObject({ code: 40101 });
    expect(await server.store.users.count()).toBe(before);
  });

  it('names the field: what is taken, what no role is, what ends in the past, and what a call does not know', async () => {
    const { person } = await make('taken', { email: 'taken@firm.example', phone: '+4912345678' });
    const { user_id } = person;
    const refusal = async (body: object) =>
      (({ code, params }) => ({ code, field: params?.field }))(await post(routes.personCreate.path, body));
    expect(await refusal(terms('TAKEN'))).toEqual({ code: 40944, field: 'username' });
    expect(await refusal(terms('other', { email: 'Taken@Firm.example' }))).toEqual({ code: 40944, field: 'email' });
    expect(await refusal(terms('other', { phone: '+4912345678' }))).toEqual({ code: 40944, field: 'phone' });
    expect(await refusal(terms('other', { role: 'gone-plugin/clerk' }))).toEqual({ code: 42355, field: 'role' });
    expect(await refusal(terms('other', { vip_level: 1, vip_until: 1_000 }))).toEqual({ code: 42358, field: 'vip_until' });
    expect(await refusal(terms('other', { vip_until: Date.now() + 60_000 }))).toEqual({ code: 42359, field: 'vip_until' });
    expect(await refusal(terms('other', { reason: ' \u200b\u200b ' }))).toEqual({ code: 42380, field: 'reason' });
    for (const extra of [{ demo: true }, { password: 'secret' }, { password_hash: 'x' }, { id: 'x' }, { state: 'ACTIVE' }, { version: 9 }])
      expect(await refusal({ ...terms('other'), ...extra })).toMatchObject({ code: 40001 });
    for (const username of ['ab', 'has space', 'a'.repeat(33), "x'; drop table app_user; --", '<script>', '=1+1'])
      expect(await refusal(terms(username))).toMatchObject({ code: 40001, field: 'username' });
    await expect(change(user_id, 0, { email: 'olga@firm.example' })).rejects.toThrow('PERSON_TAKEN {"field":"email"}');
    await expect(change(user_id, 0, {})).rejects.toThrow('PERSON_NOTHING_TO_CHANGE');
    await expect(change(user_id, 0, { email: person.email })).rejects.toThrow('PERSON_NOTHING_TO_CHANGE');
    await expect(change('nobody', 0, { vip_level: 1 })).rejects.toThrow('PERSON_UNKNOWN');
    for (const extra of [{ username: 'other' }, { demo: true }, { passwordHash: 'x' }, { created_time: 1 }])
      expect(await post(routes.personChange.path, { user_id, version: 0, reason, ...extra })).toMatchObject({ code: 40001 });
    expect((await look(user_id)).version).toBe(0);
  }, 60_000);

  it('is a change of what somebody else has changed meanwhile: of two administrators at once one wins', async () => {
    const { person } = await make('raced');
    const { client } = await anotherAdmin('second');
    const tries = await Promise.allSettled([
      change(person.user_id, 0, { vip_level: 1 }),
      change(person.user_id, 0, { vip_level: 2 }, client),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = tries.find((one) => one.status === 'rejected');
    expect(String(lost?.reason)).toContain('PERSON_CHANGED');
    expect((await look(person.user_id)).version).toBe(1);
    await change((await find('second')).user_id, 1, { state: 'DISABLED' });
  });

  it('is to suspend oneself, to give up the own role, and to leave nobody who keeps people', async () => {
    const { version } = await look(adminId);
    expect((await refusalOf(change(adminId, version, { state: 'DISABLED' }))).params).toEqual({ field: 'state' });
    await expect(change(adminId, version, { role: 'user' })).rejects.toThrow('PERSON_SELF {"field":"role"}');
    const { person, client } = await anotherAdmin('rival');
    const tries = await Promise.allSettled([
      change(person.user_id, 1, { state: 'DISABLED' }),
      change(adminId, version, { role: 'user' }, client),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await server.store.users.list({ roles: ['admin'], state: 'ACTIVE', limit: 10 });
    expect(left.items).toHaveLength(1);
    const lost = tries.find((one) => one.status === 'rejected');
    expect(String(lost?.reason)).toMatch(/SESSION_INVALID|PERSON_LAST_ADMIN/);
    // Whoever won keeps people from now on.
    if (left.items[0]?.username === 'admin') return;
    await change(adminId, version + 1, { role: 'admin' }, client);
    admin = await server.signIn('admin');
  });

  it('is to come in with the id of a session', async () => {
    const [session] = (await look(adminId)).sessions;
    for (const token of [session?.session_id ?? '', `Bearer ${session?.session_id}`]) {
      const client = new HttpClient(server.url);
      client.token = token;
      await expect(client.call('currentUser')).rejects.toThrow('SESSION_INVALID');
    }
    const stored = await server.store.sessions.activeOf(adminId, Date.now());
    expect(stored.some(({ tokenHash }) => tokenHash.includes(session?.session_id ?? ''))).toBe(false);
  });
});

describe('many people', () => {
  const importing = (csv: string, dry: boolean) => admin.call('peopleImport', { body: { csv, dry, reason } });
  const head = 'username,email,phone,role,vip_level,vip_until';

  it('are made from a table all or none, after a dry run that names each problem by line and column', async () => {
    const bad = [
      head,
      'imp_a,imp_a@firm.example,,user,0,',
      'x,,,user,,',
      'imp_b,,,nobody/here,,',
      '',
      'IMP_A,,,user,,',
      '"imp_c,",,,user',
      'imp_d,no-mail,12,user,7,',
    ];
    const before = await server.store.users.count();
    const dry = await importing(bad.join('\n'), false);
    expect(dry.lines.map(({ line, outcome, field, problem }) => [line, outcome, field, problem?.code ?? null])).toEqual([
      [2, 'ready', null, null],
      [3, 'refused', 'username', 42353],
      [4, 'refused', 'role', 42355],
      [6, 'refused', 'username', 42369],
      [7, 'refused', null, 42367],
      [8, 'refused', 'vip_level', 42356],
    ]);
    expect(dry.lines[2]?.problem?.params).toMatchObject({ roles: expect.stringContaining('admin, user, asset, finance, observer, risk') });
    expect([dry.made, await server.store.users.count()]).toEqual([0, before]);
    const good = [head, 'imp_a,imp_a@firm.example,,user,1,2999-12-31T00:00:00Z', 'imp_b,,"\'+85298765432",observer,,'].join('\r\n');
    expect(await importing(good, true)).toMatchObject({ made: 0, lines: [{ outcome: 'ready', password: null }, { outcome: 'ready' }] });
    const { lines, made } = await importing(good, false);
    expect([made, await server.store.users.count()]).toEqual([2, before + 2]);
    await enter('imp_b', lines[1]?.password ?? '');
    expect(await find('imp_a')).toMatchObject({ vip_level: 1, vip_until: Date.parse('2999-12-31T00:00:00Z'), email: 'imp_a@firm.example' });
    expect(await find('imp_b')).toMatchObject({ phone: '+85298765432', role: 'observer' });
    const again = await importing(good, false);
    expect(again.lines.map(({ problem }) => problem?.code)).toEqual([40944, 40944]);
    expect(await server.store.audit.verify()).toMatchObject({ outcome: 'unbroken' });
  }, 60_000);

  it('may be a thousand with long addresses, and none of them has the name of the house', async () => {
    const lines = Array.from({ length: 999 }, (_, at) => `many_${at},user,somebody.of.the.firm.${at}@a-long-domain.of.the.firm.example`);
    const { lines: read } = await importing(['username,role,email', ...lines, 'System,user,'].join('\n'), true);
    expect(read).toHaveLength(1_000);
    expect(read.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { line: 1_001, field: 'username', problem: { code: 40944 } },
    ]);
  });

  it('are refused as a whole for a strange column, a missing one, quotes that do not close, and more than a thousand', async () => {
    for (const [csv, code] of [
      ['username,role,password\nann,user,x', 'PERSON_IMPORT_COLUMN_UNKNOWN {"column":"password"}'],
      ['username,email\nann,', 'PERSON_IMPORT_COLUMN_MISSING {"column":"role"}'],
      ['username,role,role\nann,user,user', 'PERSON_IMPORT_COLUMN_TWICE'],
      ['username,role\n"ann,user', 'PERSON_IMPORT_QUOTES {"line":2}'],
      ['username,role\n', 'PERSON_IMPORT_EMPTY'],
      [`username,role\n${'ann,user\n'.repeat(1_001)}`, 'PERSON_IMPORT_TOO_LONG {"limit":1000}'],
    ] as const)
      await expect(importing(csv, true), csv.slice(0, 40)).rejects.toThrow(code);
  });

  it('go out as a table that spreadsheets cannot run, and come in again as they were', async () => {
    const { person } = await make('-cmd', { email: '=cmd@firm.example', phone: '+85255555555' });
    const csv = await exported('?search=-cmd');
    expect(csv).toMatch(/^username,email,phone,role,vip_level,vip_until,product,state,demo,user_id,created_time,last_sign_in_time\r\n/);
    const cells = csv.split('\r\n')[1]?.split(',') ?? [];
    expect(cells.slice(0, 3)).toEqual(["'-cmd", "'=cmd@firm.example", "'+85255555555"]);
    expect(csv).not.toContain('argon2');
    const { lines } = await importing(csv, true);
    expect(lines).toMatchObject([{ line: 2, username: '-cmd', outcome: 'refused', field: 'username', problem: { code: 40944 } }]);
    const { items } = await server.store.audit.page({ action: 'people.exported', limit: 1 });
    expect(items).toMatchObject([{ actor: adminId, after: { search: '-cmd', people: 1 } }]);
    await change(person.user_id, 0, { state: 'DISABLED' });
    expect((await importing(await exported('?search=-cmd'), true)).lines).toMatchObject([{ field: 'state' }]);
  });
});

it('makes people with a version of the product, finds them by it or by having none, and writes it into the table that the import reads', async () => {
  const { person } = await make('version_ann', { product: 'pro', vip_level: 1 });
  await make('version_bob');
  expect(person.product).toBe('pro');
  const named = async (product: 'pro' | 'exclusive' | 'none') =>
    (await admin.call('peopleList', { query: { search: 'version_', product } })).results.map(({ username }) => username);
  expect([await named('pro'), await named('exclusive'), await named('none')]).toEqual([['version_ann'], [], ['version_bob']]);
  const table = await exported('?search=version_&product=pro');
  const [head = '', line = ''] = table.split(/\r?\n/);
  expect(line.split(',')[head.replace('\uFEFF', '').split(',').indexOf('product')]).toBe('pro');
  const csv = 'username,role,product\nversion_cid,user,exclusive\nversion_dan,user,gold';
  const { lines, made } = await admin.call('peopleImport', { body: { csv, dry: false, reason } });
  expect([made, lines.map(({ outcome, field }) => [outcome, field])]).toEqual([
    0,
    [
      ['ready', null],
      ['refused', 'product'],
    ],
  ]);
  await admin.call('peopleImport', { body: { csv: csv.split('\n').slice(0, 2).join('\n'), dry: false, reason } });
  expect(await named('exclusive')).toEqual(['version_cid']);
});
