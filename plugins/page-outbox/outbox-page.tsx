import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { ChannelLine } from './channel-line.tsx';
import { LetterCard } from './letter-card.tsx';
import { readAddress, writeAddress } from './outbox-filter.ts';
import { OutboxList } from './outbox-list.tsx';
import { OutboxStore } from './outbox-store.ts';
import type { requires } from './requires.ts';

/** What the house has written to people, and what waits because nobody carries it. What is looked for stands in the address. */
export const Page = observer(function OutboxPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-outbox');
  const { timers } = useServices();
  const [store] = useState(() => new OutboxStore(services.api, timers, readAddress(window.location.search)));
  useEffect(() => {
    void store.load();
    const stopWriting = reaction(
      () => writeAddress(store.filter),
      (query) => window.history.replaceState(window.history.state, '', `${window.location.pathname}${query}`),
    );
    return () => {
      stopWriting();
      store.dispose();
    };
  }, [store]);
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')}>
        <ChannelLine channels={store.channels} />
      </PageHead>
      <ListAndDetail
        list={<OutboxList store={store} />}
        detail={store.open && <LetterCard key={store.open.delivery_id} letter={store.open} store={store} services={services} />}
        hint={null}
      />
    </FullHeightPage>
  );
});
