import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { twoTypeVenue } from '../../kit/venues/two-type-venue.ts';

/** Money between two api accounts of one person at one exchange. */

let server: TestServer;
let owner: HttpClient;
let other: HttpClient;
let risk: HttpClient;
let finance: HttpClient;
/** Whose the first is says the second. */
let ids: Readonly<Record<'main' | 'sub' | 'far' | 'theirs', number>>;

const terms = { permissions: ['spot' as const], group_id: null, expire_time: null };
const opened = async (by: HttpClient, name: string, exchange = 'tessera') =>
  (await by.call('accountSave', { body: { ...terms, name, exchange } })).api_id;

beforeAll(async () => {
  const plugins = [twoTypeVenue, ...['venue-house', 'service-accounts', 'service-risk', 'service-money'].map(pluginSource)];
  server = await startTestServer({ plugins });
  [owner, other, risk, finance] = (await Promise.all(['trader1', 'trader2', 'risk', 'finance'].map(server.signIn))) as [
    HttpClient,
    HttpClient,
    HttpClient,
    HttpClient,
  ];
  const { apiId: far } = await server.room.accounts.ensureAccount(await userOf('trader1'), 'duo');
  ids = { main: await opened(owner, 'Main'), sub: await opened(owner, 'Sub'), far, theirs: await opened(other, 'Theirs') };
  for (const apiId of [ids.main, ids.theirs])
    expect(await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '1000', `start-${apiId}`)).toMatchObject({ ok: true });
}, 120_000);
afterAll(() => server?.close());

const userOf = async (username: string): Promise<string> => (await server.store.users.byUsername(username))?.id ?? '';
let names = 0;
const body = (from: number, to: number, amount: string, transfer_id = `t${names++}`) => ({
  api_id: from,
  from: { account_type: 'spot' as const },
  to: { api_id: to, account_type: 'spot' as const },
  ...{ asset: 'USDT', amount, transfer_id },
});
const move = (from: number, to: number, amount: string, transfer_id?: string, by = owner) =>
  by.call('transfer', { body: body(from, to, amount, transfer_id) });
const held = async (...apiIds: readonly number[]): Promise<readonly string[]> => {
  const balances = server.room.trading.balances(apiIds);
  return apiIds.map((apiId) => balances.find((one) => one.apiId === apiId && one.asset === 'USDT')?.total ?? '0');
};
const auditOf = async (reference: string) => (await server.store.audit.page({ subject: `transfer/${reference}`, limit: 10 })).items;

describe('a transfer between two api accounts', () => {
  it('moves free money once per name, and balances, both statements and the audit tell it', async () => {
    const before = await held(ids.main, ids.sub);
    expect(before).toEqual(['1000', '0']);
    const moved = await move(ids.main, ids.sub, '400', 'first');
    expect(moved.map(({ api_id, total }) => [api_id, total])).toEqual([
      [ids.main, '600'],
      [ids.sub, '400'],
    ]);
    await move(ids.main, ids.sub, '400', 'first');
    expect(await held(ids.main, ids.sub)).toEqual(['600', '400']);
    await expect(move(ids.main, ids.sub, '399', 'first')).rejects.toThrow('TRANSFER_DUPLICATE_REFERENCE');
    const lines = async (apiId: number) =>
      (await owner.call('ledger', { query: { api_ids: String(apiId), kind: 'TRANSFER', limit: 1 } })).results;
    const reference = `${ids.main}/first`;
    expect(await lines(ids.main)).toMatchObject([{ reference, amount: '-400', asset: 'USDT' }]);
    expect(await lines(ids.sub)).toMatchObject([{ reference, amount: '400', asset: 'USDT' }]);
    const statement = await finance.call('financeStatement', { query: { api_id: ids.sub } });
    expect(JSON.stringify(statement)).toContain(reference);
    expect(await auditOf(reference)).toMatchObject([
      {
        actor: await userOf('trader1'),
        action: 'money.transferred',
        after: { from_account: `${ids.main}/spot`, to_account: `${ids.sub}/spot`, asset: 'USDT', amount: '400' },
      },
    ]);
    await move(ids.sub, ids.main, '400');
    expect(await held(ids.main, ids.sub)).toEqual(['1000', '0']);
  });

  it('is refused with the field and the rule, and then nothing has moved', async () => {
    const problem = async (to: number, by = owner, from = ids.main) => (await refusalOf(move(from, to, '1', undefined, by))).message;
    expect(await problem(ids.far)).toMatch(/REQUEST_INVALID .*"field":"to.api_id".*exchange/);
    expect(await problem(ids.main)).toMatch(/REQUEST_INVALID .*"field":"to"/);
    expect(await problem(ids.theirs)).toContain('ACCESS_ACCOUNT');
    expect(await problem(4_000_000), 'no word of who else is there').toContain('ACCESS_ACCOUNT');
    expect(await problem(ids.sub, other)).toContain('ACCESS_ACCOUNT');
    expect(await problem(ids.sub, owner, ids.theirs)).toContain('ACCESS_ACCOUNT');
    await expect(move(ids.main, ids.sub, '1000.01')).rejects.toThrow('TRANSFER_INSUFFICIENT');
    await expect(move(ids.main, ids.sub, '-1')).rejects.toThrow();
    expect(await held(ids.main, ids.sub, ids.theirs)).toEqual(['1000', '0', '1000']);
  });

  it('is for who may move with both, and never from one person to another', async () => {
    const grant = {
      granteeId: await userOf('trader2'),
      untilMs: null,
      grantedBy: 'trader1',
      grantedMs: Date.now(),
      acts: ['move'] as const,
    };
    await server.room.grants.put({ ...grant, apiId: ids.main });
    expect((await refusalOf(move(ids.main, ids.sub, '1', undefined, other))).message).toContain('ACCESS_ACCOUNT');
    expect((await refusalOf(move(ids.main, ids.theirs, '1', undefined, other))).message).toMatch(
      /REQUEST_INVALID .*"field":"to.api_id".*person/,
    );
    await server.room.grants.put({ ...grant, acts: ['report'], apiId: ids.sub });
    const { results } = await other.call('ledger', { query: { api_ids: String(ids.sub), kind: 'TRANSFER' } });
    expect(
      results.map(({ reference }) => reference),
      'no word of the account that it came from',
    ).toContain('first');
    await server.room.grants.put({ ...grant, apiId: ids.sub });
    const known = (await other.call('apiList')).filter(({ api_id }) => [ids.main, ids.sub, ids.theirs].includes(api_id));
    expect(
      known.map(({ api_id, own, owner }) => [api_id, own, owner]),
      'which of them are of one person',
    ).toEqual(expect.arrayContaining([ids.main, ids.sub].map((apiId) => [apiId, false, known.find(({ own }) => !own)?.owner ?? 'nobody'])));
    expect(known.find(({ api_id }) => api_id === ids.theirs)?.owner, 'of his own nothing is said').toBeUndefined();
    await move(ids.main, ids.sub, '5', undefined, other);
    await move(ids.main, ids.sub, '400', 'first', other);
    expect(
      (await auditOf(`${ids.main}/first`)).map(({ actor }) => actor),
      'who repeats it has not moved it',
    ).toEqual([await userOf('trader1')]);
    expect(await held(ids.main, ids.sub, ids.theirs)).toEqual(['995', '5', '1000']);
    await move(ids.sub, ids.main, '5');
  });

  it('takes nothing out of a frozen account, and tells of what it did before', async () => {
    await move(ids.main, ids.sub, '10', 'before');
    const target = { about: 'account', api_id: ids.main } as const;
    await risk.call('riskSwitchThrow', { body: { target, reason: 'we look into it' } });
    await expect(move(ids.main, ids.sub, '1')).rejects.toThrow('ACCOUNT_FROZEN');
    await move(ids.main, ids.sub, '10', 'before');
    await move(ids.sub, ids.main, '10');
    await risk.call('riskSwitchRelease', { body: { target, reason: 'all is well' } });
    expect(await held(ids.main, ids.sub)).toEqual(['1000', '0']);
  });

  it('is in the audit each time: nobody who comes in as him hides one behind many', async () => {
    for (let at = 0; at < 25; at++) await move(ids.main, ids.sub, '0.01', `often-${at}`);
    await move(ids.main, ids.sub, '0.01', 'often-24');
    const { items } = await server.store.audit.page({ actor: await userOf('trader1'), action: 'money.transferred', limit: 200 });
    expect(items.map(({ subject }) => subject).filter((subject) => subject.includes('/often-'))).toEqual(
      Array.from({ length: 25 }, (_, at) => `transfer/${ids.main}/often-${24 - at}`),
    );
    expect(await server.store.audit.verify()).toMatchObject({ outcome: 'unbroken' });
    await move(ids.sub, ids.main, '0.25');
  });

  it('of a whole balance, asked for a hundred times at once, happens once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 100 }, () => move(ids.main, ids.sub, '1000')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await held(ids.main, ids.sub)).toEqual(['0', '1000']);
    const same = await Promise.allSettled(Array.from({ length: 20 }, () => move(ids.sub, ids.main, '1000', 'same')));
    expect(same.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await held(ids.main, ids.sub)).toEqual(['1000', '0']);
    expect(await auditOf(`${ids.sub}/same`)).toHaveLength(1);
  }, 30_000);

  it('changes no sum, whoever moves what and how often', async () => {
    const apiIds = [ids.main, ids.sub, await opened(owner, 'Third')];
    const step = fc.record({
      from: fc.integer({ min: 0, max: 2 }),
      to: fc.integer({ min: 0, max: 2 }),
      cents: fc.integer({ min: 0, max: 70_000 }),
      asked: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const moves = steps.flatMap(({ from, to, cents, asked }) => {
          const one = body(apiIds[from] as number, apiIds[to] as number, String(cents / 100));
          return Array.from({ length: asked }, () => owner.call('transfer', { body: one }));
        });
        await Promise.allSettled(moves);
        const totals = await held(...apiIds);
        expect(totals.reduce(addDecimals)).toBe('1000');
        expect(totals.every((total) => !total.startsWith('-'))).toBe(true);
      }),
      { numRuns: 10 },
    );
  }, 60_000);
});

describe('a server that is killed', () => {
  let process: ServerProcess | null = null;
  afterEach(() => process?.kill());

  it('has what it said yes to at its next start, moves the rest once when it is asked again, and has one entry of each', async () => {
    const folder = await freshDataDir();
    const settings = { plugins: 'venue-house,service-accounts,service-audit', logLevel: 'error' };
    process = await ServerProcess.start(folder, settings);
    let client = await process.signIn('trader1');
    const [from, to] = [(await client.call('apiList'))[0]?.api_id as number, await opened(client, 'Sub')];
    const usdt = async () => {
      const rows = await client.call('balances', { query: { api_ids: `${from},${to}` } });
      return [from, to].map((apiId) => rows.find(({ api_id, asset }) => api_id === apiId && asset === 'USDT')?.total ?? '0');
    };
    const [start = '0'] = await usdt();
    const asked = Array.from({ length: 18 }, (_, at) => body(from, to, '1', `kill-${at}`));
    const answered = Promise.allSettled(asked.map((one) => client.call('transfer', { body: one })));
    await client.call('transfer', { body: body(from, to, '1', 'surely') });
    await process.kill();
    await answered;
    process = await ServerProcess.start(folder, settings);
    client = await process.signIn('trader1');
    for (const one of [...asked, body(from, to, '1', 'surely')]) await client.call('transfer', { body: one });
    expect(await usdt()).toEqual([addDecimals(start, '-19'), '19']);
    const admin = await process.signIn('admin');
    const { results } = await admin.call('auditList', { query: { group: 'money', limit: 100 } });
    const subjects = results.map(({ subject }) => subject).filter((subject) => subject.startsWith('transfer/'));
    expect(subjects).toHaveLength(19);
    expect(new Set(subjects).size).toBe(19);
  }, 180_000);
});
