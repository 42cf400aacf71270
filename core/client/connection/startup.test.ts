import { expect, it } from 'vitest';
import { RoleBook } from '../../domain/accounts/role-book.ts';
import { AccountsStore } from '../accounts/accounts-store.ts';
import { WorkspaceStore } from '../layouts/workspace-store.ts';
import { MarketsStore } from '../markets/markets-store.ts';
import { MessagesStore } from '../messages-store.ts';
import { PreferencesStore } from '../settings/preferences-store.ts';
import { UserConfigStore } from '../settings/user-config-store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeStorage } from '../testing/fake-storage.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { someInstrument } from '../testing/views.ts';
import { SessionStore } from './session-store.ts';
import { leavingMs, runStartup, type StartupServices, symbolRetryMs } from './startup.ts';
import type { StreamClient } from './stream-client.ts';

const user = { token: 't', role: 'user', username: 'ann', invite_code: 'X', vip_level: 1 };
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

function prepare(handlers: ConstructorParameters<typeof FakeApi>[0]) {
  const api = new FakeApi({
    checkToken: () => 1,
    configGet: () => ({ config_json: JSON.stringify({ api_select_list: [2], preferences: { theme: 'light' } }) }),
    currentUser: () => ({ role: 'user', username: 'ann', invite_code: 'X', vip_level: 2 }),
    apiList: () =>
      [1, 2].map((apiId) => ({ apiId, name: '', exchange: 'aurora', permissions: [], createdMs: 0, updatedMs: 0, may: ['see'] })),
    symbols: () => [someInstrument('aurora')],
    exchangeInfo: () => [],
    intervals: () => ['1m'],
    dictionary: () => [],
    messageList: () => [{ id: '1', type: 1, title: '', body: '', sentMs: 50, isRead: false }],
    messageLoad: () => [{ id: '2', type: 1, title: '', body: '', sentMs: 60, isRead: false }],
    ...handlers,
  });
  const timers = new FakeTimers();
  const storage = new FakeStorage({ user: JSON.stringify(user) });
  const stream = { state: 'closed', latencyMs: null, subscribe: () => () => undefined, resync: () => undefined } as unknown as StreamClient;
  const config = new UserConfigStore(api, timers);
  const markets = new MarketsStore(api, stream);
  const session = new SessionStore(storage);
  const services: StartupServices = {
    api,
    timers,
    config,
    stream,
    markets,
    session,
    preferences: new PreferencesStore(storage, config, 'UTC'),
    accounts: new AccountsStore(api, stream, config, session, new RoleBook(), new FakeTimers(0)),
    messages: new MessagesStore(api),
    workspace: new WorkspaceStore(config, markets),
  };
  return { api, timers, storage, services };
}

it('starts in order, and asks for nothing that the server refuses', async () => {
  const { api, services } = prepare({});
  const stop = await runStartup(services);
  const order = api.names();
  expect(order.slice(0, 4)).toEqual(['checkToken', 'configGet', 'currentUser', 'apiList']);
  expect([...order.slice(4)].sort()).toEqual(['dictionary', 'exchangeInfo', 'intervals', 'symbols', 'messageList', 'messageLoad'].sort());
  expect(api.calls.find((call) => call.name === 'messageLoad')?.query).toEqual({ lastTimeMs: 50 });
  expect(services.messages.ofType(1).map((message) => message.id)).toEqual(['2', '1']);
  expect(services.accounts.selectedIds).toEqual([2]);
  expect(services.preferences.theme).toBe('light');
  expect(services.session.user?.vipLevel).toBe(2);
  expect(services.workspace.activeKey).toBe('aurora/BTCUSDT/spot');
  await stop();
});

it.each([
  ['is invalid', { checkToken: () => 0 }],
  ['cannot be checked', { checkToken: undefined as never }],
])('removes the stored user when the session %s', async (_, handlers) => {
  const { api, storage, services, timers } = prepare(handlers);
  const started = runStartup(services);
  await settle();
  timers.advance(leavingMs);
  await started;
  expect(storage.getItem('user')).toBeNull();
  expect(services.session.user).toBeNull();
  expect(api.names()).not.toContain('configGet');
});

it('keeps the stored user of a page that is left while its session is checked', async () => {
  const { storage, services } = prepare({ checkToken: undefined as never });
  void runStartup(services);
  await settle();
  expect(storage.getItem('user')).not.toBeNull();
});

it('asks for an empty list of symbols again after a second', async () => {
  let tries = 0;
  const { timers, services } = prepare({
    symbols: () => {
      tries += 1;
      return tries === 1 ? [] : [someInstrument('aurora')];
    },
  });
  const stop = await runStartup(services);
  expect(services.markets.loading).toBe(true);
  timers.advance(symbolRetryMs);
  await settle();
  expect(services.markets.loading).toBe(false);
  await stop();
});
