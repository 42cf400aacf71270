import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { OpenLayout } from '../../core/client/open-layout.ts';
import { Icon } from '../../core/ui/icon.tsx';
import styles from './workspace-tabs.module.css';

const exported = async (layout: OpenLayout): Promise<void> => (await import('./workspace-files.ts')).exportWorkspace(layout);

/** Says why the default workspace stands in the place of one that cannot be shown, and hands that one out. */
export const WorkspaceNotice = observer(function WorkspaceNotice({ layout }: { readonly layout: OpenLayout }) {
  const { t } = useTranslation('app');
  if (layout.origin !== 'newer' && layout.origin !== 'damaged') return null;
  return (
    <div className={styles.notice} role="status">
      <Icon name="warning" size={14} />
      <span>{t(`workspace.${layout.origin}`, { name: layout.name })}</span>
      <button type="button" className={styles.noticeAction} onClick={() => void exported(layout)}>
        {t('workspace.export')}
      </button>
    </div>
  );
});
