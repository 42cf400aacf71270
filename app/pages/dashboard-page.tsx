import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { LayoutView } from '../layout/layout-view.tsx';
import { usePageTitle } from '../shell/navigation.tsx';
import { WorkspaceNotice } from '../shell/workspace-notice.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './dashboard-page.module.css';

/** The trading workspaces; those behind the front one rest. */
export const DashboardPage = observer(function DashboardPage() {
  const { t } = useTranslation('app');
  const { session, layout } = useWorkbench().services;
  usePageTitle(t('menu.trade'));
  if (session.user === null) return <Navigate to="/login" replace />;
  if (layout.status === 'loading') return null;
  return (
    <div className={styles.page}>
      {layout.active !== null && <WorkspaceNotice layout={layout.active} />}
      <div className={styles.stage}>
        {layout.warm.map(
          (one) => one.loaded && <LayoutView key={`${one.key}-${one.generation}`} layout={one} shown={one.key === layout.activeKey} />,
        )}
      </div>
    </div>
  );
});
