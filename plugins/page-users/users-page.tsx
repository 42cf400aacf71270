import { Button } from '@fluentui/react-components';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { lazyPart, PageHead, SteadySuspense, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { PageTabs } from '../../core/ui/page/page-tabs.tsx';
import { InvitationList } from './invite/invitation-list.tsx';
import { InvitationsStore } from './invite/invitations-store.ts';
import { readAddress, usersParts, writeAddress } from './list/people-filter.ts';
import { PeopleStore } from './list/people-store.ts';
import { UserList } from './list/user-list.tsx';
import { PersonCard } from './person/person-card.tsx';
import type { requires } from './requires.ts';
import styles from './users.module.css';

/** Wanted by few visits: they come when they are opened. */
const NewUser = lazyPart(async () => (await import('./make/new-user.tsx')).NewUser);
const InviteUser = lazyPart(async () => (await import('./invite/invite-user.tsx')).InviteUser);
const ImportUsers = lazyPart(async () => (await import('./make/import-users.tsx')).ImportUsers);

/** The people of the house: found, made, changed, suspended. What is looked for and who is open stand in the address. */
export const Page = observer(function UsersPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-users');
  const { timers, preferences } = useServices();
  const { api, notices, stream } = services;
  const [asked] = useState(() => readAddress(window.location.search));
  const [store] = useState(() => new PeopleStore(api, timers, { filter: asked.filter, timeZone: () => preferences.timeZone }));
  const [making, setMaking] = useState<'one' | 'invited' | 'many' | null>(null);
  const [invitations] = useState(() => new InvitationsStore(api));
  useEffect(() => {
    void store.load();
    void invitations.load();
    store.turnTo(asked.part);
    if (asked.user !== null) store.show(asked.user);
    let isBehind = false;
    // The topic begins with what was there at the subscription: that was read just now.
    const stopHearing = stream.subscribe('invitations', () => {
      if (isBehind) void Promise.all([invitations.load(), store.refresh()]);
      isBehind = true;
    });
    const stopWriting = reaction(
      () => writeAddress(store.filter, store.open?.userId ?? null, store.part),
      (query) => window.history.replaceState(window.history.state, '', `${window.location.pathname}${query}`),
    );
    return () => {
      stopWriting();
      void stopHearing();
      store.dispose();
    };
  }, [store, invitations, stream, asked]);
  const made = (userId?: string): void => {
    void store.refresh();
    if (userId !== undefined) store.show(userId);
  };
  const open = invitations.items.length;
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')}>
        <div className={styles.making}>
          <Button size="small" onClick={() => setMaking('many')}>
            {t('import')}
          </Button>
          <Button size="small" onClick={() => setMaking('invited')}>
            {t('invite')}
          </Button>
          <Button size="small" appearance="primary" onClick={() => setMaking('one')}>
            {t('new')}
          </Button>
        </div>
      </PageHead>
      <PageTabs
        label={t('parts')}
        value={store.part}
        tabs={usersParts.map((part) => [part, part === 'invitations' && open > 0 ? t('part.open', { open }) : t(`part.${part}`)])}
        onChange={(part) => store.turnTo(part)}
      />
      {store.part === 'people' ? (
        <ListAndDetail
          list={<UserList store={store} api={api} notices={notices} />}
          detail={store.open && <PersonCard key={store.open.userId} store={store.open} people={store} services={services} />}
          hint={null}
        />
      ) : (
        <ListAndDetail list={<InvitationList store={invitations} roles={store.roles} services={services} />} detail={null} hint={null} />
      )}
      <SteadySuspense fallback={null}>
        {making === 'one' && <NewUser services={services} roles={store.roles} onMade={made} onClose={() => setMaking(null)} />}
        {making === 'invited' && <InviteUser services={services} store={invitations} roles={store.roles} onClose={() => setMaking(null)} />}
        {making === 'many' && <ImportUsers services={services} onMade={made} onClose={() => setMaking(null)} />}
      </SteadySuspense>
    </FullHeightPage>
  );
});
