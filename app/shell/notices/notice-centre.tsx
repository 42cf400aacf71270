import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedMessage, MessageList } from '../../../core/client/message-list.ts';
import { type MessageKind, messageKinds } from '../../../core/client/messages-store.ts';
import { soundKinds } from '../../../core/client/settings/sound-store.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { lazyPart } from '../../../core/ui/states/lazy-part.ts';
import { TimeText } from '../../../core/ui/text/number-text.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import tool from '../header/tool.module.css';
import { Late } from '../late.tsx';
import styles from './notice-centre.module.css';
import { PinnedMark } from './pinned-mark.tsx';
import { SoundChoice } from './sound-choice.tsx';
import tones from './tones.module.css';

const AnnouncementDialog = lazyPart(async () => (await import('./announcement-dialog.tsx')).AnnouncementDialog);

/** Everything that was told, also while nobody was there, and which of it is heard. */
export const NoticeCentre = observer(function NoticeCentre() {
  const { t } = useTranslation('app');
  const { services } = useWorkbench();
  const { texts } = services;
  const [list] = useState(() => new MessageList(services));
  const [only, setOnly] = useState<MessageKind | null>(null);
  const [read, setRead] = useState<ListedMessage | null>(null);
  const shown = only === null ? list.items : list.items.filter(({ of }) => of === only);
  const label = list.unread === 0 ? t('notices') : t('notices.unread', { count: list.unread });
  return (
    <>
      {/* Read once it was looked at: until it is closed it says what is new, by kind. */}
      <Popover size="small" positioning="below-end" onOpenChange={(_, { open }) => void (open ? list.open() : list.markRead())}>
        <PopoverTrigger disableButtonEnhancement>
          <button type="button" className={`${tool.tool} ${styles.bell}`} aria-label={label} title={label}>
            <Icon name="bell" />
            {list.unread > 0 && <span className={styles.count}>{Math.min(99, list.unread)}</span>}
          </button>
        </PopoverTrigger>
        <PopoverSurface aria-label={t('notices')}>
          <div className={styles.centre}>
            <div className={styles.head}>
              <b>{t('notices')}</b>
              {list.items.length > 0 && (
                <button type="button" className={styles.clear} onClick={list.clear}>
                  {t('notices.clear')}
                </button>
              )}
            </div>
            <fieldset className={styles.kinds} aria-label={t('notices.kinds')}>
              {[null, ...messageKinds].map((kind) => {
                const count = kind === null ? 0 : list.unreadOf(kind);
                return (
                  <button key={kind} type="button" className={styles.kind} aria-pressed={only === kind} onClick={() => setOnly(kind)}>
                    {t(`notices.kind.${kind ?? 'all'}`)}
                    {count > 0 && <span className={styles.fresh}>{count}</span>}
                  </button>
                );
              })}
            </fieldset>
            {shown.length === 0 ? (
              <p className={styles.empty}>{t('notices.none')}</p>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys.
              <ol className={styles.list} tabIndex={0}>
                {shown.map((notice) => (
                  <li key={notice.key} className={`${styles.item} ${tones[notice.kind]}`}>
                    <span>
                      {notice.isPinned && <PinnedMark />}
                      {isOpened(notice) ? (
                        <button type="button" className={styles.opens} onClick={() => setRead(notice)}>
                          {notice.text}
                        </button>
                      ) : (
                        notice.text
                      )}
                      {notice.count > 1 && ` ×${notice.count}`}
                    </span>
                    <span className={styles.time}>
                      <TimeText timeMs={notice.timeMs} />
                    </span>
                    {notice.detail !== null && (
                      <span className={isOpened(notice) ? `${styles.detail} ${styles.begun}` : styles.detail}>{notice.detail}</span>
                    )}
                    {notice.action !== null && (
                      <button type="button" className={styles.clear} onClick={notice.action.run}>
                        {texts.say(notice.action.label)}
                      </button>
                    )}
                  </li>
                ))}
                {list.hasOlder && (
                  <li className={styles.older}>
                    <button type="button" className={styles.clear} onClick={list.loadOlder}>
                      {t('notices.older')}
                    </button>
                  </li>
                )}
              </ol>
            )}
            {soundKinds.map((kind) => (
              <SoundChoice key={kind} kind={kind} />
            ))}
          </div>
        </PopoverSurface>
      </Popover>
      {read !== null && (
        <Late>
          <AnnouncementDialog announcement={read} onClose={() => setRead(null)} />
        </Late>
      )}
    </>
  );
});

/** An announcement may be long: the list has how it begins. */
const isOpened = ({ of, detail }: ListedMessage): boolean => of === 'announcement' && detail !== null;
