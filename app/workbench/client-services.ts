import { AccountsStore } from '../../core/client/accounts/accounts-store.ts';
import { ApiClient } from '../../core/client/connection/api-client.ts';
import { ConfirmationStore } from '../../core/client/connection/confirmation-store.ts';
import { PriceAge } from '../../core/client/connection/price-age.ts';
import { routeTable } from '../../core/client/connection/route-table.ts';
import { ServerTime } from '../../core/client/connection/server-time.ts';
import { SessionStore } from '../../core/client/connection/session-store.ts';
import { StreamClient } from '../../core/client/connection/stream-client.ts';
import type { SocketLike } from '../../core/client/connection/stream-connection.ts';
import { FrameScheduler } from '../../core/client/frame-scheduler.ts';
import { DocumentsStore } from '../../core/client/layouts/documents-store.ts';
import { LayoutSharing } from '../../core/client/layouts/layout-sharing.ts';
import { LayoutStore } from '../../core/client/layouts/layout-store.ts';
import { PanelLinksStore } from '../../core/client/layouts/panel-links-store.ts';
import { WindowLink, type WindowRole, workspaceIn } from '../../core/client/layouts/window-link.ts';
import { WorkspaceStore } from '../../core/client/layouts/workspace-store.ts';
import { MarketFeeds } from '../../core/client/markets/market-feeds.ts';
import { MarketsStore } from '../../core/client/markets/markets-store.ts';
import { MessagesStore } from '../../core/client/messages-store.ts';
import { NoticesStore } from '../../core/client/notices-store.ts';
import { CommandHistory } from '../../core/client/settings/command-history.ts';
import { CommandRegistry } from '../../core/client/settings/command-registry.ts';
import { NoticeSettingsStore } from '../../core/client/settings/notice-settings-store.ts';
import { platformOn } from '../../core/client/settings/platform.ts';
import { PreferencesStore } from '../../core/client/settings/preferences-store.ts';
import { ShortcutStore } from '../../core/client/settings/shortcut-store.ts';
import { SoundStore } from '../../core/client/settings/sound-store.ts';
import { systemTheme } from '../../core/client/settings/system-theme.ts';
import type { TextsStore } from '../../core/client/settings/texts-store.ts';
import { createTones } from '../../core/client/settings/tones.ts';
import { UserConfigStore } from '../../core/client/settings/user-config-store.ts';
import { browserTimers } from '../../core/client/timers.ts';
import {
  ACCOUNTS,
  API,
  COMMANDS,
  DOCUMENTS,
  FEEDS,
  MARKETS,
  NOTICE_SETTINGS,
  NOTICES,
  PANEL_LINKS,
  PREFERENCES,
  SESSION,
  STREAM,
  TEXTS,
  WORKSPACE,
} from '../../core/contract/client-services.ts';
import { FORMS } from '../../core/contract/forms.ts';
import { type HostService, hostService } from '../../core/kernel/index.ts';
import { createForms } from '../forms/forms.ts';
import { FrontLayout } from '../layout/front-layout.ts';
import { WorkspaceNaming } from '../shell/workspaces/workspace-naming.ts';
import { workspaceTitle } from '../shell/workspaces/workspace-title.ts';
import { httpBase, socketBase } from './bases.ts';
import { roleBook } from './plugin-sources.ts';

export type ClientServices = ReturnType<typeof createClientServices>;

/** The browser's services, tied together once. Nothing talks to the server before the workbench starts them. */
export function createClientServices(texts: TextsStore, role: WindowRole) {
  const timers = browserTimers;
  const newId = (): string => crypto.randomUUID();
  const frames = new FrameScheduler(timers);
  const session = new SessionStore(localStorage);
  const serverTime = new ServerTime(() => performance.now());
  const confirmation = new ConfirmationStore();
  const api = new ApiClient({
    base: httpBase,
    routes: routeTable,
    lateRoutes: async () => (await import('../../core/client/connection/office-route-table.ts')).officeRouteTable,
    token: () => session.token,
    fetch: (...args) => fetch(...args),
    onSessionLost: () => session.lose(),
    returned: session.returned,
    confirm: confirmation.ask,
    serverTime,
  });
  session.attachApi(api);
  confirmation.attachApi(api);
  const stream = new StreamClient({
    openSocket: () => new WebSocket(streamUrl()) as unknown as SocketLike,
    token: () => session.token,
    timers,
    frames,
    random: Math.random,
    onAuthRefused: () => session.lose(),
  });
  const config = new UserConfigStore(api, timers);
  const platform = platformOn(document.documentElement);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const preferences = new PreferencesStore(localStorage, config, timeZone, systemTheme(window), platform);
  const noticeSettings = new NoticeSettingsStore(config);
  const sounds = new SoundStore(config, createTones(), () => timers.nowMs());
  const notices = new NoticesStore({
    timers,
    serverTime,
    wants: (subject) => noticeSettings.wants(subject, 'page'),
    onShown: (kind) => {
      if (kind === 'warning' || kind === 'error') sounds.play('alert');
    },
  });
  const markets = new MarketsStore(api, stream, () => timers.steadyMs());
  const prices = new PriceAge({ stream, markets, timers });
  const accounts = new AccountsStore(api, stream, config, session, roleBook, { ...timers, nowMs: () => serverTime.in(0) ?? 0 });
  const workspace = new WorkspaceStore(config, markets);
  const messages = new MessagesStore(api);
  const feeds = new MarketFeeds(api, stream);
  const shortcuts = new ShortcutStore(config);
  const commandHistory = new CommandHistory(config);
  const commands = new CommandRegistry(shortcuts, (commandId, error) => {
    console.error(`command ${commandId}`, error);
    notices.show('error', texts.t('app', 'command.failed'));
  });
  const documents = new DocumentsStore(api, timers, {
    onConflict: () => notices.show('warning', texts.t('app', 'document.conflict')),
    onFailure: (error) => notices.error(error),
  });
  const titleOf = (name: string): string => workspaceTitle(name, (key) => texts.t('app', key));
  const layout = new LayoutStore(api, timers, {
    names: {
      first: () => texts.t('app', 'workspace.first'),
      another: () => texts.t('app', 'workspace.another'),
      ai: () => texts.t('app', 'workspace.ai'),
    },
    onConflict: (name, copy, open) => {
      const text = texts.t('app', copy === null ? 'workspace.conflictLost' : 'workspace.conflict', {
        name: titleOf(name),
        copy: titleOf(copy ?? ''),
      });
      notices.show('warning', text, copy === null ? {} : { action: { label: texts.t('app', 'workspace.openCopy'), run: open } });
    },
    onDeleted: (name, undo) =>
      notices.show('info', texts.t('app', 'workspace.deleted', { name: titleOf(name) }), {
        action: { label: texts.t('app', 'undo'), run: undo },
      }),
    onFailure: (error) => notices.error(error),
  });
  const layoutSharing = new LayoutSharing(api, layout, (error) => notices.error(error));
  const workspaceId = workspaceIn(sessionStorage, role, newId);
  const windowLink = new WindowLink(role, new BroadcastChannel('tessera.windows'), workspaceId);
  const frontLayout = new FrontLayout();
  const workspaceNaming = new WorkspaceNaming();
  return {
    timers,
    serverTime,
    newId,
    frames,
    session,
    confirmation,
    api,
    stream,
    config,
    preferences,
    sounds,
    noticeSettings,
    notices,
    markets,
    prices,
    accounts,
    workspace,
    messages,
    feeds,
    shortcuts,
    commandHistory,
    commands,
    documents,
    panelLinks: new PanelLinksStore(windowLink, newId()),
    layout,
    layoutSharing,
    windowLink,
    frontLayout,
    workspaceNaming,
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
  hostService(DOCUMENTS, services.documents),
  hostService(PANEL_LINKS, services.panelLinks),
  hostService(NOTICES, services.notices),
  hostService(NOTICE_SETTINGS, services.noticeSettings),
  hostService(COMMANDS, services.commands),
  hostService(TEXTS, services.texts),
  hostService(PREFERENCES, services.preferences),
  hostService(FORMS, createForms(services)),
];

function streamUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${socketBase}/stream`;
}
