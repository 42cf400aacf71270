import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { LayoutView } from '../layout/layout-view.tsx';
import { usePageTitle } from '../shell/navigation.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';

/** The trading workspace. */
export const DashboardPage = observer(function DashboardPage() {
  const { t } = useTranslation('app');
  const { session, layout } = useWorkbench().services;
  usePageTitle(t('menu.trade'));
  if (session.user === null) return <Navigate to="/login" replace />;
  return layout.status === 'loading' ? null : <LayoutView key={layout.generation} />;
});
