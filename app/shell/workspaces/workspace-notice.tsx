import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { OpenLayout } from '../../../core/client/layouts/open-layout.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './workspace-tabs.module.css';
import { workspaceTitle } from './workspace-title.ts';

const exported = async (layout: OpenLayout): Promise<void> => (await import('./workspace-files.ts')).exportWorkspace(layout);

/** Says why a workspace does not look as it was saved, and offers the way on. */
export const WorkspaceNotice = observer(function WorkspaceNotice({ layout }: { readonly layout: OpenLayout }) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  if (layout.origin === 'newer' || layout.origin === 'damaged')
    return (
      <Notice
        text={t(`workspace.${layout.origin}`, { name: workspaceTitle(layout.name, t) })}
        action={t('workspace.export')}
        run={() => void exported(layout)}
      />
    );
  const { host } = services.frontLayout;
  const slots = [...(host?.slots.values() ?? [])];
  const missing = slots.filter(({ saved }) => kernel.panel(saved.type) === null);
  // One or two places say it themselves; where most are empty the workspace was made for somebody else.
  if (missing.length * 2 <= slots.length || missing.length < 2) return null;
  return (
    <Notice
      text={t('workspace.missing', { missing: missing.length, total: slots.length, name: workspaceTitle(layout.name, t) })}
      action={t('workspace.closeMissing')}
      run={() => {
        for (const { id } of missing) host?.close(id);
      }}
    />
  );
});

interface NoticeProps {
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
}

function Notice({ text, action, run }: NoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <Icon name="warning" size={14} />
      <span>{text}</span>
      <button type="button" className={styles.noticeAction} onClick={run}>
        {action}
      </button>
    </div>
  );
}
