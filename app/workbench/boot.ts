import type { i18n } from 'i18next';
import { compareStructural, reaction } from 'mobx';
import { startPath } from '../../core/client/connection/asked-place.ts';
import { followNews } from '../../core/client/connection/follow-news.ts';
import { runStartup } from '../../core/client/connection/startup.ts';
import { keepNotices } from '../../core/client/kept-notices.ts';
import { tradePath } from '../../core/client/layouts/layout-store.ts';
import { showLook } from '../../core/client/settings/appearance.ts';
import { shareSettings } from '../../core/client/settings/shared-settings.ts';
import { shareWithTabs } from '../../core/client/settings/shared-with-tabs.ts';
import { watchSystemTheme } from '../../core/client/settings/system-theme.ts';
import { TextsStore } from '../../core/client/settings/texts-store.ts';
import type { OwnPlugin } from '../../core/contract/plugin-sets.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { contractVersion } from '../../core/contract/version.ts';
import { setThousands } from '../../core/domain/numbers/thousands.ts';
import { createKernel, type KernelEvent, trustManifest } from '../../core/kernel/index.ts';
import type { TextLoaders } from '../i18n/text-loaders.ts';
import { workbenchTexts } from '../i18n/workbench-texts.ts';
import { popOutPath } from '../layout/pop-outs/pop-out-path.ts';
import { roleLayout } from '../layout/presets/role-layouts.ts';
import { followPackages } from '../packages/follow-packages.ts';
import { homeOf } from '../shell/header/home-of.ts';
import { announceFills } from './announce-fills.ts';
import { announceRefusals } from './announce-refusals.ts';
import { type ClientServices, createClientServices, hostServices } from './client-services.ts';
import { followNetwork } from './follow-network.ts';
import { KernelStore } from './kernel-store.ts';
import { askOwnPlugins } from './own-plugins.ts';
import { policyFrom, principalOf } from './plugin-access.ts';
import { pluginSources, roleBook } from './plugin-sources.ts';

export interface Workbench {
  readonly services: ClientServices;
  readonly kernel: KernelStore;
  dispose(): Promise<void>;
}

/**
 * Starts everything behind the signed-in pages. Order: services → socket and startup sequence (not awaited: lists fill in
 * as they come) → plugin list, and beside it the plugins' tables of contents → kernel with the plugins of this user → live changes of that list.
 */
export async function bootWorkbench(i18n: i18n, loaders: TextLoaders): Promise<Workbench> {
  loaders.add(workbenchTexts);
  const texts = new TextsStore(i18n);
  const role = window.location.pathname === popOutPath ? 'popOut' : 'main';
  const services = createClientServices(texts, role);
  const { session, stream, preferences, markets, api, layout, windowLink, config, workspace } = services;
  const disposers: Disposer[] = [];
  const { serverTime } = services;
  const openedAt = serverTime.elapsedMs();
  // Known with the first answer; until then there is nothing to compare it with.
  const openedMs = (): number => serverTime.at(openedAt) ?? 0;

  if (session.user !== null)
    disposers.push(keepNotices({ notices: services.notices, storage: sessionStorage, username: session.user.username }));
  disposers.push(
    reaction(
      () => preferences.look,
      (look) => showLook(document.documentElement, look),
    ),
    watchSystemTheme(window, preferences.setSystemTheme),
    // Before anything draws: what reads the choice to draw anew comes after it.
    reaction(() => preferences.thousands, setThousands, { fireImmediately: true }),
    reaction(
      () => preferences.language,
      (language) => void texts.use(language),
    ),
    reaction(
      () => session.user?.username,
      () => services.documents.forget(),
    ),
    reaction(
      () => session.token,
      () => stream.restart(),
    ),
    followOtherTabs(services),
    saveOnLeaving(services),
    shareSettings({ link: windowLink, config, preferences, workspace }),
    shareWithTabs({
      channel: new BroadcastChannel('tessera.settings'),
      ...{ config, preferences },
      username: () => session.user?.username ?? null,
    }),
    announceFills(services, openedMs),
    announceRefusals(services, openedMs),
    stream.start(),
    followNetwork(services, window),
    markets.watchVenues(),
    markets.watchInstruments(),
  );
  const startup = runStartup(services);
  disposers.push(async () => {
    const stop = await startup;
    await stop();
  });
  const hasWorkspaces = session.token !== null && role === 'main';
  const layoutLoaded = hasWorkspaces ? layout.load() : Promise.resolve();
  if (hasWorkspaces) disposers.push(layout.follow(stream));

  const asked = Promise.all([askOwnPlugins(api, services.timers), texts.load(pluginSources.map((source) => source.folder))]);
  preloadPlugins();
  let [current] = await asked;
  const reloadRights = (): void => {
    if (session.user !== null) void services.accounts.loadAccounts(session.user.role);
  };
  const policy = () => policyFrom(roleBook, current, principalOf(session.user));
  const kernel = new KernelStore(
    await createKernel({
      side: 'client',
      contractVersion,
      plugins: pluginSources,
      services: hostServices(services),
      access: policy(),
      validate: trustManifest,
      report: reportKernel,
      nowMs: () => performance.now(),
    }),
  );
  const follow = followPackages({
    kernel: kernel.kernel,
    i18n,
    loaders,
    onProblem: (name, problems) => {
      console.error(`plugin ${name}: ${problems.join('; ')}`);
      services.notices.show('warning', texts.t('app', 'package.off', { name }), { detail: problems.join('; ').slice(0, 200) });
    },
  });
  await follow(current);
  void layoutLoaded.then(() => preloadPanels(kernel, services));
  if (session.token !== null) preloadSignIn();
  disposers.push(
    stream.subscribe('plugins', (message) => {
      const next = message.d as readonly OwnPlugin[];
      // To the line that lost its session the server tells what a guest has.
      if (session.isLost || JSON.stringify(next) === JSON.stringify(current)) return;
      current = next;
      void kernel.kernel.update(policy());
      void follow(next);
      reloadRights();
    }),
    followNews(stream, 'accounts', services.timers, {
      askedMs: () => services.accounts.askedMs,
      heard: reloadRights,
      missed: reloadRights,
    }),
    reaction(
      () => [session.user?.role, session.user?.vipLevel],
      () => {
        void kernel.kernel.update(policy());
        reloadRights();
      },
      { equals: compareStructural },
    ),
  );

  return {
    services,
    kernel,
    async dispose() {
      await services.config.flush();
      await services.documents.flush();
      await kernel.dispose();
      for (const dispose of disposers.splice(0).reverse()) await dispose();
      layout.dispose();
      windowLink.close();
      services.documents.dispose();
      services.notices.dispose();
      services.frames.dispose();
    },
  };
}

/** What plugins contribute is small and nearly all of it is wanted: it comes while the server is asked which plugins this user has. */
function preloadPlugins(): void {
  // What fails here is asked for again, and reported, when the kernel starts the plugin.
  for (const { load } of pluginSources) load?.().catch(() => undefined);
}

/** Whoever signs out, or whose session ends, may do so after an upgrade: by then this code is no longer at the server. */
function preloadSignIn(): void {
  // What fails here is asked for again, and reported, when it is drawn.
  for (const load of [() => import('../pages/login-page.tsx'), () => import('../pages/return-dialog.tsx')]) load().catch(() => undefined);
}

/** Asks for the code of the layout's panels together, ahead of the menus and of the layout's own code. */
function preloadPanels(kernel: KernelStore, { layout, session }: ClientServices): void {
  const { pathname } = window.location;
  if (pathname !== tradePath && (pathname !== startPath || homeOf(kernel, session.user) !== null)) return;
  const wanted = JSON.stringify(layout.active?.content ?? roleLayout(session.user?.role ?? null)(window.innerWidth));
  for (const panel of kernel.panels) if (wanted.includes(`"${panel.key}"`)) void panel.code?.load();
}

/** Signing in or out in one tab of the browser does so in all. */
function followOtherTabs({ session }: ClientServices): Disposer {
  const follow = (event: StorageEvent): void => {
    if (event.key === 'user' || event.key === null) session.followStorage();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** A change made just before a reload is saved like any other. */
function saveOnLeaving({ layout, config, documents }: ClientServices): Disposer {
  const save = (): void => {
    void layout.flush();
    void config.flush();
    void documents.flush();
  };
  window.addEventListener('pagehide', save);
  return () => window.removeEventListener('pagehide', save);
}

/** The browser's console is where a developer of a plugin looks. */
function reportKernel(event: KernelEvent): void {
  if (event.type === 'hook-slow') console.warn(`plugin ${event.pluginId}: ${event.hook} took ${Math.round(event.elapsedMs)} ms`);
  else console.error(`plugin ${event.pluginId}: ${event.type}`, event);
}
