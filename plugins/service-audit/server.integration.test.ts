import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, type ProductRoutes, routes } from '../../schemas/wire/index.ts';
import type { QueryOf } from '../../schemas/wire/route.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { openAudit } from '../../tests/kit/stored/open-audit.ts';

/** The plugin in a real server, beside the one whose deeds it tells of. */
let server: TestServer;
let admin: HttpClient;
let annId = '';
const reason = 'asked for by the desk';
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-people', 'service-audit'].map(pluginSource) });
  admin = await server.signIn('admin');
  const { person } = await make('audit_ann');
  annId = person.user_id;
  await admin.call('personChange', { body: { user_id: annId, version: 0, vip_level: 2, reason: 'Trades 100% more' } });
}, 120_000);
afterAll(async () => {
  await server?.close();
});

const make = (username: string) =>
  admin.call('personCreate', { body: { username, email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason } });
type Asked = QueryOf<ProductRoutes['auditList']>;
const list = (query: Asked = {}) => admin.call('auditList', { query });
const actions = async (query: Asked) => (await list(query)).results.map(({ action }) => action);
async function exported(query = ''): Promise<string> {
  const response = await fetch(`${server.url}${httpBase}${routes.auditExport.path}${query}`, {
    headers: { authorization: admin.token ?? '' },
  });
  return response.text();
}
/** Starts a check, and gives what was found. */
async function checked() {
  const before = (await admin.call('auditCheck')).last?.time ?? 0;
  await admin.call('auditCheckStart');
  const ended = async () => {
    const { last, running } = await admin.call('auditCheck');
    return running === null && (last?.time ?? 0) > before;
  };
  await expect.poll(ended, { timeout: 20_000 }).toBe(true);
  return admin.call('auditCheck');
}

describe('the audit log', () => {
  it('tells who did what to whom, why, and what it was before', async () => {
    const { results } = await list({ subject: 'AUDIT_ann', group: 'permissions' });
    expect(results).toMatchObject([
      {
        ...{ actor: 'admin', action: 'person.changed', subject: `person/${annId}`, subject_name: 'audit_ann', subject_id: annId },
        ...{ reason: 'Trades 100% more', before: { vip_level: 0 }, after: { vip_level: 2 } },
      },
      { action: 'person.created', reason, before: null, after: { username: 'audit_ann' } },
    ]);
  });

  it('is narrowed by who, kind, subject, days and words, each of them exactly', async () => {
    const ofAnn = { subject: `person/${annId}` };
    expect(await actions({ ...ofAnn, search: '100% MORE' })).toEqual(['person.changed']);
    for (const search of ['100_', "x' or 1=1 --", '%', '\\'])
      expect([search, await actions({ ...ofAnn, search })]).toEqual([search, search === '%' ? ['person.changed'] : []]);
    expect(await actions({ ...ofAnn, actor: 'Admin', group: 'permissions' })).toHaveLength(2);
    for (const nobody of [{ actor: 'system' }, { actor: 'trader1' }, { actor: 'nobody at all' }, { group: 'money' } as const])
      expect(await actions({ ...ofAnn, ...nobody })).toEqual([]);
    const [changed, created] = (await list({ ...ofAnn, group: 'permissions' })).results;
    const times = [created?.time ?? 0, changed?.time ?? 0] as const;
    expect(await actions({ ...ofAnn, group: 'permissions', from: times[0], to: times[1] })).toEqual(
      times[0] === times[1] ? [] : ['person.created'],
    );
    expect(await actions({ ...ofAnn, from: times[1] + 1 })).toEqual([]);
  });

  it('finds by a user name what is about his accounts, too', async () => {
    const { person: owner } = await make('audit_owner');
    const account = { userId: owner.user_id, name: 'Main', exchange: 'tessera', permissions: ['spot'], groupId: null } as const;
    const { apiId } = await server.store.apiAccounts.create({ ...account, state: 'ACTIVE', expiresMs: null, createdMs: 1 });
    const deed = { actor: annId, action: 'account.frozen', subject: `account/${apiId}`, before: null, after: null, timeMs: Date.now() };
    await server.store.audit.append(deed);
    expect(await actions({ subject: 'Audit_Owner' })).toEqual(['account.frozen', 'person.created']);
    for (const [action, reference] of [
      ['money.transferred', `${apiId}/t-1`],
      ['money.allocated', `asset-${apiId}/t-2`],
      ['money.transferred', `${apiId}0/t-3`],
    ] as const)
      await server.store.audit.append({ ...deed, action, subject: `transfer/${reference}` });
    expect(await actions({ subject: 'Audit_Owner', group: 'money' })).toEqual(['money.allocated', 'money.transferred']);
    expect(await actions({ subject: `person/${owner.user_id}` })).toEqual(['person.created']);
    expect(await actions({ subject: 'audit_ann', group: 'risk' })).toEqual([]);
  });

  it('is read page by page, without an entry that is left out or comes twice', async () => {
    for (let at = 0; at < 5; at++) await make(`audit_page_${at}`);
    const ids: number[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ search: 'audit_page_', limit: 2, ...(after === null ? {} : { after }) });
      expect(page.results.length).toBeLessThanOrEqual(2);
      ids.push(...page.results.map((line) => line.entry));
      after = page.next;
    } while (after !== null);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  it('says once an hour who looks at it, and at whom, however often', async () => {
    for (let at = 0; at < 3; at++) {
      await list();
      await admin.call('personGet', { query: { user_id: annId } });
    }
    expect(await actions({ group: 'views', subject: 'audit', actor: 'admin', search: 'viewed' })).toEqual(['audit.viewed']);
    expect(await actions({ group: 'views', subject: 'audit_ann' })).toEqual(['person.viewed']);
  });

  it('goes out as a table of what is filtered, and says that it went', async () => {
    const csv = await exported('?subject=audit_ann&group=permissions');
    const [head, ...rows] = csv.trim().split('\r\n');
    expect(head).toBe('entry,time,actor,actor_id,action,subject,subject_name,reason,before,after,origin,device,hash');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(`,admin,`);
    expect(rows[0]).toContain(`person.changed,person/${annId},audit_ann,Trades 100% more,"{""vip_level"":0}","{""vip_level"":2}",,,`);
    expect(rows[0]).toMatch(/,[0-9a-f]{64}$/);
    expect((await list({ search: 'audit.exported' })).results[0]).toMatchObject({
      ...{ actor: 'admin', subject: 'audit', after: { subject: 'audit_ann', group: 'permissions' } },
    });
  });

  it('is for administrators alone', async () => {
    for (const name of ['trader1', 'observer', 'risk', 'finance', 'finance_manage', 'asset']) {
      const other = await server.signIn(name);
      for (const call of ['auditList', 'auditCheck', 'auditCheckStart'] as const)
        await expect(other.call(call), `${name} ${call}`).rejects.toThrow('ACCESS_ROLE');
    }
    await expect(new HttpClient(server.url).call('auditList')).rejects.toThrow('SESSION_MISSING');
  });
});

describe('a check of the chain', () => {
  it('proves it as far as it goes, stands in the log, and is not to be had again at once', async () => {
    const { last, running } = await checked();
    expect([last?.outcome, last?.problem, running]).toEqual(['unbroken', null, null]);
    const [entry] = (await list({ search: 'audit.checked' })).results;
    expect(entry).toMatchObject({ actor: 'admin', after: { hash: last?.hash }, entry: (last?.entry ?? 0) + 1 });
    await expect(admin.call('auditCheckStart')).rejects.toThrow(/RATE_LIMITED \{"retryAfterS":\d+\}/);
  }, 30_000);
});

it('a check names the first entry that somebody has changed', async () => {
  const another = await startTestServer({ plugins: ['venue-house', 'service-people', 'service-audit'].map(pluginSource) });
  try {
    const its = await another.signIn('admin');
    for (const username of ['one', 'two', 'three'].map((name) => `audit_${name}`))
      await its.call('personCreate', { body: { username, email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason } });
    const { results } = await its.call('auditList', { query: { search: 'audit_two' } });
    const id = results[0]?.entry ?? 0;
    await another.store.transaction(async ({ sql }) => {
      for (const statement of [...openAudit, `update audit_log set reason = 'another' where id = ${id}`]) await sql.run(statement);
    });
    await its.call('auditCheckStart');
    await expect
      .poll(async () => (await its.call('auditCheck')).last, { timeout: 20_000 })
      .toMatchObject({ outcome: 'broken', entry: id, problem: 'altered', hash: null });
  } finally {
    await another.close();
  }
}, 120_000);
