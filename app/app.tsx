import type { i18n } from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { rememberAsked, startPath } from '../core/client/connection/asked-place.ts';
import { readStoredUser } from '../core/client/connection/session-storage.ts';
import { admissionTokenIn } from '../core/domain/admission.ts';
import { lazyPart } from '../core/ui/states/lazy-part.ts';
import type { TextLoaders } from './i18n/text-loaders.ts';
import { ScrollToTop } from './shell/header/navigation.tsx';
import { LatePage } from './shell/late.tsx';
import './shell/theme/font.css';
import './shell/theme/theme.css';

const loadLogin = () => import('./pages/login-page.tsx');
const LoginPage = lazyPart(async () => (await loadLogin()).LoginPage);
const RegisterPage = lazyPart(async () => (await import('./pages/account/register-page.tsx')).RegisterPage);
const InvitedPage = lazyPart(async () => (await import('./pages/account/invited-page.tsx')).InvitedPage);
const ResetPage = lazyPart(async () => (await import('./pages/account/reset-page.tsx')).ResetPage);
const SetUpPage = lazyPart(async () => (await import('./pages/set-up/set-up-page.tsx')).SetUpPage);
const loadWorkbench = () => import('./workbench/workbench.tsx');
const Workbench = lazyPart(async () => (await loadWorkbench()).Workbench);

/** Those of `core/client/layouts/layout-store.ts`, which only the signed-in load. */
const aiPath = '/AIdashboard';
const ownPaths: readonly string[] = [startPath, '/dashboard', aiPath];
const publicPath = '/login';
const registerPath = '/register';
const resetPath = '/reset-password';
/** While nobody keeps the platform: the server leads there. */
const setUpPath = '/set-up';

/** Asks for the code of a page at once, while texts are still on their way. */
export function preloadPage(pathname: string): void {
  // What fails here is asked for again, and reported, when the page is drawn.
  const ignore = (): void => undefined;
  if (pathname === publicPath) loadLogin().catch(ignore);
  if ([publicPath, registerPath, resetPath, setUpPath].includes(pathname) || readStoredUser(localStorage) === null) return;
  loadWorkbench().catch(ignore);
  if (ownPaths.includes(pathname)) import('./pages/dashboard-page.tsx').catch(ignore);
}

/** A signed-in user who goes to the login page is sent to his work. */
function GuestsOnly({ children }: { readonly children: ReactNode }) {
  return readStoredUser(localStorage) === null ? children : <Navigate to={startPath} replace />;
}

/** Whoever comes by the link of an invitation, in a browser in which somebody is signed in too, who is told then. */
function InvitedDoor({ children }: { readonly children: ReactNode }) {
  const token = admissionTokenIn(useLocation().hash);
  return token === null ? children : <InvitedPage key={token} token={token} />;
}

/** A guest who wants his workspaces signs in first. Everything else the workbench decides, which knows the plugins' routes. */
function DashboardDoor({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const asks = ownPaths.includes(pathname) && readStoredUser(localStorage) === null;
  useEffect(() => {
    // From the other ones a sign-in leads to the work of whoever it is.
    if (asks) rememberAsked(sessionStorage, pathname === aiPath ? pathname : startPath);
  }, [asks, pathname]);
  return asks ? <Navigate to="/login" replace /> : children;
}

export function App({ i18n, loaders }: { readonly i18n: i18n; readonly loaders: TextLoaders }) {
  return (
    <I18nextProvider i18n={i18n}>
      <BrowserRouter>
        <ScrollToTop />
        <LatePage>
          <Routes>
            <Route
              path={publicPath}
              element={
                <GuestsOnly>
                  <LoginPage />
                </GuestsOnly>
              }
            />
            <Route
              path={registerPath}
              element={
                <InvitedDoor>
                  <GuestsOnly>
                    <RegisterPage />
                  </GuestsOnly>
                </InvitedDoor>
              }
            />
            <Route path={resetPath} element={<ResetPage />} />
            <Route path={setUpPath} element={<SetUpPage />} />
            <Route
              path="*"
              element={
                <DashboardDoor>
                  <Workbench i18n={i18n} loaders={loaders} />
                </DashboardDoor>
              }
            />
          </Routes>
        </LatePage>
      </BrowserRouter>
    </I18nextProvider>
  );
}
