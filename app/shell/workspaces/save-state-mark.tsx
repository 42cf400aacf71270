import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { OpenLayout, SaveState } from '../../../core/client/layouts/open-layout.ts';
import { Icon, type IconName } from '../../../core/ui/icon.tsx';
import styles from './workspace-tabs.module.css';

const icons: Readonly<Record<SaveState, IconName>> = { saved: 'check', saving: 'refresh', waiting: 'warning', failed: 'warning' };

/** Whether the workspace is kept as it is on the screen. */
export const SaveStateMark = observer(function SaveStateMark({ layout }: { readonly layout: OpenLayout }) {
  const { t } = useTranslation('app');
  const text = t(`workspace.state.${layout.saveState}`);
  return (
    <span className={`${styles.state} ${styles[layout.saveState]}`} role="status" aria-label={text} title={text}>
      <Icon name={icons[layout.saveState]} size={12} />
    </span>
  );
});
