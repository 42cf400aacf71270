import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { PageTabs } from '../../core/ui/page/page-tabs.tsx';
import { AccountCard } from './accounts/account-card.tsx';
import { AccountList } from './accounts/account-list.tsx';
import { FinanceStore, tabs } from './finance-store.ts';
import { MovementCard } from './movements/movement-card.tsx';
import { MovementList } from './movements/movement-list.tsx';
import { ProofPart } from './proof-part.tsx';
import type { requires } from './requires.ts';

/** Money of everybody, for finance: accounts with statements, movements and what waits for a second person, and the daily proof. */
export const Page = observer(function FinancePage({ services }: PageProps<typeof requires>) {
  const t = useText('page-finance');
  const { timers } = useServices();
  const { api, session, stream } = services;
  const [store] = useState(() => new FinanceStore(api, timers, session.user?.role ?? 'user'));
  useEffect(() => {
    void store.load();
    const stop = store.follow(stream);
    return () => {
      stop();
      store.dispose();
    };
  }, [store, stream]);
  const { waiting } = store.state;
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageTabs
        label={t('parts')}
        value={store.tab}
        tabs={tabs.map((tab) => [tab, tab === 'movements' && waiting > 0 ? t('tab.waiting', { waiting }) : t(`tab.${tab}`)])}
        onChange={(tab) => store.show(tab)}
      />
      {store.tab === 'accounts' && (
        <ListAndDetail
          list={<AccountList store={store} markets={services.markets} preferences={services.preferences} />}
          detail={store.account && <AccountCard key={store.account.apiId} account={store.account} store={store} services={services} />}
          hint={null}
        />
      )}
      {store.tab === 'movements' && (
        <ListAndDetail
          list={<MovementList store={store} markets={services.markets} preferences={services.preferences} />}
          detail={
            store.openMovement && (
              <MovementCard key={store.openMovement.movement_id} movement={store.openMovement} store={store} services={services} />
            )
          }
          hint={null}
        />
      )}
      {store.tab === 'proof' && <ProofPart store={store} services={services} />}
    </FullHeightPage>
  );
});
