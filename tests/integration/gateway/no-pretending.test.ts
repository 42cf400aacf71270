import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { orderSides, orderTypes } from '../../../core/domain/orders/order.ts';
import { orderStatuses } from '../../../core/domain/orders/order-status.ts';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import type { PluginPackage } from '../../../schemas/wire/package.ts';
import type { Route } from '../../../schemas/wire/route.ts';
import { makeKey } from '../../../server/packages/package-signature.ts';
import { walkOutbox } from '../../kit/letters/outbox-walk.ts';
import { foreignCode, foreignFiles, foreignManifest, foreignStrategy, packageOf } from '../../kit/packages.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, kitParams, noNumbers, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { walkAccountKeys, walkAccounts, walkCopying, walkInstanceGrant, walkObserver } from '../../kit/servers/walks/accounts-walk.ts';
import { walkBacktests } from '../../kit/servers/walks/backtest-walk.ts';
import { CallWalk, type WalkCall } from '../../kit/servers/walks/call-walk.ts';
import { walkFees } from '../../kit/servers/walks/fees-walk.ts';
import { provenMarketFigures, provenStats } from '../../kit/servers/walks/figures-walk.ts';
import { walkForms } from '../../kit/servers/walks/form-walk.ts';
import { walkMoney } from '../../kit/servers/walks/money-walk.ts';
import { walkNotices } from '../../kit/servers/walks/notices-walk.ts';
import { walkOperations } from '../../kit/servers/walks/operations-walk.ts';
import { walkAudit, walkPeople } from '../../kit/servers/walks/people-walk.ts';
import { walkPlatform, walkSetUp } from '../../kit/servers/walks/platform-walk.ts';
import { walkRisk, walkRiskInstance } from '../../kit/servers/walks/risk-walk.ts';
import { walkOwnData, walkSecurity } from '../../kit/servers/walks/security-walk.ts';
import { sampleStrategy, strategyKit } from '../../kit/strategy-plugins.ts';
import { duo, twoTypeVenue } from '../../kit/venues/two-type-venue.ts';

/** Every call does what it says, or says that it does not: none answers with invented or always empty values. */

const table = Object.entries(routes) as readonly (readonly [RouteName, Route])[];
const refusedRoutes = table.filter(([, route]) => route.notOffered !== undefined);
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const instrument = 'tessera/BTCUSDT/spot';

let server: TestServer;
/** With other exchanges: what differs between the two is read and not made up. */
let elsewhere: TestServer;
let ann: HttpClient;
let bob: HttpClient;
let admin: HttpClient;
let annApi: number;
let bobApi: number;
const walk = new CallWalk();

beforeAll(async () => {
  server = await startTestServer({
    plugins: [pluginSource('venue-house'), pluginSource('strategy-shock-grid'), sampleStrategy, strategyKit, ...pluginsWithRoutes()],
    environment: { TESSERA_REPLAY: madeSet.folder },
    rateFactor: 100,
  });
  elsewhere = await startTestServer({ plugins: [pluginSource('venue-paper'), twoTypeVenue, ...pluginsWithRoutes()] });
  [ann, bob, admin] = [await server.signIn('trader2'), await server.signIn('trader3'), await server.signIn('admin')];
  [annApi, bobApi] = [await apiOf(ann), await apiOf(bob)];
}, 240_000);
afterAll(async () => {
  await server?.close();
  await elsewhere?.close();
});

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });
const order = (client: HttpClient, side: string, price: string, qty = '0.01') =>
  act(client, 'doOrder', { api_id: client === ann ? annApi : bobApi, ...market, side, type: 'LIMIT', price, qty });
interface Placed {
  readonly order_id: string;
  readonly client_order_id: string;
}

describe('a call for what the product does not do yet', () => {
  it.each(refusedRoutes)('%s is refused with its reason', async (_name, { path, notOffered = 'MARGIN_NOT_OFFERED' }) => {
    const response = await fetch(`${server.url}${httpBase}${path}`);
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ code: errorCatalogue[notOffered].number, data: null });
  });

  it('shows as such in the API pages', async () => {
    const { paths } = (await (await fetch(`${server.url}/docs/json`)).json()) as {
      paths: Record<string, Record<string, { description: string }>>;
    };
    expect(paths['/sapi/client/base/symbols/margin']?.get?.description).toContain('Not offered');
  });
});

describe('behind the call', () => {
  it('there are people: who asks, their sessions, settings and keys', async () => {
    const guest = server.guest();
    await walk.differs(ask(ann, 'captchaGenerate'), ask(ann, 'captchaGenerate'));
    const { captcha_id } = await guest.call('captchaGenerate');
    await walk.differs(ask(guest, 'captchaImage', { captcha_id }), ask(guest, 'captchaImage', { captcha_id: 'not-a-captcha' }));
    for (const name of ['currentUser', 'apiList', 'checkToken', 'pluginList'] as const)
      await walk.differs(ask(ann, name), ask(guest, name));
    await walk.differs(ask(ann, 'apiAll'), ask(admin, 'apiAll'));
    await walkFees(walk, { trader: ann, other: bob, admin, apiId: annApi });
    const again = await walk.after(() => server.signIn('trader2'), ask(ann, 'loginLogList'));
    walk.proven.add('login');
    await walk.changes(act(again, 'outLogin'), ask(again, 'checkToken'), ask(again, 'currentUser'));
    await walk.changes(act(ann, 'configSave', { config_json: '{"a":1}' }), ask(ann, 'configGet'), ask(ann, 'storage'));
    const password = server.demoAccounts.find(({ username }) => username === 'trader2')?.password;
    const wanted = { name: 'Bot', permission: 'read', addresses: [], password };
    const made = await walk.changes<{ key: { key_id: string } }>(act(ann, 'apiKeyCreate', wanted), ask(ann, 'apiKeyList'));
    await walk.changes(act(ann, 'apiKeyRevoke', { key_id: made.key.key_id }), ask(ann, 'apiKeyList'));
    await walkAccounts(walk, ann, await server.signIn('observer'));
  }, 60_000);

  it('there are markets and orders', async () => {
    const own = { api_ids: annApi };
    const [placed] = await walk.changes<Placed[]>(
      order(ann, 'BUY', '10000'),
      ...[
        ask(ann, 'openOrders', own),
        ask(ann, 'userOrders', own),
        ask(ann, 'balances', own),
        ask(ann, 'depth', market),
        ask(admin, 'adminVenues'),
      ],
    );
    const one = { api_id: annApi, ...market, order_id: placed?.order_id };
    const life = ask(ann, 'orderEvents', { api_id: annApi, exchange: 'tessera', order_id: placed?.order_id });
    await walk.changes(act(ann, 'amendOrder', { ...one, price: '11000' }), ask(ann, 'openOrders', own), life);
    const named = { api_id: annApi, account_type: market.account_type, client_order_id: placed?.client_order_id };
    await walk.differs(ask(ann, 'findOrder', named), ask(ann, 'findOrder', { ...named, client_order_id: 'never' }));
    const beyond = { api_id: annApi, ...market, side: 'BUY', type: 'LIMIT', price: '10000', qty: '9000' } as const;
    await walk.after(() => ann.call('doOrder', { body: beyond }).catch(String), ask(ann, 'orderRefusals', { ...own, from: 0 }));
    const ended = [ask(ann, 'orderHistory', own), ask(ann, 'orderHistoryExport', own)];
    await walk.changes(act(ann, 'cancelOrder', one), ask(ann, 'openOrders', own), ...ended);
    await walk.changes(order(ann, 'BUY', '10000'), ask(ann, 'openOrders', own));
    await walk.changes(act(ann, 'cancelAll', { api_id: annApi }), ask(ann, 'openOrders', own));

    const before = Date.now() + 24 * 60 * 60_000;
    const candles = { ...market, interval: '1m' };
    const theirs = { api_ids: bobApi };
    await walk.changes(order(ann, 'SELL', '50000'), ask(ann, 'openOrders', own));
    await walk.changes(
      order(bob, 'BUY', '50000'),
      ask(ann, 'tickers'),
      ask(ann, 'klines', candles),
      ask(ann, 'klinesHistory', { ...candles, before }),
      ask(ann, 'trades', market),
      ask(ann, 'tradeFlow', { ...market, window: '1h' }),
      ...(['fills', 'fillsExport', 'ledger', 'ledgerExport', 'positions'] as const).map((name) => ask(bob, name, theirs)),
      ask(bob, 'balanceChanges', { ...theirs, from: Date.now() - 3_600_000 }),
    );
    // Drawn anew once a minute, so it is asked after the first trade and not before.
    expect(await ann.call('sparklines', { query: { ids: instrument } })).toEqual([{ id: instrument, closes: ['50000'] }]);
    walk.proven.add('sparklines');
    await walk.changes(order(ann, 'BUY', '49000'), ask(ann, 'openOrders', own));
    await walk.changes(order(bob, 'SELL', '49000'), ask(bob, 'closes', theirs), ask(bob, 'closesExport', theirs));
    for (const name of ['symbols', 'exchangeInfo', 'spreads', 'indexes'] as const)
      await walk.differs(ask(ann, name), ask(elsewhere.guest(), name));
  }, 120_000);

  it('there are accounts that somebody brings, and money that moves between those of one api account', async () => {
    const trader = await elsewhere.signIn('trader2');
    await walkAccountKeys(walk, trader);
    const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === duo)?.api_id;
    const move = { from: { account_type: 'spot' }, to: { account_type: 'usdm' }, asset: 'USDT', amount: '1', transfer_id: 'one' };
    await walk.changes(act(trader, 'transfer', { api_id, ...move }), ask(trader, 'balances', { api_ids: api_id }));
  }, 60_000);

  it('there are words that other calls take', async () => {
    for (const interval of await ann.call('intervals')) await ann.call('klines', { query: { ...market, interval } });
    walk.proven.add('intervals');
    const named = (await ann.call('dictionary')).map(({ code, key }) => `${code}/${key}`).sort();
    const known = [
      ...orderSides.map((word) => `order_side/${word}`),
      ...orderTypes.map((word) => `order_type/${word}`),
      ...orderStatuses.map((word) => `order_status/${word}`),
    ];
    expect(named).toEqual(known.sort());
    walk.proven.add('dictionary');
    const body = { strategy: 'strategy-sample/sample', params: { apiId: annApi, instrumentId: instrument, price: '10000', qty: '0.01' } };
    for (const environment of await ann.call('strategyEnvironments')) {
      // This market lives, and a replay wants another one: it says so.
      const known = ann.call('strategyPreview', { body: { ...body, environment } });
      if (environment === 'replay') await expect(known).rejects.toThrow('STRATEGY_NEEDS_REPLAY');
      else await known;
    }
    walk.proven.add('strategyEnvironments');
    const other = { ...body, params: { ...body.params, price: '-1' } };
    await walk.differs(act(ann, 'strategyPreview', body), act(ann, 'strategyPreview', other));
  }, 60_000);

  it('there are alerts and messages', async () => {
    const draft = { instrument, condition: { kind: 'CROSS', price: '52000' }, duration: 'CLOSE_MANUALLY', note: '' };
    const list = ask(ann, 'alertList');
    const { alert_id } = await walk.changes<{ alert_id: string }>(act(ann, 'alertSave', draft), list);
    await walk.changes(act(ann, 'alertStatus', { alert_id, status: 'PAUSED' }), list);
    await walk.changes(act(ann, 'alertStatus', { alert_id, status: 'MONITORING' }), list);
    await order(ann, 'SELL', '53000');
    await walk.changes(order(ann, 'SELL', '53000'), ask(ann, 'openOrders'));
    const told = [ask(ann, 'messageList', { type: 3 }), ask(ann, 'messageLoad', { type: 3, last_time: 0 })];
    await walk.changes(order(bob, 'BUY', '53000'), ask(ann, 'alertHistory'), ...told);
    const [newest] = await ann.call('messageList', { query: { type: 3 } });
    await walk.differs(ask(ann, 'messageLoadBefore', { before_id: '999999' }), ask(ann, 'messageLoadBefore', { before_id: '1' }));
    await walk.changes(act(ann, 'messageRead', { messages: [newest?.id] }), ask(ann, 'messageList', { type: 3 }));
    await walk.changes(act(ann, 'alertDelete', { alert_id }), list);
  }, 60_000);

  it('there are invitations', async () => {
    await walk.differs(ask(ann, 'inviteMine'), ask(bob, 'inviteMine'));
    const credit = `insert into service_invite__credit (day, exchange, user_id, asset, amount, movement_id, state)
      select '2026-11-27', 'tessera', id, 'USDT', 1, 'walk-' || id, 'DONE' from app_user`;
    await walk.after(() => server.store.sql.run(credit), ask(ann, 'inviteRebates'), ask(ann, 'inviteRebatesExport'));
    const { invite_code } = await ann.call('inviteMine');
    await walk.differs(ask(bob, 'checkInviteCode', { invite_code }), ask(bob, 'checkInviteCode', { invite_code: 'nobody' }));
  });

  it('there are forms of visitors', () => walkForms(walk, server, admin));
  it('there is a first start', () => walkSetUp(walk), 60_000);
  it('there is a server that runs', () => walkOperations(walk, server, admin));
  // Before the firm names a mail server: codes that it takes to people are nobody else's.
  it('there are letters to people', () => walkOutbox(walk, server, admin), 60_000);
  it('there is what the firm says of itself', () => walkPlatform(walk, admin));
  it('there are people whom administrators keep', () => walkPeople(walk, admin), 60_000);
  it('there is what people take along, and their leaving', () => walkOwnData(walk, admin), 60_000);
  it('there are ways in that people keep themselves', () => walkSecurity(walk, admin), 60_000);
  it('there are devices that are told of things', () => walkNotices(walk), 60_000);
  it('there are accounts that follow another one', () => walkCopying(walk, ann), 60_000);
  it('there is money that comes from outside and goes there', () => walkMoney(walk, server), 60_000);
  it('there are switches and limits of risk', () => walkRisk(walk, server), 60_000);
  it('what administrators did stands in the audit log', () => walkAudit(walk, server), 60_000);

  it('there are announcements', async () => {
    const body = { texts: { en: { title: 'Walk', text: 'In full' } }, pinned: false };
    const lists = [ask(server.guest(), 'announcementList'), ask(admin, 'adminAnnouncementList')];
    const { announcement_id } = await walk.changes<{ announcement_id: string }>(act(admin, 'adminAnnouncementSave', body), ...lists);
    const reach = (audience: object) => act(admin, 'adminAnnouncementReach', { audience } as never);
    await walk.differs(reach({ kind: 'everybody' }), reach({ kind: 'roles', roles: ['risk'] }));
    await walk.changes(act(admin, 'adminAnnouncementWithdraw', { announcement_id }), ...lists);
  });

  it('there are documents, templates, lists and layouts', async () => {
    const document = { kind: 'note', key: 'One' };
    const documents = [ask(ann, 'documentList', { kind: 'note' }), ask(ann, 'documentGet', document)];
    await walk.changes(act(ann, 'documentSave', { ...document, revision: 0, content: { a: 1 } }), ...documents);
    await walk.changes(act(ann, 'documentDelete', { ...document, revision: 1 }), ...documents);
    const ticket = { side: 'BUY', mode: 'ORDER', type: 'LIMIT', time_in_force: 'GTC', stp: 'EXPIRE_TAKER', by_quote: false };
    const content = { ...ticket, profit_type: 'LIMIT', stop_type: 'STOP_MARKET' };
    const saved = { revision: 0, name: 'Mine' };
    const trade = await walk.changes<object>(act(ann, 'tradeTemplateSave', { ...saved, content }), ask(ann, 'tradeTemplateList'));
    const { template_id } = trade as { template_id: string };
    await walk.changes(act(ann, 'tradeTemplateDelete', { template_id, revision: 1 }), ask(ann, 'tradeTemplateList'));
    const start = { strategy: 'strategy-sample/sample', name: 'Mine', params: {} };
    const begun = await walk.changes<object>(act(ann, 'startTemplateSave', { ...saved, content: start }), ask(ann, 'startTemplateList'));
    const startId = (begun as { template_id: string }).template_id;
    await walk.changes(act(ann, 'startTemplateDelete', { template_id: startId, revision: 1 }), ask(ann, 'startTemplateList'));
    await walk.changes(act(ann, 'symbolSubscriptionAdd', market), ask(ann, 'symbolSubscriptionList'));
    await walk.changes(act(ann, 'symbolSubscriptionRemove', market), ask(ann, 'symbolSubscriptionList'));

    const list = ask(ann, 'layoutList');
    const shape = { version: 2, content: { root: null, maximised: null, popouts: [] } };
    const { id } = await walk.changes<{ id: string }>(act(ann, 'layoutCreate', { name: 'One', ...shape }), list);
    const open = ask(ann, 'layoutOpen', { id });
    await walk.changes(
      act(ann, 'layoutSave', { id, ...shape, content: { root: null, maximised: null, popouts: [], more: 1 }, revision: 1 }),
      open,
    );
    await walk.changes(act(ann, 'layoutReset', { id, revision: 2 }), open);
    await walk.changes(act(ann, 'layoutRename', { id, name: 'Two' }), list);
    await walk.changes(act(ann, 'layoutTabs', { open: [id], active: id }), list);
    await walk.changes(act(ann, 'layoutDelete', { id }), list);
    await walk.changes(act(ann, 'layoutRestore', { id }), list);
    const adminList = ask(admin, 'layoutList');
    const mine = await walk.changes<{ id: string }>(act(admin, 'layoutCreate', { name: 'Ours', ...shape }), adminList);
    const shared = await walk.changes<{ id: string }>(act(admin, 'adminLayoutShare', { id: mine.id, role: 'user' }), list);
    await walk.changes(act(admin, 'adminLayoutDefault', { role: 'user', id: shared.id }), list);
    await walk.changes(act(admin, 'adminLayoutUnshare', { id: shared.id }), list);
  }, 120_000);

  it('there are plugins and packages', async () => {
    await walk.differs(ask(admin, 'adminPlugins'), ask(await elsewhere.signIn('admin'), 'adminPlugins'));
    await walk.changes(act(ann, 'pluginOptOut', { plugin: 'strategy-sample', off: true }), ask(ann, 'pluginList'));
    await walk.changes(act(ann, 'pluginOptOut', { plugin: 'strategy-sample', off: false }), ask(ann, 'pluginList'));
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    const without = { ...set, excluded: ['strategy-sample'] };
    await walk.differs(act(admin, 'adminPluginSetPreview', set as never), act(admin, 'adminPluginSetPreview', without));
    await walk.changes(
      act(admin, 'adminPluginSetSave', { ...without, reason: 'a walk' }),
      ask(admin, 'adminPluginSets'),
      ask(ann, 'strategyTemplates'),
      ask(admin, 'adminPluginMatrix'),
      ask(admin, 'adminPluginSetVersions', { role: 'user' }),
    );
    await walk.differs(act(admin, 'adminPluginSetAs', { set, level: 0 }), act(admin, 'adminPluginSetAs', { set: without, level: 0 }));
    const { role: _, ...named } = without as { role?: string };
    const pro = { ...named, name: 'pro', reason: 'a walk' };
    await walk.changes(act(admin, 'adminNamedSetSave', pro), ask(admin, 'adminNamedSets'));
    const tied = { product_version: 'pro', set_name: 'pro', reason: 'a walk' };
    await walk.changes(act(admin, 'adminProductVersionTie', tied), ask(admin, 'adminProductVersions'));
    await walk.changes(act(admin, 'adminProductVersionTie', { ...tied, set_name: null }), ask(admin, 'adminProductVersions'));
    await walk.changes(act(admin, 'adminNamedSetRemove', { name: 'pro', reason: 'a walk' }), ask(admin, 'adminNamedSets'));
    await admin.call('adminPluginSetSave', { body: { ...set, reason: 'a test' } as never });
    const list = ask(admin, 'adminPackages');
    const plugin = 'strategy-guest';
    const key = { name: 'Ann', public_key: makeKey().publicKey };
    await walk.changes(act(admin, 'adminPackageKeyAdd', key), ask(admin, 'adminPackageKeys'));
    await walk.changes(act(admin, 'adminPackageKeyRemove', { public_key: key.public_key }), ask(admin, 'adminPackageKeys'));
    const other = foreignStrategy(plugin, foreignCode(), { access: { minVip: 1 } });
    const exam = (body: PluginPackage) => act(admin, 'adminPackageExamine', { ...body });
    await walk.differs(exam(foreignStrategy(plugin)), exam(other));
    const { asks } = await admin.call('adminPackageExamine', { body: foreignStrategy(plugin) });
    await walk.changes(act(admin, 'adminPackageInstall', { package: foreignStrategy(plugin), accept_untrusted: true }), list);
    await walk.changes(act(admin, 'adminPackageGrant', { plugin, grant: asks }), list, ask(ann, 'strategyTemplates'));
    const newer = packageOf(foreignFiles(foreignManifest(plugin, { version: '1.0.1' }), { 'strategy.js': foreignCode() }));
    await walk.changes(act(admin, 'adminPackageUpdate', { package: newer, accept_untrusted: true }), list);
    await walk.changes(act(admin, 'adminPackageSwitch', { plugin, enabled: false }), list);
    await walk.changes(act(admin, 'adminPackageRemove', { plugin }), list);
  }, 120_000);

  it('there are strategies, their limits and kill switches', async () => {
    const list = ask(ann, 'instanceList', { state: 'running' });
    const params = { apiId: annApi, instrumentId: instrument, price: '45000', qty: '0.02' };
    const begin = (name: string, more: object) => act(ann, 'strategyStart', { name, ...more });
    const one = await walk.changes<{ instance_id: string }>(begin('One', { strategy: 'strategy-sample/sample', params }), list);
    const { instance_id } = one;
    const info = ask(ann, 'instanceInfo', { instance_id });
    const kindsOf = async (id: string) => (await ann.call('instanceInfo', { query: { instance_id: id } })).events.map(({ kind }) => kind);
    const rests = (id: string) =>
      until(
        () => kindsOf(id),
        (kinds) => kinds.includes('accepted'),
        'its order rests',
      );
    // The strategy begins with the next change of the market's best prices.
    await walk.changes(order(bob, 'BUY', '43000'), ask(bob, 'openOrders'));
    await rests(instance_id);
    const seen = ['instancePositions', 'instanceMarks', 'instanceDeviations', 'instanceState'] as const;
    const filled = seen.map((name) => ask(ann, name, { instance_id }));
    await walk.changes(order(bob, 'SELL', '45000'), info, ...filled);
    await walkObserver(walk, ann, await server.signIn('observer'), annApi);
    await walkInstanceGrant(walk, ann, await server.signIn('observer'));

    const { instance_id: still } = await ann.call('strategyStart', {
      body: { strategy: 'strategy-kit/busy', name: 'Still', params: await kitParams(ann, { pauseMs: 10_000_000 }) },
    });
    const { instance_id: drawing } = await ann.call('strategyStart', {
      body: { strategy: 'strategy-kit/plots', name: 'Draws', params: await kitParams(ann, { pauseMs: 300 }) },
    });
    const drawn = () => ann.call('instancePlots', { query: { instance_id: drawing } });
    await until(drawn, ([market]) => (market?.lines[0]?.points.length ?? 0) > 0, 'it has drawn');
    await walkRiskInstance(walk, await server.signIn('risk'), drawing);
    await walk.differs(ask(ann, 'instancePlots', { instance_id }), ask(ann, 'instancePlots', { instance_id: drawing }));
    const update = (qty: string) => act(ann, 'strategyUpdate', { instance_id: still, params: { qty } });
    await walk.changes(update('0.02'), ask(ann, 'instanceInfo', { instance_id: still }));
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    const { instance_id: staying } = await ann.call('strategyStart', {
      body: { strategy: 'strategy-kit/busy', name: 'Stays', params: await kitParams(ann, { pauseMs: 10_000_000 }) },
    });
    await admin.call('adminPluginSetSave', { body: { ...set, excluded: ['strategy-kit'], reason: 'a test' } as never });
    await walk.changes(act(admin, 'adminStayingStop', { instance_ids: [staying] }), list);
    await admin.call('adminPluginSetSave', { body: { ...set, reason: 'a test' } as never });
    // Whether an update is taken back before it is applied is a race, which canceling wins sooner or later.
    const takenBack = async (): Promise<string> => {
      const body = { instance_id: still };
      const changing = ann.call('strategyUpdate', { body: { ...body, params: { qty: '0.03' } } });
      const [changed] = await Promise.allSettled([changing, ann.call('strategyUpdateCancel', { body })]);
      return changed.status === 'rejected' ? String(changed.reason) : 'it was applied';
    };
    await until(takenBack, (told) => told.includes('taken back'), 'an update is taken back');
    walk.proven.add('strategyUpdateCancel');

    const limits = ask(ann, 'strategyLimits', { api_id: annApi });
    await walk.changes(act(ann, 'strategyLimitsSave', { api_id: annApi, limits: { ...noNumbers, max_position: '5000000' } }), limits);
    await walk.changes(act(ann, 'strategyHalt', { halted: true, api_id: annApi }), limits);
    await walk.changes(act(ann, 'strategyHalt', { halted: false, api_id: annApi }), limits);
    const waiting = await ann.call('strategyStart', {
      body: { strategy: 'strategy-sample/sample', name: 'Waiting', params: { ...params, price: '44000', qty: '0.001' } },
    });
    const waits = ask(ann, 'instanceInfo', { instance_id: waiting.instance_id });
    await walk.changes(act(bob, 'cancelAll', { api_id: bobApi }), ask(bob, 'openOrders'));
    await walk.changes(order(bob, 'BUY', '43500'), ask(bob, 'openOrders'));
    await rests(waiting.instance_id);
    await walk.changes(act(admin, 'adminStrategyHalt', { halted: true }), waits);
    await walk.changes(act(ann, 'strategyStop', { instance_id }), list);
  }, 120_000);

  it('there are backtests', () => walkBacktests(walk, ann), 180_000);

  it('there are figures of what was traded, once they were summed up', async () => {
    await provenStats(walk, server, elsewhere);
  }, 120_000);

  it('there are figures of the markets that are open, and an index that an administrator may replace', async () => {
    await provenMarketFigures(walk, server, elsewhere);
  }, 60_000);

  it('there is something for every route of the table, or its reason', () => {
    const rest = Object.entries(server.routes).flatMap(([name, { notOffered }]) =>
      walk.proven.has(name as RouteName) || notOffered !== undefined ? [] : [name],
    );
    expect(rest).toEqual([]);
  });
});
