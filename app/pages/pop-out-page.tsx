import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../core/ui/icon.tsx';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { PanelFrame } from '../layout/panel-frame.tsx';
import { helpOf } from '../layout/panel-help.ts';
import { PanelTabDot } from '../layout/panel-tab-dot.tsx';
import { windowTitle } from '../layout/panel-title.ts';
import { useWindowTitle } from '../shell/header/navigation.tsx';
import { Toasts } from '../shell/notices/toasts.tsx';
import shared from '../shell/window.module.css';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './pop-out-page.module.css';
import { PopOutWindow } from './pop-out-window.ts';

/** One panel in a window of its own, below a slim header. It follows the workspace that it belongs to, and survives a reload. */
export const PopOutPage = observer(function PopOutPage() {
  const { t } = useTranslation('app');
  const workbench = useWorkbench();
  const { windowLink, timers, texts } = workbench.services;
  const id = useSearchParams()[0].get('id') ?? '';
  const [here] = useState(() => new PopOutWindow(id, { link: windowLink, timers, storage: sessionStorage, view: window }));
  useEffect(() => here.start(), [here]);
  const { slot } = here;
  // Names follow the language.
  void texts.language;
  const title = slot === null ? '' : windowTitle(workbench, slot.saved);
  useWindowTitle(title);
  const help = slot === null ? null : helpOf(workbench, slot.saved.type);
  return (
    <div className={shared.window}>
      <header className={`${shared.bar} ${styles.header}`}>
        {slot !== null && (
          <span className={styles.dot}>
            <PanelTabDot slot={slot} host={here} />
          </span>
        )}
        <h1 className={styles.title}>{title}</h1>
        {help !== null && (
          <a className={styles.back} href={help} target="_blank" rel="noopener" aria-label={t('panel.help')} title={t('panel.help')}>
            <Icon name="help" size={14} />
          </a>
        )}
        <button type="button" className={styles.back} aria-label={t('popOut.back')} title={t('popOut.back')} onClick={() => here.close()}>
          <Icon name="restore" size={14} />
        </button>
      </header>
      <main className={styles.main}>
        {slot !== null && <PanelFrame slot={slot} host={here} />}
        {here.lost && <EmptyState icon="info" text={t('popOut.lost')} />}
      </main>
      <Toasts />
    </div>
  );
});
