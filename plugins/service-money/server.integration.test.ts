import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { httpBase, type ProductRoutes, type RouteName, routes } from '../../schemas/wire/index.ts';
import type { BodyOf, Envelope } from '../../schemas/wire/route.ts';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { closed, closedVenue } from '../../tests/kit/venues/closed-venue.ts';

/** The plugin in a real server with the people of the demo: one exchange, so that nobody knows what anything but USDT is worth. */
let server: TestServer;
let admin: HttpClient;
let finance: HttpClient;
let manager: HttpClient;
let trader: HttpClient;
/** trader1's account at the house, and at an exchange that nothing comes to from outside. */
let api = 0;
let closedApi = 0;
beforeAll(async () => {
  server = await startTestServer({
    plugins: [...['venue-house', 'service-money', 'service-accounts', 'service-audit'].map(pluginSource), closedVenue],
  });
  [admin, finance, manager, trader] = (await Promise.all(['admin', 'finance', 'finance_manage', 'trader1'].map(server.signIn))) as [
    HttpClient,
    HttpClient,
    HttpClient,
    HttpClient,
  ];
  for (const { api_id, exchange } of await trader.call('apiList')) {
    if (exchange === 'tessera') api = api_id;
    if (exchange === closed) closedApi = api_id;
  }
}, 120_000);
afterAll(() => server?.close());

type Asked = BodyOf<ProductRoutes['movementAsk']>;
const reason = 'asked for by its owner';
const terms = (changes: Partial<Asked> = {}): Asked => ({
  ...{ movement_id: randomUUID(), kind: 'deposit', api_id: api, account_type: 'spot', asset: 'USDT', amount: '100' },
  ...{ reason, proof: 'R-1', file_id: null },
  ...changes,
});
const ask = (changes: Partial<Asked> = {}, by = finance) => by.call('movementAsk', { body: terms(changes) });
const decide = (movement_id: string, approve = true, by = manager) => by.call('movementDecide', { body: { movement_id, approve, reason } });
const totalOf = (asset = 'USDT', apiId = api): string =>
  server.room.venues
    .venue('tessera')
    ?.balances(spotAccount(apiId))
    .find((one) => one.asset === asset)?.total ?? '0';
const actionsOf = async (movementId: string): Promise<readonly string[]> =>
  (await server.store.audit.page({ subject: `movement/${movementId}`, limit: 20 })).items.map(({ action }) => action).reverse();
/** A fresh person of a role, signed in. */
async function person(username: string, role: 'finance' | 'finance_manage' | 'user') {
  const user = await server.people.create({ username, email: null, password: 'a long password 7', role, vipLevel: 3, demo: false });
  const client = server.guest();
  await client.signIn(username, 'a long password 7');
  return { user, client };
}
const plus = (total: string, more: number): string => String(Number(total) + more);

describe('money from outside', () => {
  it('comes at once below the limit, as a deposit, a bonus and an adjustment of either sign, and each step stands in the audit', async () => {
    const before = totalOf();
    const deposit = await ask();
    expect(deposit).toMatchObject({
      state: 'DONE',
      amount: '100',
      value: '100',
      asked_by: 'finance',
      decided_by: null,
      username: 'trader1',
    });
    await ask({ kind: 'bonus', amount: '0.5' });
    await ask({ kind: 'adjustment', amount: '-20' });
    const withdrawn = await ask({ kind: 'withdrawal', amount: '30.25' });
    expect(withdrawn).toMatchObject({ state: 'DONE', amount: '-30.25', value: '30.25' });
    expect(totalOf()).toBe(plus(before, 50.25));
    expect(await actionsOf(deposit.movement_id)).toEqual(['money.requested', 'money.done']);
    expect((await admin.call('auditList', { query: { subject: 'trader1', search: deposit.movement_id } })).results).toHaveLength(2);
    const { items } = await server.store.audit.page({ subject: `movement/${withdrawn.movement_id}`, action: 'money.requested', limit: 1 });
    expect(items).toMatchObject([
      { reason, after: { kind: 'withdrawal', api_id: api, asset: 'USDT', amount: '-30.25', state: 'APPROVED' } },
    ]);
  });

  it('waits above the limit for somebody else, who is none of those that asked, and comes once', async () => {
    const before = totalOf();
    const asked = await ask({ amount: '10000.01' });
    expect(asked).toMatchObject({ state: 'REQUESTED', done_time: null });
    expect(totalOf()).toBe(before);
    expect((await finance.call('financeState')).waiting).toBeGreaterThan(0);
    await expect(decide(asked.movement_id, true, finance)).rejects.toThrow('ACCESS_ROLE');
    await expect(decide(asked.movement_id, true, admin)).rejects.toThrow('ACCESS_ROLE');
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => decide(asked.movement_id)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(String(one.reason)).toContain('APPROVAL_DECIDED');
    expect(totalOf()).toBe(plus(before, 10_000.01));
    expect(await actionsOf(asked.movement_id)).toEqual(['money.requested', 'money.approved', 'money.done']);
    await expect(decide(asked.movement_id, false)).rejects.toThrow('APPROVAL_DECIDED');
    const { results } = await finance.call('movementList', { query: { search: 'TRADER1', state: 'DONE' } });
    expect(results[0]).toMatchObject({ movement_id: asked.movement_id, decided_by: 'finance_manage', decision_reason: reason });
  });

  it('needs somebody else also when small ones of a day come to more, and when nobody knows what they are worth', async () => {
    const { client } = await person('clerk', 'finance');
    const used = async () => (await client.call('financeState')).used;
    expect(await used()).toBe('0');
    expect(await ask({ amount: '6000' }, client)).toMatchObject({ state: 'DONE' });
    expect(await used()).toBe('6000');
    expect(await ask({ amount: '6000' }, client)).toMatchObject({ state: 'REQUESTED' });
    expect(await ask({ asset: 'BTC', amount: '0.0001' }, client)).toMatchObject({ state: 'REQUESTED', value: null });
  });

  it('tells those who may decide that something waits, each in his language, and nobody else', async () => {
    await manager.call('configSave', { body: { config_json: '{"language":"zh-CN"}' } });
    const [earlier] = await manager.call('messageList', { query: { type: 3 } });
    if (earlier !== undefined) await manager.call('messageRead', { body: { until: earlier.id } });
    await ask({ amount: '50000' });
    const told = async (client: HttpClient) =>
      (await client.call('messageList', { query: { type: 3 } })).filter(({ body }) => body.includes('50,000 USDT'));
    expect(await told(manager)).toMatchObject([{ title: '有事项等待您决定', body: expect.stringMatching(/50,000 USDT，trader1 在/) }]);
    expect([await told(finance), await told(trader)]).toEqual([[], []]);
  });

  it('is refused by the second person with his reason, and then nothing moves', async () => {
    const before = totalOf();
    const asked = await ask({ amount: '50000' });
    expect(await decide(asked.movement_id, false)).toMatchObject({
      state: 'REFUSED',
      decided_by: 'finance_manage',
      decision_reason: reason,
    });
    expect(totalOf()).toBe(before);
    await expect(decide(asked.movement_id)).rejects.toThrow('APPROVAL_DECIDED');
    expect(await actionsOf(asked.movement_id)).toEqual(['money.requested', 'money.refused']);
  });

  it('is asked for with a proof, in words or as a file, whatever it is', async () => {
    const amounts = { deposit: '1', withdrawal: '1', adjustment: '-1', bonus: '1' } as const;
    const total = totalOf();
    for (const [kind, amount] of Object.entries(amounts) as [Asked['kind'], string][])
      for (const proof of ['', ' ', '\u200b'])
        expect((await refusalOf(ask({ kind, amount, proof }))).message).toMatch(/FORM_FIELD_EMPTY .*"proof"/);
    expect(totalOf()).toBe(total);
  });

  it('has proofs that are what they say they are, for those who may see them', async () => {
    const send = async (bytes: Uint8Array, name: string, by = finance) => {
      const form = new FormData();
      form.append('proof', new Blob([Uint8Array.from(bytes)]), name);
      const headers = { authorization: by.token ?? '' };
      const response = await fetch(server.url + httpBase + routes.movementProof.path, { method: 'POST', headers, body: form });
      return (await response.json()) as Envelope<{ readonly file_id: string; readonly name: string }>;
    };
    const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
    const sent = await send(pdf, '../../etc/<b>receipt.exe');
    expect(sent.data).toMatchObject({ name: 'breceipt.pdf' });
    expect(await send(new TextEncoder().encode('<html>'), 'receipt.pdf')).toMatchObject({ code: 42491 });
    expect(await send(new Uint8Array(2 * 1024 ** 2 + 1).fill(37), 'large.pdf')).toMatchObject({ code: 42492 });
    expect(await send(pdf, 'receipt.pdf', trader)).toMatchObject({ code: 40301 });
    const file_id = sent.data?.file_id ?? '';
    await expect(ask({ file_id }, manager)).rejects.toThrow('MONEY_PROOF_UNKNOWN');
    const asked = await ask({ file_id, proof: '' });
    expect(asked.file).toBe('breceipt.pdf');
    const read = (by: HttpClient) =>
      fetch(`${server.url}${httpBase}${routes.movementFile.path}?movement_id=${asked.movement_id}`, {
        headers: { authorization: by.token ?? '' },
      });
    const given = await read(manager);
    expect(given.headers.get('content-disposition')).toContain('attachment');
    expect(new Uint8Array(await given.arrayBuffer())).toEqual(pdf);
    expect((await read(trader)).status).toBe(403);
  });
});

describe('an attack', () => {
  it('of a hundred withdrawals of a whole balance at once takes it once', async () => {
    const { user } = await person('whale', 'user');
    const { apiId } = await server.room.accounts.ensureAccount(user.id, 'tessera');
    await ask({ api_id: apiId, amount: '60' }, manager);
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, () => ask({ kind: 'withdrawal', api_id: apiId, amount: '60' }, manager)),
    );
    const done = tries.filter((one) => one.status === 'fulfilled' && one.value.state === 'DONE');
    expect(done).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(String(one.reason)).toContain('TRANSFER_INSUFFICIENT');
      else if (one.value.state !== 'DONE') expect(one.value).toMatchObject({ state: 'FAILED', failure: 'TRANSFER_INSUFFICIENT' });
    }
    expect(totalOf('USDT', apiId)).toBe('0');
    const proofs = await manager.call('financeProve');
    expect(proofs.length).toBeGreaterThan(0);
    expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
  }, 60_000);

  it('by an id again makes nothing twice, and by one with another content nothing at all', async () => {
    const before = totalOf();
    const body = terms({ amount: '7' });
    const [first, second] = await Promise.all([
      finance.call('movementAsk', { body }),
      finance.call('movementAsk', { body }).catch(() => null),
    ]);
    const again = await finance.call('movementAsk', { body });
    expect(again).toMatchObject({ movement_id: first.movement_id, state: 'DONE' });
    expect(second === null || second.movement_id === first.movement_id).toBe(true);
    for (const change of [{ amount: '8' }, { kind: 'bonus' }, { asset: 'BTC' }, { reason: 'another one' }, { proof: 'R-2' }] as const)
      await expect(finance.call('movementAsk', { body: { ...body, ...change } })).rejects.toThrow('MONEY_ID_TAKEN');
    await expect(manager.call('movementAsk', { body })).rejects.toThrow('MONEY_ID_TAKEN');
    expect(totalOf()).toBe(plus(before, 7));
  });

  it('by whoever approves what he asked for, or what his own account gets, is refused', async () => {
    const own = await ask({ amount: '20000' }, manager);
    await expect(decide(own.movement_id)).rejects.toThrow('APPROVAL_OWN');
    const { user, client } = await person('second', 'finance_manage');
    const { apiId } = await server.room.accounts.ensureAccount(user.id, 'tessera');
    const his = await ask({ api_id: apiId, amount: '20000' });
    await expect(decide(his.movement_id, true, client)).rejects.toThrow('APPROVAL_OWN');
    await expect(ask({ api_id: apiId }, client)).rejects.toThrow('ACCESS_ROLE');
    expect(await decide(own.movement_id, true, client)).toMatchObject({ state: 'DONE', decided_by: 'second' });
    expect(await decide(his.movement_id)).toMatchObject({ state: 'DONE' });
  });

  it('by a manager who lost his role while he looked at it is refused', async () => {
    const asked = await ask({ amount: '20000' });
    const { user, client } = await person('leaver', 'finance_manage');
    await server.store.users.update(user.id, { state: 'DISABLED' });
    await expect(decide(asked.movement_id, true, client)).rejects.toThrow(/SESSION_INVALID/);
    await decide(asked.movement_id, false);
  });

  it('with an amount that is none, too fine, of the wrong sign, of no asset or without a reason changes nothing', async () => {
    const before = [totalOf(), (await server.store.money.page({}, { limit: 1 }))[0]?.number];
    const tries: readonly (readonly [Partial<Asked>, string])[] = [
      ...(['NaN', 'Infinity', '1e3', '', '--1', '0x10', ' 1', '1,5'] as const).map((amount) => [{ amount }, 'REQUEST_INVALID'] as const),
      [{ amount: '-5' }, 'REQUEST_INVALID'],
      [{ amount: '0' }, 'REQUEST_INVALID'],
      [{ amount: '-0', kind: 'adjustment' }, 'REQUEST_INVALID'],
      [{ amount: '0.0000000000000000001' }, 'ORDER_AMOUNT_OFF_GRID'],
      [{ asset: 'NOCOIN' }, 'ORDER_NOT_SUPPORTED'],
      [{ account_type: 'usdm' }, 'REQUEST_INVALID'],
      [{ account_type: 'isolated_margin' }, 'REQUEST_INVALID'],
      [{ reason: '\u200b\u200b\u200b' }, 'FORM_FIELD_EMPTY'],
      [{ kind: 'withdrawal', amount: '99999999' }, 'TRANSFER_INSUFFICIENT'],
      [{ api_id: 999_999 }, 'ACCESS_ACCOUNT'],
      [{ api_id: closedApi }, 'MONEY_NOT_OFFERED'],
      [{ api_id: closedApi, kind: 'withdrawal', amount: '1' }, 'MONEY_NOT_OFFERED'],
    ];
    for (const [change, code] of tries) await expect(ask(change), JSON.stringify(change)).rejects.toThrow(code);
    expect([totalOf(), (await server.store.money.page({}, { limit: 1 }))[0]?.number]).toEqual(before);
  });

  it('by whoever is not of finance finds every door closed; who oversees accounts reads them and their statements, and administrators only look', async () => {
    const doors: readonly RouteName[] = [
      ...(['financeAccounts', 'financeStatement', 'financeStatementExport', 'financeState', 'financeProve', 'movementList'] as const),
      ...(['movementAsk', 'movementDecide', 'movementProof', 'movementFile', 'financeLimitSave'] as const),
    ];
    const codeOf = async (name: RouteName, { token }: HttpClient): Promise<number> => {
      const { path, method } = routes[name];
      const headers = { ...(token === null ? {} : { authorization: token }), 'content-type': 'application/json' };
      const response = await fetch(server.url + httpBase + path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
      return ((await response.json()) as Envelope<unknown>).code;
    };
    const closedTo = async (name: string): Promise<readonly RouteName[]> => {
      const client = await server.signIn(name);
      const codes = await Promise.all(doors.map((door) => codeOf(door, client)));
      return doors.filter((_, at) => codes[at] === 40301);
    };
    for (const name of ['trader1', 'observer']) expect(await closedTo(name), name).toEqual(doors);
    for (const name of ['risk', 'asset']) expect(await closedTo(name), name).toEqual(doors.slice(3));
    expect(await Promise.all(doors.map((door) => codeOf(door, server.guest())))).toEqual(doors.map(() => 40101));
    await expect(ask({}, admin)).rejects.toThrow('ACCESS_ROLE');
    await expect(ask({}, trader)).rejects.toThrow('ACCESS_ROLE');
    expect((await admin.call('financeAccounts', { query: { search: 'trader1' } })).accounts.length).toBeGreaterThan(0);
  });
});

describe('a movement without an answer', () => {
  it('that the exchange has made before the server died is found done and not made again', async () => {
    const before = totalOf();
    const asked = await ask({ amount: '20000' });
    // What a crash leaves behind: approved, in the journal of the exchange, and not written down as done.
    await server.store.money.move(asked.movement_id, ['REQUESTED'], 'APPROVED');
    await server.room.accounts.deposit(spotAccount(api), 'USDT', '20000', `money-${asked.movement_id}`);
    await expect.poll(async () => (await server.store.money.get(asked.movement_id))?.state, { timeout: 25_000 }).toBe('DONE');
    expect(totalOf()).toBe(plus(before, 20_000));
    expect((await actionsOf(asked.movement_id)).at(-1)).toBe('money.done');
  }, 40_000);

  it('keeps its account, and one that is gone gets none', async () => {
    const { user, client } = await person('mover', 'user');
    const { apiId } = await server.room.accounts.ensureAccount(user.id, 'tessera');
    const drop = () => client.call('accountDelete', { body: { api_id: apiId } });
    const { movement_id } = await ask({ api_id: apiId, amount: '20000' });
    await expect(drop()).rejects.toThrow('ACCOUNT_MONEY_MOVING');
    expect((await decide(movement_id, false)).state).toBe('REFUSED');
    await drop();
    await expect(ask({ api_id: apiId })).rejects.toThrow('ACCESS_ACCOUNT');
  });
});

describe('what finance sees', () => {
  it('is every account with its balances, found by name and exchange, and its statement as a list and as a table', async () => {
    const { accounts, total, prices } = await finance.call('financeAccounts', { query: { search: 'Trader1', exchange: 'tessera' } });
    expect(total).toBe(1);
    expect(accounts).toMatchObject([
      { api_id: api, username: 'trader1', exchange: 'tessera', active: true, deposit: true, withdrawal: true },
    ]);
    expect(accounts[0]?.balances.find(({ asset }) => asset === 'USDT')).toMatchObject({ account_type: 'spot', total: totalOf() });
    expect(prices).toEqual({ USDT: '1' });
    const inParts: number[] = [];
    const all = await finance.call('financeAccounts', { query: {} });
    for (let skip = 0; skip < all.total; skip += 2)
      inParts.push(...(await finance.call('financeAccounts', { query: { skip, limit: 2 } })).accounts.map(({ api_id }) => api_id));
    expect(inParts).toEqual(all.accounts.map(({ api_id }) => api_id));
    const asked = await ask({ kind: 'bonus', amount: '3' });
    const { results, next } = await finance.call('financeStatement', { query: { api_id: api, asset: 'USDT', limit: 1 } });
    expect(results).toMatchObject([
      { amount: '3', balance: totalOf(), kind: 'TRANSFER', movement: 'bonus', reference: `money-${asked.movement_id}` },
    ]);
    const further = await finance.call('financeStatement', { query: { api_id: api, asset: 'USDT', limit: 1, cursor: next ?? '' } });
    expect(further.results[0]?.reference).not.toBe(results[0]?.reference);
    const headers = { authorization: finance.token ?? '' };
    const table = await fetch(`${server.url}${httpBase}${routes.financeStatementExport.path}?api_id=${api}&from=0`, { headers });
    const lines = (await table.text()).trim().split('\r\n');
    expect(lines[0]).toContain('time,exchange,account_type,asset,amount,kind,reference,balance,movement');
    expect(lines[1]).toMatch(new RegExp(`,3,TRANSFER,money-${asked.movement_id},.+,bonus$`));
    const { items } = await server.store.audit.page({ subject: `account/${api}`, limit: 5 });
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['money.exported', 'money.viewed']));
  });

  it('is a daily proof that ledger, wallets and stored balances agree, which finds what does not', async () => {
    expect((await finance.call('financeProve')).find(({ exchange }) => exchange === 'tessera')).toMatchObject({ findings: [] });
    const { proofs } = await manager.call('financeState');
    expect(proofs.find(({ exchange }) => exchange === 'tessera')?.wallets).toBeGreaterThan(10);
    await server.store.sql.run("update balance set total = total + 1 where venue = 'tessera' and api_id = $1 and asset = 'USDT'", [api]);
    const found = (await finance.call('financeProve')).find(({ exchange }) => exchange === 'tessera');
    expect(found?.findings).toMatchObject([{ about: 'wallet', api_id: api, account_type: 'spot', asset: 'USDT', wallet: totalOf() }]);
    await server.store.sql.run("update balance set total = total - 1 where venue = 'tessera' and api_id = $1 and asset = 'USDT'", [api]);
  }, 30_000);

  it('obeys the limit that administrators set, and nobody else', async () => {
    for (const by of [finance, manager, trader])
      await expect(by.call('financeLimitSave', { body: { limit: '1', reason } })).rejects.toThrow('ACCESS_ROLE');
    const { client } = await person('limited', 'finance');
    await admin.call('financeLimitSave', { body: { limit: '50', reason } });
    expect(await ask({ amount: '51' }, client)).toMatchObject({ state: 'REQUESTED' });
    await admin.call('financeLimitSave', { body: { limit: '10000', reason } });
    const { items } = await server.store.audit.page({ action: 'money.limit-changed', limit: 5 });
    expect(items.map(({ before, after }) => [before, after])).toEqual([
      [{ limit: '50' }, { limit: '10000' }],
      [{ limit: '10000' }, { limit: '50' }],
    ]);
  });
});

describe('an owner', () => {
  const address = { label: 'Cold wallet', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };

  it('asks for his money to an address of his book, sees how far it is, and takes it back while nobody has agreed', async () => {
    const { address_id } = await trader.call('addressAdd', { body: address });
    expect(await trader.call('addressList')).toEqual([{ address_id, ...address }]);
    const [entry] = (await server.store.audit.page({ action: 'address.added', limit: 1 })).items;
    expect(entry).toMatchObject({ before: null, after: address });
    const body = { movement_id: randomUUID(), api_id: api, account_type: 'spot', address_id, amount: '5' } as const;
    const before = totalOf();
    expect(await trader.call('withdrawalAsk', { body })).toMatchObject({
      state: 'REQUESTED',
      amount: '-5',
      destination: { label: 'Cold wallet' },
    });
    expect(await trader.call('withdrawalTakeBack', { body: { movement_id: body.movement_id } })).toMatchObject({ state: 'TAKEN_BACK' });
    await expect(decide(body.movement_id)).rejects.toThrow('APPROVAL_DECIDED');
    const second = { ...body, movement_id: randomUUID() };
    await trader.call('withdrawalAsk', { body: second });
    await decide(second.movement_id);
    const { results } = await trader.call('withdrawalList');
    expect(results[0]).toMatchObject({ movement_id: second.movement_id, state: 'DONE', decided_by: null });
    await expect(trader.call('withdrawalTakeBack', { body: { movement_id: second.movement_id } })).rejects.toThrow('APPROVAL_DECIDED');
    expect(totalOf()).toBe(plus(before, -5));
    await trader.call('addressRemove', { body: { address_id } });
    await expect(trader.call('withdrawalAsk', { body: { ...body, movement_id: randomUUID() } })).rejects.toThrow('MONEY_ADDRESS_UNKNOWN');
  });

  it('gets no hand on accounts, addresses and withdrawals of others', async () => {
    const other = await server.signIn('trader2');
    const { address_id } = await trader.call('addressAdd', { body: address });
    const body = { movement_id: randomUUID(), api_id: api, account_type: 'spot', address_id, amount: '5' } as const;
    await expect(other.call('withdrawalAsk', { body })).rejects.toThrow('MONEY_ADDRESS_UNKNOWN');
    const his = await other.call('addressAdd', { body: address });
    await expect(other.call('withdrawalAsk', { body: { ...body, address_id: his.address_id } })).rejects.toThrow('ACCESS_ACCOUNT');
    await trader.call('withdrawalAsk', { body });
    await expect(other.call('withdrawalTakeBack', { body: { movement_id: body.movement_id } })).rejects.toThrow('MONEY_UNKNOWN');
    await other.call('addressRemove', { body: { address_id } });
    expect((await trader.call('addressList')).map((one) => one.address_id)).toContain(address_id);
    expect((await other.call('withdrawalList')).results).toEqual([]);
    await trader.call('withdrawalTakeBack', { body: { movement_id: body.movement_id } });
  });
});
