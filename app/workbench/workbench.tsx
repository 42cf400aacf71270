import { FluentProvider } from '@fluentui/react-components';
import { MotionBehaviourProvider } from '@fluentui/react-motion';
import type { i18n } from 'i18next';
import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';
import { LeavingGuard } from '../../core/ui/states/leaving-guard.tsx';
import { type UiServices, UiServicesProvider } from '../../core/ui/ui-services.tsx';
import type { TextLoaders } from '../i18n/text-loaders.ts';
import { popOutPath } from '../layout/pop-outs/pop-out-path.ts';
import { isMarketPopup } from '../pages/market-popup-path.ts';
import { Mark } from '../shell/header/mark.tsx';
import { LatePage, MissingPartsProvider } from '../shell/late.tsx';
import { Shell } from '../shell/shell.tsx';
import { fluentTheme } from '../shell/theme/fluent-theme.ts';
import { bootWorkbench, type Workbench as RunningWorkbench } from './boot.ts';
import { panelOf } from './panel-of.ts';
import styles from './workbench.module.css';
import { WorkbenchContext } from './workbench-context.tsx';
import { WorkbenchRoutes } from './workbench-routes.tsx';

const PopOutPage = lazyPart(async () => (await import('../pages/pop-out-page.tsx')).PopOutPage);
const ReturnDialog = lazyPart(async () => (await import('../pages/return-dialog.tsx')).ReturnDialog);
const MarketPopupPage = lazyPart(async () => (await import('../pages/market-popup-page.tsx')).MarketPopupPage);

type Boot =
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly workbench: RunningWorkbench }
  | { readonly state: 'failed' };

/** Everything that needs the kernel: the dashboard, settings, and the pages of plugins. */
export function Workbench({ i18n, loaders }: { readonly i18n: i18n; readonly loaders: TextLoaders }) {
  const { t } = useTranslation('app');
  const [boot, setBoot] = useState<Boot>({ state: 'starting' });
  useEffect(() => {
    let left = false;
    let running: RunningWorkbench | null = null;
    bootWorkbench(i18n, loaders).then(
      (workbench) => {
        running = workbench;
        if (left) void workbench.dispose();
        else setBoot({ state: 'running', workbench });
      },
      (error: unknown) => {
        console.error('the workbench cannot start', error);
        setBoot({ state: 'failed' });
      },
    );
    return () => {
      left = true;
      void running?.dispose();
    };
  }, [i18n, loaders]);

  if (boot.state === 'running') return <RunningWorkbenchView workbench={boot.workbench} />;
  return (
    <div className={styles.splash} role="status">
      <Mark size={36} />
      {boot.state === 'failed' && (
        <>
          <p>{t('boot.failed')}</p>
          <button type="button" className={styles.retry} onClick={() => window.location.reload()}>
            {t('retry')}
          </button>
        </>
      )}
    </div>
  );
}

const reportPage = (error: unknown): void => console.error('a page', error);

const RunningWorkbenchView = observer(function RunningWorkbenchView({ workbench }: { readonly workbench: RunningWorkbench }) {
  const { preferences, frames, timers, prices, newId, session } = workbench.services;
  const { kernel } = workbench;
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const [wasSignedIn] = useState(() => session.user !== null);
  const uiServices = useMemo(
    (): UiServices => ({
      preferences,
      frames,
      timers,
      prices,
      newId,
      panelOf: (role) => panelOf(kernel, role)?.key ?? null,
      accessTo: (role) => panelOf(kernel, role)?.decision ?? { outcome: 'absent' },
    }),
    [preferences, frames, timers, prices, newId, kernel],
  );
  useLayoutEffect(() => session.host(), [session]);
  // Signed out here, in another tab, or by the server.
  if (wasSignedIn && session.user === null) return <Navigate to="/login" replace />;
  return (
    <WorkbenchContext value={workbench}>
      <UiServicesProvider services={uiServices}>
        {/* A class here would be given to every menu's portal too. */}
        <FluentProvider theme={fluentTheme} style={{ height: '100%' }}>
          {/* Menus and popovers are there at once: Fluent's own motion takes 400 ms, and a trader waits for none of it. */}
          <MotionBehaviourProvider value="skip">
            <MissingPartsProvider>
              {pathname === popOutPath && session.user !== null ? (
                <LatePage>
                  <PopOutPage />
                </LatePage>
              ) : isMarketPopup(pathname) ? (
                <LatePage>
                  <MarketPopupPage path={pathname} />
                </LatePage>
              ) : (
                <Shell>
                  <LeavingGuard of={pathname} broken={<EmptyState icon="warning" text={t('page.broken')} />} onError={reportPage}>
                    <WorkbenchRoutes />
                  </LeavingGuard>
                </Shell>
              )}
              {session.isLost && pathname !== popOutPath && (
                <LatePage>
                  <ReturnDialog session={session} />
                </LatePage>
              )}
            </MissingPartsProvider>
          </MotionBehaviourProvider>
        </FluentProvider>
      </UiServicesProvider>
    </WorkbenchContext>
  );
});
