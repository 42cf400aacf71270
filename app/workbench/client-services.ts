import { AccountsStore } from '../../core/client/accounts-store.ts';
import { ApiClient } from '../../core/client/api-client.ts';
import { CommandRegistry } from '../../core/client/command-registry.ts';
import { FrameScheduler } from '../../core/client/frame-scheduler.ts';
import { LayoutStore } from '../../core/client/layout-store.ts';
import { MarketFeeds } from '../../core/client/market-feeds.ts';
import { MarketsStore } from '../../core/client/markets-store.ts';
import { MessagesStore } from '../../core/client/messages-store.ts';
import { NoticesStore } from '../../core/client/notices-store.ts';
import { PreferencesStore } from '../../core/client/preferences-store.ts';
import { routeTable } from '../../core/client/route-table.ts';
import { SessionStore } from '../../core/client/session-store.ts';
import { type SocketLike, StreamClient } from '../../core/client/stream-client.ts';
import type { TextsStore } from '../../core/client/texts-store.ts';
import { browserTimers } from '../../core/client/timers.ts';
import { UserConfigStore } from '../../core/client/user-config-store.ts';
import { WorkspaceStore } from '../../core/client/workspace-store.ts';
import {
  ACCOUNTS,
  API,
  COMMANDS,
  FEEDS,
  MARKETS,
  NOTICES,
  PREFERENCES,
  SESSION,
  STREAM,
  TEXTS,
  WORKSPACE,
} from '../../core/contract/client-services.ts';
import { type HostService, hostService } from '../../core/kernel/index.ts';
import { httpBase, socketBase } from './bases.ts';

export type ClientServices = ReturnType<typeof createClientServices>;

/** The browser's services, tied together once. Nothing talks to the server before the workbench starts them. */
export function createClientServices(texts: TextsStore) {
  const timers = browserTimers;
  const frames = new FrameScheduler(timers);
  const session = new SessionStore(localStorage);
  const api = new ApiClient({
    base: httpBase,
    routes: routeTable,
    token: () => session.token,
    fetch: (...args) => fetch(...args),
    onSessionLost: () => session.forget(),
  });
  session.attachApi(api);
  const stream = new StreamClient({
    openSocket: () => new WebSocket(streamUrl()) as unknown as SocketLike,
    token: () => session.token,
    timers,
    frames,
    random: Math.random,
    onAuthRefused: () => session.forget(),
  });
  const config = new UserConfigStore(api, timers);
  const preferences = new PreferencesStore(localStorage, config, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const notices = new NoticesStore(timers, (error) => texts.errorText(error));
  const markets = new MarketsStore(api, stream);
  const accounts = new AccountsStore(api, stream, config, () => timers.nowMs());
  const workspace = new WorkspaceStore(config, markets);
  const messages = new MessagesStore(api);
  const feeds = new MarketFeeds(api, stream);
  const commands = new CommandRegistry((commandId, error) => {
    console.error(`command ${commandId}`, error);
    notices.show('error', texts.t('app', 'command.failed'));
  });
  const layout = new LayoutStore(api, timers, {
    onConflict: () => notices.show('warning', texts.t('app', 'layout.conflict')),
    onFailure: (error) => notices.error(error),
  });
  return {
    timers,
    frames,
    session,
    api,
    stream,
    config,
    preferences,
    notices,
    markets,
    accounts,
    workspace,
    messages,
    feeds,
    commands,
    layout,
    texts,
  };
}

/** What plugins may ask for by token. */
export const hostServices = (services: ClientServices): readonly HostService[] => [
  hostService(API, services.api),
  hostService(STREAM, services.stream),
  hostService(SESSION, services.session),
  hostService(MARKETS, services.markets),
  hostService(FEEDS, services.feeds),
  hostService(ACCOUNTS, services.accounts),
  hostService(WORKSPACE, services.workspace),
  hostService(NOTICES, services.notices),
  hostService(COMMANDS, services.commands),
  hostService(TEXTS, services.texts),
  hostService(PREFERENCES, services.preferences),
];

function streamUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${socketBase}/stream`;
}
