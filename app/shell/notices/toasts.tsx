import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeKind } from '../../../core/contract/client-services.ts';
import { Icon, type IconName } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './toasts.module.css';
import tones from './tones.module.css';
import { useToastPlace } from './use-toast-place.ts';

const icons: Readonly<Record<NoticeKind, IconName>> = { success: 'check', info: 'info', warning: 'warning', error: 'warning' };

/** At most three, bottom right or wherever they cover no ticket; errors stay until closed. */
export const Toasts = observer(function Toasts() {
  const { t } = useTranslation('app');
  const { notices, texts } = useWorkbench().services;
  const element = useRef<HTMLDivElement>(null);
  const place = useToastPlace(element, notices.notices);
  return (
    <div ref={element} style={place} className={styles.toasts} role="log" aria-live="polite" aria-label={t('notices')}>
      {notices.notices.map((notice) => (
        <div key={notice.id} className={`${styles.toast} ${tones[notice.kind]}`} role={notice.kind === 'error' ? 'alert' : 'status'}>
          <Icon name={icons[notice.kind]} />
          <div className={styles.toastText}>
            {texts.say(notice.text)}
            {notice.count > 1 && <span className={styles.toastCount}>×{notice.count}</span>}
          </div>
          <button
            type="button"
            className={styles.toastClose}
            aria-label={t('close')}
            title={t('close')}
            onClick={() => notices.close(notice.id)}
          >
            <Icon name="close" size={10} />
          </button>
          {notice.detail !== null && <div className={styles.toastDetail}>{texts.say(notice.detail)}</div>}
          {notice.action !== null && (
            <button
              type="button"
              className={styles.toastAction}
              onClick={() => {
                notice.action?.run();
                notices.close(notice.id);
              }}
            >
              {texts.say(notice.action.label)}
            </button>
          )}
        </div>
      ))}
    </div>
  );
});
