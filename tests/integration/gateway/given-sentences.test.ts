import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, kitParams, startKit, stopAndWait, until, untilStatus } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { stored } from '../../kit/stored/stored.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';
import { duo, duoKey, twoTypeVenue } from '../../kit/venues/two-type-venue.ts';

/**
 * Sentences that are given word for word, as the server says them once something was sent. What forms say of it before stands in
 * `plugins/panel-order-ticket/form/ticket-form.dom.test.tsx`, `app/forms/schema-form.dom.test.tsx` and `app/i18n/given-words.test.ts`.
 */

let server: TestServer;
let trader: HttpClient;
let apiId: number;
const log: string[] = [];
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

beforeAll(async () => {
  const services = ['accounts', 'announcements', 'copying', 'money', 'people', 'platform', 'risk'].map((name) => `service-${name}`);
  const plugins = [twoTypeVenue, strategyKit, ...['venue-house', 'strategy-smart-execute', ...services].map(pluginSource)];
  server = await startTestServer({ plugins, onLog: (line) => void log.push(line) });
  trader = await server.signIn('trader3');
  apiId = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? (await apiOf(trader));
}, 120_000);
afterAll(() => server?.close());

/** The first sentence of what a call was refused with. */
async function said(path: string, asked: Asked = {}): Promise<string> {
  return (await sentences(path, asked)).split('. ')[0] ?? '';
}

interface Asked {
  readonly token?: string | null;
  readonly body?: object;
}

async function sentences(path: string, { token, body }: Asked = {}): Promise<string> {
  const response = await fetch(`${server.url}${httpBase}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(token == null ? {} : { authorization: token }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { msg } = (await response.json()) as { readonly msg: string };
  return msg;
}

describe('what was sent is refused with', () => {
  it("'Please Login' where nobody is signed in", async () => {
    expect(await said('/user/api/list')).toBe('Please Login');
    expect(await said('/order/doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '1', qty: '1' } })).toBe(
      'Please Login',
    );
  });

  it("'Not Logged In' where a session has ended", async () => {
    const other = await server.signIn('trader2');
    const { token } = other;
    await other.call('outLogin');
    expect(await said('/user/currentUser', { token })).toBe('Not Logged In');
  });

  it("'Quantity cannot be empty' and 'Invalid quantity input' where an order has none, or what is no quantity", async () => {
    const order = (changes: object) => ({ api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '50000', ...changes });
    const { token } = trader;
    expect(await said('/order/doOrder', { token, body: order({}) })).toBe('Quantity cannot be empty');
    for (const qty of ['', '1e5', 'ten', '-1', 5])
      expect([qty, await said('/order/doOrder', { token, body: order({ qty }) })]).toEqual([qty, 'Invalid quantity input']);
  });

  it("'Locked' with the level that opens it where an order is of somebody whose level does not trade", async () => {
    const looker = await server.signIn('trader0');
    const own = (await looker.call('apiList')).find(({ exchange }) => exchange === 'tessera');
    const body = { api_id: own?.api_id, ...market, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.1' };
    expect(await said('/order/doOrder', { token: looker.token, body })).toBe('Locked: needs VIP 1');
  });

  it("'activate the account first' where an order names one that is switched off", async () => {
    const terms = { name: 'Resting', exchange: 'tessera', permissions: ['spot' as const], group_id: null, expire_time: null };
    const { api_id } = await trader.call('accountSave', { body: terms });
    await trader.call('accountSaveActive', { body: { api_id, active: false } });
    const body = { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.1' };
    expect(await said('/order/doOrder', { token: trader.token, body })).toBe(
      `Account ${api_id} is switched off: activate the account first`,
    );
  });

  it("'Please Set Api' where a strategy has no account", async () => {
    const params = { instrumentId: 'tessera/BTCUSDT/spot', side: 'BUY', qty: '1', mode: 'TWAP', durationSeconds: 60 };
    const body = { strategy: 'strategy-smart-execute/smart-execute', name: 'Parts', params };
    expect(await said('/strategy/client/start', { token: trader.token, body })).toBe('Please Set Api');
  });

  it("'Incorrect API key, please check the account settings!' where the exchange knows no such key", async () => {
    const terms = { name: 'Wrong', exchange: duo, permissions: ['spot'], group_id: null, expire_time: null };
    const body = { ...terms, ...duoKey, api_key: 'key-of-nobody-0123' };
    expect(await said('/user/api/save/keys', { token: trader.token, body })).toBe('Incorrect API key, please check the account settings!');
  });

  it("'Unknown Strategy' and 'Unknown Pair' where one that is not there is to start", async () => {
    const started = async (strategy: string, over: object = {}) =>
      said('/strategy/client/start', {
        token: trader.token,
        body: { strategy, name: 'It', params: await kitParams(trader, { apiId, ...over }) },
      });
    expect(await started('strategy-kit/nosuch')).toBe('Unknown Strategy: strategy-kit/nosuch');
    expect(await started('strategy-kit/busy', { instrumentId: 'tessera/NOSUCH/spot' })).toMatch(/^Unknown Pair\b/);
  });

  it("'Start Failed' and 'Update Failed' where a strategy breaks on it, with what it said", async () => {
    const { token } = trader;
    const params = await kitParams(trader, { apiId });
    expect(await said('/strategy/client/start', { token, body: { strategy: 'strategy-kit/refuses', name: 'It', params } })).toBe(
      'Start Failed: start: it does not want to',
    );
    // Its first timer is the one that the update rings.
    const one = await startKit(trader, 'throws', { apiId, pauseMs: 3_600_000 });
    const body = { instance_id: one.instance_id, params: { qty: '0.02' } };
    expect(await said('/strategy/client/update', { token, body })).toBe('Update Failed: onTimer: it has had enough');
    await untilStatus(trader, one, 'INTERRUPTED');
  });

  it("'Please cancel update' where another update of the instance waits", async () => {
    const { token } = trader;
    const one = await startKit(trader, 'busy', { apiId });
    const update = (qty: string) =>
      sentences('/strategy/client/update', { token, body: { instance_id: one.instance_id, params: { qty } } });
    // Whichever comes first; they may also come one after the other.
    const both = await until(
      () => Promise.all([update('0.02'), update('0.03')]),
      (answers) => answers.some((answer) => answer !== 'ok'),
      'one comes while the other waits',
    );
    expect(both.toSorted()).toEqual([expect.stringMatching(/^Please cancel update: /), 'ok']);
    await stopAndWait(trader, one);
  });

  it("'Operation failed' where the server is at fault, with the reference by which it is found in the log, and not what broke", async () => {
    const { sql } = server.store;
    await sql.run('alter table user_document rename to user_document_gone');
    const failed = await sentences('/user/tradetemplate/list', { token: trader.token });
    await sql.run('alter table user_document_gone rename to user_document');
    const [, reference = 'none'] = /^Operation failed\. .* (\S+)$/.exec(failed) ?? [];
    expect(failed).not.toContain('user_document');
    const line = log.find((one) => one.includes('a call failed') && one.includes('user_document'));
    expect(line).toContain(reference.replace(/\.$/, ''));
    expect(await trader.call('tradeTemplateList')).toEqual([]);
  });

  it("'Operation failed' where a save cannot be written into the audit, and nothing of it is left", async () => {
    const [admin, risk] = [await server.signIn('admin'), await server.signIn('risk')];
    const account = (name: string) => ({
      ...{ name, exchange: 'tessera', group_id: null, expire_time: null },
      permissions: ['spot' as const],
    });
    const follower = await trader.call('accountSave', { body: account('Follower') });
    const [found] = (await admin.call('peopleList', { query: { search: 'trader2' } })).results;
    const trader2 = await admin.call('personGet', { query: { user_id: found?.user_id ?? '' } });
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'observer');
    const { version } = await admin.call('platformGet');
    const reason = 'a test of what fails';
    const person = { username: 'nobody_yet', email: null, phone: null, role: 'user', vip_level: 0, vip_until: null };
    const copying = [{ api_id: follower.api_id, ratio: '50', max_amount: null, on: true }];
    const saves: readonly (readonly [RouteName, HttpClient, object])[] = [
      ['personCreate', admin, { ...person, reason }],
      ['personChange', admin, { user_id: trader2.user_id, version: trader2.version, vip_level: 1, reason }],
      ['adminPluginSetSave', admin, { ...set, excluded: ['strategy-smart-execute'], reason }],
      ['adminNamedSetSave', admin, { name: 'desk', included: ['*'], excluded: [], vip_overrides: {}, locked: [], reason }],
      ['adminAnnouncementSave', admin, { texts: { en: { title: 'News', text: 'In full.' } }, pinned: false }],
      ['financeLimitSave', admin, { limit: '50', reason }],
      ['riskLimitSave', risk, { kind: 'account', key: String(apiId), net: null, gross: '5000000', reason }],
      ['platformChange', admin, { version, firm_name: 'Another Firm', reason }],
      ['accountSave', trader, account('Not made')],
      ['accountSave', trader, { ...account('Not renamed'), api_id: follower.api_id }],
      ['authorisationGive', trader, { api_id: follower.api_id, grantee: 'observer', acts: ['see'], until: null }],
      ['addressAdd', trader, { label: 'Cold wallet', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }],
      ['copyPlanSave', trader, { main_api_id: apiId, on: true, sync_ratio: '100', followers: copying }],
    ];
    const saved = async () => {
      const answers: string[] = [];
      for (const [name, { token }, body] of saves) answers.push(await said(routes[name].path, { token, body }));
      return answers;
    };
    const shown = async () => [
      ...[await admin.call('peopleList', { query: {} }), await admin.call('adminPluginSets'), await admin.call('platformGet')],
      ...[await admin.call('adminNamedSets'), await admin.call('adminAnnouncementList'), (await admin.call('financeState')).limit],
      (await risk.call('riskExposure')).rows.map(({ kind, key, limit }) => [kind, key, limit]),
      ...[await trader.call('accountOwn'), await trader.call('authorisationList'), await trader.call('addressList')],
      await trader.call('copyPlanList'),
      await stored(server.store),
    ];
    const before = await shown();
    const { sql } = server.store;
    await sql.run('alter table audit_log rename to audit_log_gone');
    const failed = await saved().finally(() => sql.run('alter table audit_log_gone rename to audit_log'));
    expect(failed).toEqual(saves.map(() => 'Operation failed'));
    expect(await shown()).toEqual(before);
    // None has left anything that would stand in its own way.
    expect(await saved()).toEqual(saves.map(() => 'ok'));
  });
});
