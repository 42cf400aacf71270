import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import styles from '../layout-view.module.css';
import type { PopOuts } from './pop-outs.ts';

/** Windows that the browser opens only when it is asked by a click. */
export const WaitingWindows = observer(function WaitingWindows({ popOuts }: { readonly popOuts: PopOuts }) {
  const { t } = useTranslation('app');
  const { waiting } = popOuts;
  if (waiting.length === 0) return null;
  return (
    <div className={styles.windows} role="status">
      <Icon name="panel" size={14} />
      <span>{t('popOut.waiting', { count: waiting.length })}</span>
      <button type="button" className={styles.windowsAction} onClick={() => void popOuts.openAsked()}>
        {t('popOut.open')}
      </button>
      <button type="button" className={styles.windowsAction} onClick={popOuts.bringBack}>
        {t('popOut.bringBack')}
      </button>
    </div>
  );
});
