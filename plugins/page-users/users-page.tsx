import { Button } from '@fluentui/react-components';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Suspense, useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { FullHeightPage, ListAndDetail, lazyPart, PageHead, useServices, useText } from '../../core/ui/index.ts';
import { readAddress, writeAddress } from './list/people-filter.ts';
import { PeopleStore } from './list/people-store.ts';
import { UserList } from './list/user-list.tsx';
import { PersonCard } from './person/person-card.tsx';
import type { requires } from './requires.ts';
import styles from './users.module.css';

/** Wanted by few visits: they come when they are opened. */
const NewUser = lazyPart(async () => (await import('./make/new-user.tsx')).NewUser);
const ImportUsers = lazyPart(async () => (await import('./make/import-users.tsx')).ImportUsers);

/** The people of the house: found, made, changed, suspended. What is looked for and who is open stand in the address. */
export const Page = observer(function UsersPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-users');
  const { timers, preferences } = useServices();
  const { api, notices } = services;
  const [asked] = useState(() => readAddress(window.location.search));
  const [store] = useState(() => new PeopleStore(api, timers, { filter: asked.filter, timeZone: () => preferences.timeZone }));
  const [making, setMaking] = useState<'one' | 'many' | null>(null);
  useEffect(() => {
    void store.load();
    if (asked.user !== null) store.show(asked.user);
    const stopWriting = reaction(
      () => writeAddress(store.filter, store.open?.userId ?? null),
      (query) => window.history.replaceState(window.history.state, '', `${window.location.pathname}${query}`),
    );
    return () => {
      stopWriting();
      store.dispose();
    };
  }, [store, asked]);
  const made = (userId?: string): void => {
    void store.refresh();
    if (userId !== undefined) store.show(userId);
  };
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')}>
        <div className={styles.making}>
          <Button size="small" onClick={() => setMaking('many')}>
            {t('import')}
          </Button>
          <Button size="small" appearance="primary" onClick={() => setMaking('one')}>
            {t('new')}
          </Button>
        </div>
      </PageHead>
      <ListAndDetail
        list={<UserList store={store} api={api} notices={notices} />}
        detail={store.open && <PersonCard key={store.open.userId} store={store.open} people={store} services={services} />}
        hint={null}
      />
      <Suspense fallback={null}>
        {making === 'one' && <NewUser services={services} roles={store.roles} onMade={made} onClose={() => setMaking(null)} />}
        {making === 'many' && <ImportUsers services={services} onMade={made} onClose={() => setMaking(null)} />}
      </Suspense>
    </FullHeightPage>
  );
});
