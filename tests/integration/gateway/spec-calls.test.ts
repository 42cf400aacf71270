import { describe, expect, it } from 'vitest';
import { routes } from '../../../schemas/wire/index.ts';
import type { Route } from '../../../schemas/wire/route.ts';
import { accountStatePath, topicSocketPaths } from '../../../server/gateway/sockets/socket-paths.ts';
import { routesOfPlugins } from '../../kit/contributing.ts';

/** Every documented call, as `METHOD path`; `WS` for sockets. */
const calls = (method: 'GET' | 'POST' | 'WS', base: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${method} ${base}${name === '.' ? '' : `/${name}`}`);

const specCalls: readonly string[] = [
  // User
  ...calls('GET', '/user', 'currentUser captcha/phone captcha/email forget/password/send/email check/phone check/email'),
  ...calls('GET', '/user', 'check/invitecode check/username config/get captcha/generate captcha/image loginLog/list'),
  ...calls('POST', '/user', 'config/save register login outLogin checkToken reset/password reset/password/email'),
  // API accounts
  ...calls('WS', '/user/api', 'ws'),
  ...calls('GET', '/user/api', 'list all group/list'),
  ...calls('POST', '/user/api', 'save save/active delete group/save group/delete'),
  // Balances and positions
  ...calls('GET', '/user/api/balance', 'currency unique list allow data/list all'),
  ...calls('GET', '/user/api/position', 'leverage list setting'),
  ...calls('POST', '/user/api/position', 'setting/update'),
  ...calls('GET', '/user/api/order', 'open/list history/list'),
  ...calls('GET', '/user/order/position', 'list close/list'),
  // Transfers and margin
  ...calls('POST', '/user/api', 'transfer asset/transfer margin/small-liability margin/small-bnb portfolio/margin/repay'),
  ...calls('POST', '/user/api', 'portfolio/contract/auto-repay portfolio/auto-collect margin/loan-repay margin/transfer'),
  ...calls('GET', '/user/api/margin', 'account isolated/account maxBorrowable maxTransferable interestHistory'),
  // Templates, subscriptions, lists
  ...calls('GET', '/user', 'tradetemplate/list symbolsubscribe/list select/observer/list observer/user/api/list finance/user/api/list'),
  ...calls('POST', '/user', 'tradetemplate/save tradetemplate/delete symbolsubscribe/add symbolsubscribe/remove'),
  // Orders
  ...calls('POST', '/order', 'doOrder closePosition cancelOrder exchange/cancelOrder v2/doOrder v2/closePosition'),
  ...calls('GET', '/order', 'user/list twap/list user/current/list twap/child/list'),
  ...calls('WS', '/order', 'twap/child/ws'),
  ...calls('GET', '/hft/order', 'newest list list/page ids'),
  ...calls('WS', '/hft/order', 'ws'),
  // Market data
  ...calls('GET', '/client/base', 'symbols intervals dictionary exchange/info symbols/ai symbols/margin symbols/funding/rate/newest/list'),
  ...calls('GET', '/client/base', 'symbols/funding/rate/history/list leverage/brackets symbols/ai/select symbols/astock/name'),
  ...calls('WS', '/client/base', 'symbols/ai/ws'),
  ...calls('POST', '/client/base', 'contact application/career'),
  ...calls('GET', '/client/klines', 'list list/history'),
  ...calls('WS', '/client/klines', 'list/ws data/24h/ws'),
  ...calls('GET', '/client/depth', 'depth'),
  ...calls('WS', '/client/depth', 'depth/ws orderbook/ws'),
  ...calls('GET', '/option', 'book/list ticker ticker/list'),
  ...calls('WS', '/option', 'book/ws ticker/list/ws'),
  // Other
  ...calls('GET', '/fng', 'list'),
  ...calls('WS', '/spread/v2', 'ws'),
  ...calls('WS', '/msg/user', 'ws'),
  ...calls('GET', '/msg/user', 'list load load/before'),
  ...calls('POST', '/msg/user', 'read'),
  ...calls('GET', '/stats', 'main main/only 24h robot robot/data'),
  // Strategy
  ...calls('GET', '/strategy', 'template robot/template netValue/data infoValue/data robot/list robot/info robot/position/list'),
  ...calls('GET', '/strategy/client/instance', 'list info/list info/stat/vo arb/option/netvalues info/list/robot position/list marks'),
  ...calls('POST', '/strategy/client', 'start stop update'),
  ...calls('POST', '/strategy', 'robot/start robot/stop startTemplate/save startTemplate/delete'),
  ...calls('GET', '/strategy', 'startTemplate/list observer/instance/list observer/stat observer/position/list'),
  ...calls('GET', '/strategy', 'env/select profit/data netValueSummary/data netValueSummary/analysis'),
  ...calls('GET', '/admin/strategy', 'selectcoin'),
];

/** Not served yet. This list only ever gets shorter; a call that is served must leave it. */
const notServedYet: readonly string[] = [
  ...calls('GET', '/user', 'captcha/phone captcha/email forget/password/send/email check/phone check/email check/username'),
  ...calls('POST', '/user', 'register reset/password reset/password/email'),
  ...calls('GET', '/user/api/balance', 'currency unique allow data/list all'),
  ...calls('GET', '/user/api/position', 'leverage list setting'),
  ...calls('POST', '/user/api/position', 'setting/update'),
  ...calls('POST', '/user/api', 'asset/transfer margin/small-liability margin/small-bnb portfolio/margin/repay'),
  ...calls('POST', '/user/api', 'portfolio/contract/auto-repay portfolio/auto-collect margin/loan-repay margin/transfer'),
  ...calls('GET', '/user/api/margin', 'account isolated/account maxBorrowable maxTransferable interestHistory'),
  ...calls('GET', '/user', 'finance/user/api/list'),
  ...calls('POST', '/order', 'closePosition exchange/cancelOrder v2/doOrder v2/closePosition'),
  ...calls('GET', '/order', 'twap/list user/current/list twap/child/list'),
  ...calls('WS', '/order', 'twap/child/ws'),
  ...calls('GET', '/hft/order', 'newest list list/page ids'),
  ...calls('WS', '/hft/order', 'ws'),
  ...calls(
    'GET',
    '/client/base',
    'symbols/ai symbols/funding/rate/newest/list symbols/funding/rate/history/list leverage/brackets symbols/ai/select',
  ),
  ...calls('WS', '/client/base', 'symbols/ai/ws'),
  ...calls('GET', '/option', 'book/list ticker ticker/list'),
  ...calls('WS', '/option', 'book/ws ticker/list/ws'),
  ...calls('WS', '/msg/user', 'ws'),
  ...calls('GET', '/msg/user', 'load/before'),
  ...calls('POST', '/msg/user', 'read'),
  ...calls('GET', '/strategy', 'robot/template netValue/data infoValue/data robot/list robot/info robot/position/list'),
  ...calls('GET', '/strategy/client/instance', 'info/stat/vo arb/option/netvalues info/list/robot'),
  ...calls('POST', '/strategy', 'robot/start robot/stop'),
  ...calls('GET', '/strategy', 'observer/instance/list observer/stat observer/position/list'),
  ...calls('GET', '/strategy', 'profit/data netValueSummary/data netValueSummary/analysis'),
  ...calls('GET', '/admin/strategy', 'selectcoin'),
];

/** Calls beside the documented ones, and why they are there. */
const ownCalls: Readonly<Record<string, string>> = {
  'GET /client/klines/data/24h': 'the first state of the ticker socket',
  'GET /client/base/form/terms': 'how long a form is kept, told to whoever sends it',
  'POST /admin/inbox/retention': 'administrators decide how long',
  'GET /client/base/announcement/list': 'what the house has published, for the first page',
  'GET /admin/announcement/list': 'administrators write announcements',
  'POST /admin/announcement/save': 'administrators write announcements',
  'POST /admin/announcement/withdraw': 'announcements can be taken back',
  'GET /admin/inbox/list': 'administrators read what visitors send',
  'GET /admin/inbox/export': 'lists leave the house complete',
  'GET /admin/inbox/letter': 'administrators read what visitors send',
  'GET /admin/inbox/file': 'administrators read what visitors send',
  'POST /admin/inbox/state': 'letters are worked on',
  'POST /admin/inbox/note': 'letters are worked on',
  'GET /user/invite/mine': 'the code to hand out, and who has come by it',
  'POST /admin/inbox/delete': 'letters can go before their time is over',
  'GET /user/api/own': 'accounts as their owner keeps them, beside those of others',
  'GET /user/api/authorisation/list': 'owners authorise others',
  'POST /user/api/authorisation/give': 'owners authorise others',
  'POST /user/api/authorisation/take': 'owners authorise others',
  'POST /set-up/look': 'the first start is for who sits at the server or has its token',
  'POST /set-up': 'the first administrator',
  'GET /admin/platform/get': 'what was said at the first start',
  'POST /admin/platform/change': 'what was said at the first start changes',
  'GET /admin/audit/list': 'administrators read who did what',
  'GET /admin/audit/export': 'lists leave the house complete',
  'GET /admin/audit/check': 'how far the chain of the audit is proven',
  'POST /admin/audit/check/start': 'the chain of the audit is proven anew',
  'POST /user/security/password': 'people change their passwords',
  'GET /user/security/sessions': 'people see where they are signed in',
  'POST /user/security/sessions/end': 'a lost device is shut out by its owner',
  'GET /admin/people/list': 'administrators keep the people of the house',
  'GET /admin/people/export': 'lists leave the house complete',
  'POST /admin/people/import': 'a firm comes with more people than one types',
  'GET /admin/people/person': 'administrators see whom they change',
  'GET /admin/people/history': 'who changed what of a person, and why',
  'POST /admin/people/create': 'users without the demo',
  'POST /admin/people/change': 'roles, levels and suspensions',
  'POST /admin/people/password': 'who has lost his password gets another',
  'POST /admin/people/sessions/end': 'a lost device is shut out',
  'POST /admin/people/note': 'administrators work on people together',
  'GET /client/base/form/captcha': 'a proof of work comes before a form that guests send',
  'POST /fng/import': 'an index from outside in place of ours',
  'POST /fng/import/remove': 'an index from outside in place of ours',
  'GET /data/breadth': 'the data page',
  'GET /data/correlation': 'the data page',
  'GET /data/volatility': 'the data page',
  'GET /client/index/list': 'the first state of the topic of indexes',
  'GET /spread/v2/list': 'the first state of the spread socket',
  'GET /client/klines/sparklines': 'price lines of many markets in one call',
  'GET /client/trades/flow': 'takers by time and price for the order-flow panel',
  'GET /client/trades/list': 'recent trades for the trade panel',
  'POST /order/amendOrder': 'orders can be amended',
  'POST /order/cancelAll': 'one click cancels everything',
  'GET /order/fills/list': 'own fills',
  'GET /order/find': 'what became of an order whose placing had no answer',
  'GET /order/events': 'the life of an order, for its owner',
  'GET /order/refusals': 'what was refused, which a page tells that is opened later',
  'GET /user/api/order/history/export': 'lists leave the house complete',
  'GET /order/fills/export': 'lists leave the house complete',
  'GET /user/order/position/close/export': 'lists leave the house complete',
  'GET /user/api/fees': 'fees by the level of an account, which the ticket shows',
  'GET /user/api/ledger/list': 'the ledger is open to its owner',
  'GET /user/api/balance/changes': "the day's profit of an account",
  'GET /user/alert/list': 'price alerts',
  'POST /user/alert/save': 'price alerts',
  'POST /user/alert/status': 'price alerts',
  'POST /user/alert/delete': 'price alerts',
  'GET /user/alert/history': 'when alerts were raised',
  'GET /user/storage': 'what is stored for the user, and how much may be',
  'GET /user/apikey/list': 'keys for scripts',
  'POST /user/apikey/create': 'keys for scripts',
  'POST /user/apikey/revoke': 'keys for scripts',
  'GET /plugin/list': 'effective plugins',
  'POST /plugin/optOut': 'own opt-outs',
  'GET /admin/plugin/list': 'the plugin page',
  'GET /admin/plugin/sets': 'plugin sets',
  'POST /admin/plugin/sets/save': 'plugin sets',
  'POST /admin/strategy/stop': 'instances whose owners lost the strategy can be stopped',
  'POST /admin/plugin/sets/preview': 'what a set would change, before it is saved',
  'GET /admin/plugin/matrix': 'what every role has of every plugin',
  'GET /admin/venue/list': 'a replay of the journal gives the live state',
  'GET /workspace/layout/list': 'layouts on the server',
  'GET /workspace/layout/open': 'layouts on the server',
  'POST /workspace/layout/create': 'layouts on the server',
  'POST /workspace/layout/rename': 'layouts on the server',
  'POST /workspace/layout/delete': 'layouts on the server',
  'POST /workspace/layout/restore': 'layouts on the server',
  'POST /workspace/layout/tabs': 'layouts on the server',
  'POST /admin/layout/share': 'default layouts per role',
  'POST /admin/layout/unshare': 'default layouts per role',
  'POST /admin/layout/default': 'default layouts per role',
  'POST /workspace/layout/save': 'layouts on the server',
  'POST /workspace/layout/reset': 'layouts on the server',
  'POST /strategy/client/update/cancel': "'Please cancel update'",
  'GET /strategy/client/instance/deviations': 'what was expected of each fill, beside it',
  'GET /strategy/client/instance/state': 'what a strategy knows between its steps',
  'GET /strategy/client/instance/plots': 'lines and marks that a strategy draws',
  'GET /admin/package/list': 'plugins from outside the build',
  'POST /admin/package/install': 'plugins from outside the build',
  'POST /admin/package/update': 'plugins from outside the build',
  'POST /admin/package/switch': 'plugins from outside the build',
  'POST /admin/package/remove': 'plugins from outside the build',
  'POST /admin/package/examine': 'what a package asks for, before it is installed',
  'POST /admin/package/grant': 'what a package may do',
  'GET /admin/package/key/list': 'keys that packages are signed with',
  'POST /admin/package/key/add': 'keys that packages are signed with',
  'POST /admin/package/key/remove': 'keys that packages are signed with',
  'GET /backtest/sources': 'backtests from the page: what can be tested on',
  'POST /backtest/start': 'backtests from the page',
  'POST /backtest/cancel': 'backtests from the page',
  'GET /backtest/list': 'backtests are kept',
  'GET /backtest/result': 'backtests are kept',
  'GET /backtest/trades': 'every fill of a backtest',
  'GET /backtest/steps': 'a backtest moment by moment',
  'POST /backtest/steps/close': 'a backtest moment by moment',
  'GET /backtest/compare': 'backtests side by side',
  'POST /backtest/rename': 'backtests are kept',
  'POST /backtest/delete': 'backtests are kept',
  'POST /backtest/restore': 'a deleted backtest can be brought back',
  'POST /strategy/client/preview': 'a form shows on the chart what it would start',
  'GET /strategy/client/limits': 'limits over all instances of an account',
  'POST /strategy/client/limits/save': 'limits over all instances of an account',
  'POST /strategy/client/halt': 'the kill switch of a user, or of one account',
  'POST /admin/strategy/halt': 'the kill switch over everybody',
  'GET /admin/exchange/markets': 'terms change while an exchange is open',
  'POST /admin/exchange/terms/market': 'terms change while an exchange is open',
  'GET /admin/exchange/fees': 'fees change while an exchange is open',
  'POST /admin/exchange/fees/market': 'fees change while an exchange is open',
  'POST /admin/exchange/fees/tier': 'fees change while an exchange is open',
  'POST /admin/account/discount': 'an account is let off a part of its fees',
  'GET /workspace/document/list': 'drawings, templates and the like, kept per user',
  'GET /workspace/document/get': 'drawings, templates and the like, kept per user',
  'POST /workspace/document/save': 'drawings, templates and the like, kept per user',
  'POST /workspace/document/delete': 'drawings, templates and the like, kept per user',
};

const served = new Set([
  ...[...(Object.values(routes) as readonly Route[]), ...(await routesOfPlugins())].map(({ method, path }) => `${method} ${path}`),
  ...topicSocketPaths.map(({ path }) => `WS ${path}`),
  `WS ${accountStatePath}`,
]);

describe('the documented calls', () => {
  it('are listed once', () => {
    expect(new Set(specCalls).size).toBe(specCalls.length);
    expect(new Set(notServedYet).size).toBe(notServedYet.length);
  });

  it('are served, but for the ones that wait', () => {
    expect(specCalls.filter((call) => !served.has(call)).sort()).toEqual([...notServedYet].sort());
  });

  it('do not wait any longer once they are served', () => {
    expect(notServedYet.filter((call) => served.has(call))).toEqual([]);
  });

  it('are joined by others only for a reason', () => {
    expect([...served].filter((call) => !specCalls.includes(call)).sort()).toEqual(Object.keys(ownCalls).sort());
  });
});
