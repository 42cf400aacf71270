import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { Later, WorkspaceAddMenu, WorkspaceMenu } from '../menus/lazy-menus.tsx';
import { SaveStateMark } from './save-state-mark.tsx';
import shared from './tab-strip.module.css';
import { useTabStrip } from './use-tab-strip.ts';
import { WorkspaceTab } from './workspace-tab.tsx';
import styles from './workspace-tabs.module.css';

/** The user's workspaces side by side, with what can be done to the one in front. */
export const WorkspaceTabs = observer(function WorkspaceTabs() {
  const { t } = useTranslation('app');
  const { layout } = useWorkbench().services;
  const { pathname } = useLocation();
  const strip = useTabStrip(pathname === layout.path ? layout.activeKey : null, layout.status === 'ready' ? layout.open.length : 0);
  if (layout.status !== 'ready') return <span className={styles.space} />;
  return (
    <nav className={styles.tabs} data-tour="workspaces" aria-label={t('workspace.label')}>
      <div ref={strip} className={`${shared.strip} ${styles.strip}`}>
        {layout.open.map((one, at) => (
          <WorkspaceTab key={one.key} layout={one} at={at} />
        ))}
      </div>
      {layout.active !== null && <SaveStateMark layout={layout.active} />}
      <Later width={20}>
        <WorkspaceMenu />
      </Later>
      <Later width={24}>
        <WorkspaceAddMenu />
      </Later>
    </nav>
  );
});
