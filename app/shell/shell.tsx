import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { Header } from './header/header.tsx';
import { Late, MissingBanner } from './late.tsx';
import { Toasts } from './menus/lazy-menus.tsx';
import { SideMenu } from './menus/side-menu.tsx';
import { OfflineBanner } from './notices/offline-banner.tsx';
import { RoleGoneBanner } from './notices/role-gone-banner.tsx';
import { Palette } from './palette/palette.tsx';
import type { PaletteMode } from './palette/palette-entries.ts';
import styles from './shell.module.css';
import { registerShellCommands } from './shortcuts/shell-commands.ts';
import type { ShortcutsMode } from './shortcuts/shortcuts-dialog.tsx';
import { useTallHeader } from './small-screen.ts';
import { isDue } from './tour/tour-memory.ts';
import shared from './window.module.css';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog);

const ConfirmDialog = lazyPart(async () => (await import('./confirm/confirm-dialog.tsx')).ConfirmDialog);

const SmallHeader = lazyPart(async () => (await import('./header/small-header.tsx')).SmallHeader);

const Gallery = lazyPart(async () => (await import('./gallery/gallery.tsx')).Gallery);

const Tour = lazyPart(async () => (await import('./tour/tour.tsx')).Tour);

const ReadyWorkspaces = lazyPart(async () => (await import('./workspaces/ready-workspaces.tsx')).ReadyWorkspaces);

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** What stands around every signed-in page: header, side menu, messages, and the palette over all of it. */
export const Shell = observer(function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('app');
  const workbench = useWorkbench();
  const navigate = useNavigate();
  const [palette, setPalette] = useState<PaletteMode | null>(null);
  const [shortcuts, setShortcuts] = useState<ShortcutsMode | null>(null);
  const [gallery, setGallery] = useState(false);
  const [ready, setReady] = useState<'asked' | 'first' | null>(null);
  const [tour, setTour] = useState<'asked' | 'due' | null>(null);
  const { pathname } = useLocation();
  const galleryOpen = gallery && pathname === workbench.services.layout.path;
  const { accounts, commands, config, confirmation, layout, workspace } = workbench.services;
  useEffect(() => confirmation.host(), [confirmation]);
  const tall = useTallHeader();

  // Both with the shell's first frame, not after it: whoever sees the shell may press its keys.
  useLayoutEffect(
    () =>
      registerShellCommands(workbench, {
        openPalette: (mode) => setPalette(mode),
        openShortcuts: (mode) => setShortcuts(mode),
        openGallery: () => setGallery(true),
        openReady: () => setReady('asked'),
        startTour: () => setTour('asked'),
        goTo: (path) => path !== window.location.pathname && void navigate(path),
      }),
    [workbench, navigate],
  );

  // Who asks for a panel on another page is led to where it opens.
  const { askedPanel } = workspace;
  useEffect(() => {
    if (askedPanel !== null && window.location.pathname !== layout.path) void navigate(layout.path);
  }, [askedPanel, layout, navigate]);

  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && commands.handleKey(event, isMac)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands]);

  // Ready workspaces are for ways of trading, and for who has none of his own yet.
  const chooses = accounts.may('trade').outcome !== 'absent';
  const first = isDue(config) && layout.status === 'ready' && pathname === layout.path;
  useEffect(() => {
    // Whoever drives a browser by program wants to be shown nothing.
    if (!first || tall || navigator.webdriver) return;
    if (chooses && layout.layouts.length === 0) setReady('first');
    else setTour('due');
  }, [first, tall, chooses, layout]);
  const endTour = useCallback(() => setTour(null), []);
  const endChoice = async (opened: Promise<void>): Promise<void> => {
    setReady(null);
    if (ready !== 'first') return;
    await opened;
    setTour('due');
  };

  const header = { onPalette: setPalette, onGallery: () => setGallery(!gallery), galleryOpen, isMac };
  return (
    <div className={shared.window}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      {tall ? (
        <Late waiting={<div className={styles.smallHeader} />}>
          <SmallHeader {...header} />
        </Late>
      ) : (
        <Header {...header} />
      )}
      <div className={styles.middle}>
        {!tall && <SideMenu />}
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <div className={styles.banners}>
          <OfflineBanner />
          <MissingBanner />
          <RoleGoneBanner />
        </div>
        {galleryOpen && (
          <Late>
            <Gallery onClose={() => setGallery(false)} />
          </Late>
        )}
      </div>
      <Late>
        <Toasts />
      </Late>
      {/* Not loaded later: what is typed after its keys must reach it. */}
      {palette !== null && <Palette mode={palette} isMac={isMac} onClose={() => setPalette(null)} />}
      {ready !== null && (
        <Late>
          <ReadyWorkspaces first={ready === 'first'} onClose={endChoice} />
        </Late>
      )}
      {tour !== null && !tall && (
        <Late>
          <Tour
            asked={tour === 'asked'}
            isMac={isMac}
            onEnd={endTour}
            onReady={() => {
              endTour();
              setReady('asked');
            }}
          />
        </Late>
      )}
      {confirmation.isAsked && (
        <Late>
          <ConfirmDialog confirmation={confirmation} />
        </Late>
      )}
      {shortcuts !== null && (
        <Late>
          <ShortcutsDialog mode={shortcuts} isMac={isMac} onMode={setShortcuts} onClose={() => setShortcuts(null)} />
        </Late>
      )}
    </div>
  );
});
