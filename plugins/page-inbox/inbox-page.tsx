import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
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
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')}>
        {store.retentionDays !== null && (
          <RetentionForm key={store.retentionDays} days={store.retentionDays} store={store} notices={notices} />
        )}
      </PageHead>
      <ListAndDetail
        list={<LetterList store={store} api={api} notices={notices} />}
        detail={store.openId && <LetterCard key={store.openId} letterId={store.openId} store={store} notices={notices} />}
        hint={{ icon: 'mail', text: t('choose') }}
      />
    </FullHeightPage>
  );
});
