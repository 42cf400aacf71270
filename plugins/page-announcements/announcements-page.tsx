import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementList } from './announcement-list.tsx';
import { AnnouncementsStore } from './announcements-store.ts';
import type { requires } from './requires.ts';

/** What the house tells everybody: the list, and the one that is written beside it, or in its place where there is no room. */
export const Page = observer(function AnnouncementsPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-announcements');
  const { api, notices, preferences, stream } = services;
  const { newId } = useServices();
  const [store] = useState(() => new AnnouncementsStore(api, notices, () => preferences.timeZone, newId));
  useEffect(() => {
    void store.load();
    const stopHearing = stream.subscribe('announcements', () => void store.load());
    return () => void stopHearing();
  }, [store, stream]);
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')}>
        <Button size="small" appearance="primary" onClick={store.begin}>
          {t('new')}
        </Button>
      </PageHead>
      <ListAndDetail
        list={<AnnouncementList store={store} />}
        detail={
          store.opened && <AnnouncementForm key={store.opened.id ?? 'new'} store={store} draft={store.opened.draft} notices={notices} />
        }
        hint={{ icon: 'bell', text: t('choose') }}
      />
    </FullHeightPage>
  );
});
