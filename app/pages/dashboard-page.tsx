import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { aiPath } from '../../core/client/layouts/layout-store.ts';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';
import { LayoutView } from '../layout/layout-view.tsx';
import { panelsPlaced } from '../layout/panels-stand.ts';
import { roleLayout } from '../layout/presets/role-layouts.ts';
import { usePageTitle } from '../shell/header/navigation.tsx';
import { Late } from '../shell/late.tsx';
import { WorkspaceNotice } from '../shell/workspaces/workspace-notice.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './dashboard-page.module.css';

const FirstStepsBar = lazyPart(async () => (await import('./first-steps/first-steps-bar.tsx')).FirstStepsBar);
const AiLayoutView = lazyPart(async () => (await import('../layout/ai-layout-view.tsx')).AiLayoutView);

/** The workspaces, of trading and of the AI dashboard; those behind the front one rest. */
export const DashboardPage = observer(function DashboardPage() {
  const { t } = useTranslation('app');
  const { session, layout } = useWorkbench().services;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { status } = layout;
  usePageTitle(t(pathname === aiPath ? 'workspace.ai' : 'menu.trade'));
  // The path brings a workspace of its own to the front; a workspace that comes there otherwise brings its path.
  useEffect(() => {
    if (status === 'failed') panelsPlaced();
    if (status !== 'ready') return;
    layout.enter(pathname);
    return reaction(
      () => layout.path,
      (path) => void navigate(path),
    );
  }, [layout, status, pathname, navigate]);
  if (session.user === null) return <Navigate to="/login" replace />;
  if (status === 'loading') return null;
  return (
    <div className={styles.page}>
      {session.user.role === 'admin' && (
        <Late>
          <FirstStepsBar />
        </Late>
      )}
      {layout.active !== null && <WorkspaceNotice layout={layout.active} />}
      <div className={styles.stage}>
        {layout.warm.map((one) => {
          if (!one.loaded) return null;
          const view = { layout: one, shown: one.key === layout.activeKey && layout.path === pathname };
          const key = `${one.key}-${one.generation}`;
          if (one !== layout.ai) return <LayoutView key={key} {...view} preset={roleLayout(session.user?.role ?? null)} />;
          return (
            <Late key={key}>
              <AiLayoutView {...view} />
            </Late>
          );
        })}
      </div>
    </div>
  );
});
