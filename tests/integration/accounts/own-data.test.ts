import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import type { OwnDataPart } from '../../../core/contract/own-data.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { announcementsAsOwnData } from '../../../plugins/service-announcements/announcement-board.ts';
import { copiesAsOwnData } from '../../../plugins/service-copying/server/copy-tables.ts';
import { notesAsOwnData as inboxNotes } from '../../../plugins/service-inbox/inbox-table.ts';
import { rebatesAsOwnData } from '../../../plugins/service-invite/rebate-table.ts';
import { proofsAsOwnData } from '../../../plugins/service-money/money-tables.ts';
import { graceMs, Leaving } from '../../../plugins/service-own-data/leaving.ts';
import { LeavingTable } from '../../../plugins/service-own-data/leaving-table.ts';
import { notesAsOwnData as personNotes } from '../../../plugins/service-people/person-notes.ts';
import { StoredAudit } from '../../../server/contributions/stored-audit.ts';
import { StoredOwnData } from '../../../server/contributions/stored-own-data.ts';
import { houseParts } from '../../../server/store/own-data/house-parts.ts';
import { untoldParts } from '../../../server/store/own-data/own-data-rows.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { confirmAgain, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** What is held of people, in a server with all plugins that have tables. */
const clock = new AheadClock(silent);
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ clock });
}, 120_000);
beforeEach(async () => {
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const ofPlugins: readonly OwnDataPart[] = [
  announcementsAsOwnData,
  ...copiesAsOwnData,
  inboxNotes,
  proofsAsOwnData,
  personNotes,
  ...rebatesAsOwnData,
];

async function somebody(username: string, role: 'user' | 'admin' = 'user') {
  const body = { username, email: `${username}@firm.example`, phone: null, role, vip_level: 0, vip_until: null, reason: 'a test' };
  await confirmAgain(server, admin, 'admin');
  const { person, password: given } = await admin.call('personCreate', { body });
  const client = new HttpClient(server.url);
  const password = await client.enter(username, given);
  return { userId: person.user_id, username, password, client };
}
async function exportOf(client: HttpClient): Promise<Response> {
  return fetch(`${server.url}/sapi/user/data/export`, { headers: { authorization: client.token ?? '' } });
}
type OwnFile = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
const fileOf = async (client: HttpClient) => {
  const text = await (await exportOf(client)).text();
  return { text, file: JSON.parse(text) as OwnFile };
};

describe('every table', () => {
  /** Such columns name people, or their accounts. */
  const naming = /user|person|grantee|actor|author|owner|username|email|phone|api_id|account$|_by$/;
  /** What looks like it and is not. */
  const others: Readonly<Record<string, string>> = {
    job_run: 'its owner is a plugin',
    order_history: 'a view over orders and refused ones',
    service_risk__told_closing: 'names of closings that the owner of an account was told of, and nothing of him',
    service_inbox__letter: 'visitors, who are no people of the house, and are forgotten by the inbox',
  };
  it('that names people is told to them, or says why not, and says what becomes of it when they leave', async () => {
    const told = [...houseParts, ...ofPlugins];
    const parts = [...told, ...(await untoldParts(server.store.sql, told))];
    const columns = await server.store.sql.run<{ readonly table_name: string; readonly column_name: string }>(
      "select table_name, column_name from information_schema.columns where table_schema = 'public'",
    );
    const named = new Set(columns.filter(({ column_name }) => naming.test(column_name)).map(({ table_name }) => table_name));
    const known = new Set([...parts.map(({ table }) => table), ...Object.keys(others)]);
    expect([...named].filter((table) => !known.has(table)).sort()).toEqual([]);
    const present = new Set(columns.map(({ table_name }) => table_name));
    expect(parts.filter(({ table }) => !present.has(table)).map(({ table }) => table)).toEqual([]);
    for (const { table, name, leaving, why } of parts)
      if (name === null || leaving === 'stays') expect([table, (why ?? '').length > 10]).toEqual([table, true]);
    const names = parts.flatMap(({ name }) => name ?? []);
    expect(names).toHaveLength(new Set(names).size);
  });

  it('of a plugin that says nothing is told without what its name calls a secret', async () => {
    const parts = await untoldParts(server.store.sql, [...houseParts, ...ofPlugins]);
    const hidden = Object.fromEntries(parts.map(({ table, hidden: columns }) => [table, columns]));
    expect(hidden).toMatchObject({
      service_security__totp: ['sealed'],
      service_security__recovery: ['code_digest'],
      service_security__passkey: ['credential_id', 'public_key'],
      service_alerts__alert: [],
    });
  });
});

describe('the own data', () => {
  it('come as one file with what is the person’s, in pieces, and nothing of others or of what lets anybody in', async () => {
    const [ann, bob] = [await somebody('od_ann'), await somebody('od_bob')];
    await ann.client.call('configSave', { body: { config_json: '{"theme":"midnight"}' } });
    await bob.client.call('configSave', { body: { config_json: '{"theme":"of-bob"}' } });
    const { token } = await ann.client.call('apiKeyCreate', {
      body: { name: 'Bot of Ann', permission: 'read', addresses: [], password: ann.password },
    });
    const { secret } = await ann.client.call('securityTotpBegin');
    // More than are read at once.
    await server.store.sql.run(
      `insert into login_log (user_id, time_ms, ip, user_agent, outcome)
        select $1, n, '10.0.0.1', 'od', 'LOGIN_WRONG' from generate_series(1, 2500) n`,
      [ann.userId],
    );
    const reply = await exportOf(ann.client);
    expect(reply.headers.get('content-disposition')).toContain('od_ann-data.json');
    const text = await reply.text();
    const file = JSON.parse(text) as OwnFile;
    expect(file.profile).toMatchObject([{ username: 'od_ann', email: 'od_ann@firm.example' }]);
    expect(file.settings).toMatchObject([{ config_json: '{"theme":"midnight"}' }]);
    expect(file['api-keys']).toMatchObject([{ name: 'Bot of Ann' }]);
    expect(file['sign-ins']?.filter(({ user_agent }) => user_agent === 'od')).toHaveLength(2_500);
    for (const foreign of ['od_bob', 'of-bob', bob.userId, token, secret, ann.client.token ?? '-', '$argon2', 'token_hash', 'sealed":'])
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
    const { items } = await server.store.audit.page({ subject: `person/${ann.userId}`, action: 'person.data-exported', limit: 5 });
    expect(items).toMatchObject([{ actor: ann.userId }]);
  });

  it('come as tables too, one at a time, and none that is not told', async () => {
    const ann = await somebody('od_tables');
    const taken = (table: string) =>
      fetch(`${server.url}/sapi/user/data/export?table=${table}`, { headers: { authorization: ann.client.token ?? '' } });
    await ann.client.call('configSave', { body: { config_json: '{"a":"=1+1, \\"x\\""}' } });
    const { tables } = await ann.client.call('ownDataState');
    expect(tables).toEqual(expect.arrayContaining(['profile', 'sign-ins', 'orders']));
    const reply = await taken('settings');
    expect(reply.headers.get('content-disposition')).toContain('od_tables-settings.csv');
    const [header = '', line = ''] = (await reply.text()).split('\r\n');
    expect(header.split(',')).toContain('config_json');
    expect(line).toContain('""a"":');
    const none = await (await taken('orders')).text();
    expect(none.trimEnd().split(','), 'he has none, and the columns are there').toEqual(expect.arrayContaining(['order_id', 'side']));
    expect(none.indexOf('\r\n')).toBe(none.length - 2);
    for (const untold of ['login', 'app_user']) expect(await (await taken(untold)).text()).toContain('"field":"table"');
    const { items } = await server.store.audit.page({ subject: `person/${ann.userId}`, action: 'person.data-exported', limit: 5 });
    expect(items.map(({ after }) => after)).toEqual([{ table: 'orders' }, { table: 'settings' }]);
  });

  it('have the trades of the person, and none of the house', async () => {
    const trader = await server.signIn('trader1');
    const [account] = (await trader.call('apiList')).filter(({ exchange }) => exchange === 'tessera');
    const apiId = account?.api_id ?? 0;
    const deposit = await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '5', 'od-deposit');
    expect(deposit.ok).toBe(true);
    await expect.poll(async () => (await fileOf(trader)).file.ledger?.length ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
    const { file } = await fileOf(trader);
    expect(new Set(file.ledger?.map((line) => Number(line.account)))).toEqual(
      new Set(file.accounts?.map((one) => Number(one.api_id)).filter((one) => file.ledger?.some((line) => Number(line.account) === one))),
    );
  });

  it('are one file at a time, until it is taken or nobody takes it any more', async () => {
    const ida = await somebody('od_ida');
    // More than lines hold that nobody reads from.
    await server.store.sql.run(
      `insert into login_log (user_id, time_ms, ip, user_agent, outcome)
        select $1, n, '10.0.0.1', repeat('x', 300), 'OK' from generate_series(1, 40000) n`,
      [ida.userId],
    );
    const first = await exportOf(ida.client);
    expect(first.status).toBe(200);
    expect(errorCodeOf((await (await exportOf(ida.client)).json()).code)).toBe('RATE_LIMITED');
    await first.body?.cancel();
    await expect
      .poll(
        async () => {
          const again = await exportOf(ida.client);
          await again.body?.cancel();
          return again.status;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(200);
  });

  it('want a fresh confirmation, and are nothing for a key or a guest', async () => {
    const cid = await somebody('od_cid');
    const { token } = await cid.client.call('apiKeyCreate', {
      body: { name: 'Bot', permission: 'trade', addresses: [], password: cid.password },
    });
    clock.ahead(6 * 60_000);
    const codeOf = async (client: HttpClient) => errorCodeOf((await (await exportOf(client)).json()).code);
    expect(await codeOf(cid.client)).toBe('CONFIRMATION_NEEDED');
    const bot = Object.assign(new HttpClient(server.url), { token });
    expect(await codeOf(bot)).toBe('KEY_FORBIDDEN');
    expect(await codeOf(server.guest())).toBe('SESSION_MISSING');
    await cid.client.call('confirm', { body: { kind: 'password', value: cid.password } });
    expect((await exportOf(cid.client)).status).toBe(200);
  });
});

describe('leaving', () => {
  const leave = (client: HttpClient, username: string) => client.call('ownDataLeave', { body: { username } });
  /** The job of the plugin, without waiting for its minute. */
  async function eraseDue(): Promise<void> {
    const book = new StoredOwnData({ store: server.store, room: server.room, clock });
    for (const [plugin, parts] of [
      ['service-people', [personNotes]],
      ['service-copying', copiesAsOwnData],
      ['service-inbox', [inboxNotes]],
      ['service-announcements', [announcementsAsOwnData]],
      ['service-money', [proofsAsOwnData]],
    ] as const)
      book.of(plugin).add(...parts);
    const leaving = new Leaving({
      table: await LeavingTable.open(server.store.tablesOf('service-own-data')),
      book,
      people: {
        get: async () => null,
        count: async () => 0,
        erase: (userId, note, along) =>
          server.people.erase(
            userId,
            note,
            () => null,
            ({ sql }) => along(sql),
          ),
      },
      audit: new StoredAudit(server.store, clock),
      clock,
      logger: silent,
      write: async () => async () => undefined,
    });
    await leaving.eraseDue();
  }

  it('is asked for with the own name, is told, and is taken back by the person or an administrator', async () => {
    const dan = await somebody('od_dan');
    await expect(leave(dan.client, 'od_other')).rejects.toThrow('LEAVING_NAME_WRONG {"field":"username"}');
    await expect(dan.client.call('ownDataStay')).rejects.toThrow('LEAVING_NONE');
    const { leaving } = await leave(dan.client, 'OD_dan');
    expect((leaving?.due_time ?? 0) - (leaving?.asked_time ?? 0)).toBe(graceMs);
    expect(await leave(dan.client, 'od_dan'), 'asked twice').toMatchObject({ leaving });
    expect(await admin.call('personLeaving', { query: { user_id: dan.userId } })).toEqual({ leaving });
    expect(await dan.client.call('ownDataStay')).toMatchObject({ leaving: null });
    await leave(dan.client, 'od_dan');
    await admin.call('personKeep', { body: { user_id: dan.userId, reason: 'has called' } });
    clock.ahead(graceMs);
    await eraseDue();
    await new HttpClient(server.url).signIn('od_dan', dan.password);
    const { items } = await server.store.audit.page({ subject: `person/${dan.userId}`, limit: 10 });
    const deeds = items.map(({ action }) => action).filter((action) => /leaving|kept|erased/.test(action));
    expect(deeds).toEqual(['person.kept', 'person.leaving', 'person.kept', 'person.leaving']);
    const { items: letters } = await server.store.deliveries.page({ search: 'od_dan@' }, { limit: 10 });
    expect(letters.map(({ subject }) => subject.replace(/^.*: /, ''))).toContain('your account will be deleted in seven days');
  });

  it('is refused while there is money, and what came meanwhile keeps the person', async () => {
    const eve = await somebody('od_eve');
    const { api_id } = await eve.client.call('accountSave', {
      body: { name: 'Main', exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null },
    });
    await leave(eve.client, 'od_eve');
    await eve.client.call('ownDataStay');
    await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '1', 'od-eve');
    expect(await eve.client.call('ownDataState')).toMatchObject({ leaving: null, hindrances: [{ kind: 'balances', where: 'Main' }] });
    await expect(leave(eve.client, 'od_eve')).rejects.toThrow('LEAVING_HINDERED {"count":1}');
    await server.store.sql.run('insert into service_own_data__leaving (user_id, asked_ms, due_ms) values ($1, 1, 2)', [eve.userId]);
    await eraseDue();
    expect(await eve.client.call('currentUser')).toMatchObject({ username: 'od_eve' });
    await eve.client.call('ownDataStay');
  });

  it('erases after seven days what is the person’s, keeps the books without a name, and lets nobody in', async () => {
    const fay = await somebody('od_fay', 'admin');
    const gus = await somebody('od_gus');
    await fay.client.call('configSave', { body: { config_json: '{"theme":"midnight"}' } });
    await fay.client.call('securityTotpBegin');
    await fay.client.call('personNote', { body: { user_id: gus.userId, body: 'Called' } });
    await admin.call('personNote', { body: { user_id: fay.userId, body: 'Is going' } });
    await fay.client.call('accountSave', {
      body: { name: 'Secret plan', exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null },
    });
    const key = { name: 'Bot', permission: 'trade' as const, addresses: [], password: fay.password };
    const bot = Object.assign(new HttpClient(server.url), { token: (await fay.client.call('apiKeyCreate', { body: key })).token });
    await bot.call('apiList');
    await leave(fay.client, 'od_fay');
    clock.ahead(graceMs - 60_000);
    await eraseDue();
    await new HttpClient(server.url).signIn('od_fay', fay.password);
    clock.ahead(120_000);
    await eraseDue();
    await expect(new HttpClient(server.url).signIn('od_fay', fay.password)).rejects.toThrow('LOGIN_WRONG');
    await expect(fay.client.call('currentUser')).rejects.toThrow('SESSION_INVALID');
    await expect(bot.call('apiList')).rejects.toThrow('KEY_INVALID');
    admin = await server.signIn('admin');
    const name = `deleted-${fay.userId}`;
    const left = await admin.call('personGet', { query: { user_id: fay.userId } });
    expect(left).toMatchObject({ username: name, email: null, state: 'DISABLED', notes: [], sign_ins: [] });
    const again = { user_id: fay.userId, version: left.version, state: 'ACTIVE' as const, reason: 'a test' };
    await confirmAgain(server, admin, 'admin');
    await expect(admin.call('personChange', { body: again })).rejects.toThrow('PERSON_UNKNOWN');
    await expect(admin.call('personPassword', { body: { user_id: fay.userId, reason: 'a test' } })).rejects.toThrow('PERSON_UNKNOWN');
    expect((await admin.call('personGet', { query: { user_id: gus.userId } })).notes).toMatchObject([{ author: name, body: 'Called' }]);
    const told = [...houseParts, ...ofPlugins];
    const rest: string[] = [];
    for (const { table, of, leaving } of [...told, ...(await untoldParts(server.store.sql, told))])
      if (leaving === 'goes' && (await server.store.sql.run(`select from ${table} t where ${of} limit 1`, [fay.userId])).length > 0)
        rest.push(table);
    expect(rest).toEqual([]);
    const whole = JSON.stringify([
      await server.store.sql.run('select * from app_user where id = $1', [fay.userId]),
      await server.store.sql.run('select * from api_account where user_id = $1', [fay.userId]),
    ]);
    for (const gone of ['od_fay', 'firm.example', 'Secret plan', '$argon2']) expect([gone, whole.includes(gone)]).toEqual([gone, false]);
    const { items } = await server.store.audit.page({ subject: `person/${fay.userId}`, action: 'person.erased', limit: 2 });
    expect(items).toMatchObject([{ actor: 'system', before: null, after: null }]);
  });

  it('is not for the last administrator, nor for others to ask or take back', async () => {
    await expect(leave(admin, 'admin')).rejects.toThrow('PERSON_LAST_ADMIN');
    const hal = await somebody('od_hal');
    await expect(hal.client.call('personKeep', { body: { user_id: hal.userId, reason: 'mine' } })).rejects.toThrow('ACCESS_ROLE');
    await expect(admin.call('personKeep', { body: { user_id: hal.userId, reason: 'a test' } })).rejects.toThrow('LEAVING_NONE');
  });
});
