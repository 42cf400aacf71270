import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { EmptyState, useServices, useText } from '../../core/ui/index.ts';
import styles from './inbox.module.css';
import { InboxStore } from './inbox-store.ts';
import { LetterCard } from './letter-card.tsx';
import { LetterList } from './letter-list.tsx';
import type { requires } from './requires.ts';
import { RetentionForm } from './retention-form.tsx';

/** What visitors have sent: the list, and the letter that is read beside it, or in its place where there is no room. */
export const Page = observer(function InboxPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-inbox');
  const { timers } = useServices();
  const { api, notices, stream } = services;
  const [store] = useState(() => new InboxStore(api, notices, timers));
  useEffect(() => {
    void store.load();
    const stopHearing = stream.subscribe('inbox', () => void store.hear());
    // Mails lead to their letter.
    const asked = new URLSearchParams(window.location.search).get('letter');
    if (asked !== null) void store.open(asked);
    return () => {
      void stopHearing();
      store.dispose();
    };
  }, [store, stream]);
  const columns = useRef<HTMLDivElement>(null);
  const isReading = store.openId !== null;
  // Who has closed or deleted a letter goes on in the list: the button that had the keyboard is gone.
  useEffect(() => {
    if (!isReading) return undefined;
    const { current } = columns;
    return () => {
      if (document.activeElement === document.body) current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    };
  }, [isReading]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        {store.retentionDays !== null && (
          <RetentionForm key={store.retentionDays} days={store.retentionDays} store={store} notices={notices} />
        )}
      </header>
      <div ref={columns} className={isReading ? `${styles.columns} ${styles.reading}` : styles.columns}>
        <LetterList store={store} api={api} notices={notices} />
        {store.openId === null ? (
          <aside className={styles.nothing}>
            <EmptyState icon="mail" text={t('choose')} />
          </aside>
        ) : (
          <LetterCard key={store.openId} letterId={store.openId} store={store} notices={notices} />
        )}
      </div>
    </div>
  );
});
