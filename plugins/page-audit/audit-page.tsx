import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { readAddress, writeAddress } from './audit-filter.ts';
import { AuditList } from './audit-list.tsx';
import { AuditStore } from './audit-store.ts';
import { ChainLine } from './chain-line.tsx';
import { CheckStore } from './check-store.ts';
import { EntryCard } from './entry-card.tsx';
import type { requires } from './requires.ts';

/** Who did what, when and why, and whether the log of it is as it was written. What is looked for stands in the address. */
export const Page = observer(function AuditPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-audit');
  const { timers, preferences } = useServices();
  const { api, markets, notices, texts } = services;
  const [store] = useState(
    () => new AuditStore(api, timers, { filter: readAddress(window.location.search), timeZone: () => preferences.timeZone }),
  );
  const [check] = useState(() => new CheckStore(api, timers, () => void store.refresh()));
  useEffect(() => {
    void store.load();
    void check.load();
    const stopWriting = reaction(
      () => writeAddress(store.filter),
      (query) => window.history.replaceState(window.history.state, '', `${window.location.pathname}${query}`),
    );
    return () => {
      stopWriting();
      store.dispose();
      check.dispose();
    };
  }, [store, check]);
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')}>
        <ChainLine store={check} texts={texts} />
      </PageHead>
      <ListAndDetail
        list={<AuditList store={store} {...{ api, markets, notices }} />}
        detail={
          store.open && (
            <EntryCard
              key={store.open.entry}
              line={store.open}
              {...{ api, markets, notices }}
              order={store.asked.order}
              onClose={store.close}
            />
          )
        }
        hint={null}
      />
    </FullHeightPage>
  );
});
