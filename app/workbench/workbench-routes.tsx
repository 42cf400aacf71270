import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { rememberAsked, startPath } from '../../core/client/connection/asked-place.ts';
import { aiPath, tradePath } from '../../core/client/layouts/layout-store.ts';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';
import { Skeleton } from '../../core/ui/states/skeleton.tsx';
import { homeOf } from '../shell/header/home-of.ts';
import { LatePage } from '../shell/late.tsx';
import { installedRoutes } from './plugin-sources.ts';
import styles from './workbench.module.css';
import { useWorkbench } from './workbench-context.tsx';

const DashboardPage = lazyPart(async () => (await import('../pages/dashboard-page.tsx')).DashboardPage);
const PluginPage = lazyPart(async () => (await import('./plugin-page.tsx')).PluginPage);
const SetupPage = lazyPart(async () => (await import('../pages/settings/setup-page.tsx')).SetupPage);

/** Own pages and those of plugins. Unknown path → 404; known to a plugin but not for this role → 403. */
export const WorkbenchRoutes = observer(function WorkbenchRoutes() {
  const { kernel, services } = useWorkbench();
  // Numbers stand in tables, canvases and memories of both: with another mark between thousands a page is drawn anew, all but the one where it is chosen.
  const { thousands } = services.preferences;
  const [cameAsGuest] = useState(services.session.user === null);
  return (
    <LatePage waiting={<Skeleton rows={12} />}>
      <Routes>
        <Route path={startPath} element={<Navigate to={homeOf(kernel, services.session.user)?.manifest.path ?? tradePath} replace />} />
        {/* One element for both: what is open stays when one goes over to the other. */}
        <Route path={tradePath} element={<DashboardPage key={thousands} />} />
        <Route path={aiPath} element={<DashboardPage key={thousands} />} />
        <Route
          path="/setup"
          element={
            <div className={styles.page}>
              <SetupPage />
            </div>
          }
        />
        {kernel.routes.map((route) => (
          <Route
            key={route.key}
            path={route.manifest.path}
            element={
              <div className={styles.page}>
                <PluginPage key={`${route.key} ${thousands}`} route={route} />
              </div>
            }
          />
        ))}
        <Route path="*" element={<Nowhere isAsked={cameAsGuest} />} />
      </Routes>
    </LatePage>
  );
});

/** The public site says it. */
const errorPath = '/error';

/** `isAsked`: who is here came without a session. The place of somebody who has signed out is none that the next one has asked for. */
function Nowhere({ isAsked }: { readonly isAsked: boolean }) {
  const { pathname, search, hash } = useLocation();
  const { session } = useWorkbench().services;
  const isGuest = session.user === null;
  const forbidden = installedRoutes.some((path) => matchPath(path, pathname) !== null);
  useEffect(() => {
    if (forbidden && isGuest && isAsked) rememberAsked(sessionStorage, pathname + search + hash);
    // Where the site is not built this very page answers there.
    if (pathname !== errorPath) window.location.replace(`${errorPath}?error=${forbidden ? '403' : '404'}`);
  }, [pathname, search, hash, forbidden, isGuest, isAsked]);
  return null;
}
