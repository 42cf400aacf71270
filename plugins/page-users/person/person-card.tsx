import { observer } from 'mobx-react-lite';
import { FailedState, IconButton, Skeleton, useText } from '../../../core/ui/index.ts';
import type { PersonView } from '../../../schemas/wire/people.ts';
import type { PeopleStore } from '../list/people-store.ts';
import type { Services } from '../requires.ts';
import { PersonActions } from './person-actions.tsx';
import styles from './person-card.module.css';
import { PersonFacts } from './person-facts.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonHistory } from './person-history.tsx';
import { PersonLeaving } from './person-leaving.tsx';
import { PersonNotes } from './person-notes.tsx';
import { PersonSessions } from './person-sessions.tsx';
import type { PersonStore } from './person-store.ts';
import { SignIns } from './sign-ins.tsx';

interface PersonCardProps {
  readonly store: PersonStore;
  readonly people: Pick<PeopleStore, 'roles' | 'close' | 'show' | 'narrow'>;
  readonly services: Services;
}

/** One person: what he is, what can be done, and what was done. */
export const PersonCard = observer(function PersonCard({ store, people, services }: PersonCardProps) {
  const t = useText('page-users');
  const { person, failure } = store;
  return (
    <aside data-keep-clear="form" aria-label={t('person')} aria-busy={person === null && failure === null}>
      <header className={styles.head}>
        <h2 translate="no" title={person?.username}>
          {person?.username ?? ''}
        </h2>
        {person?.state === 'DISABLED' && <span className={styles.suspended}>{t('state.DISABLED')}</span>}
        {person?.demo === true && (
          <span className={styles.demo} title={t('demo.help')}>
            {t('demo')}
          </span>
        )}
        <span className={styles.space} />
        <IconButton icon="close" label={t('close')} onClick={people.close} />
      </header>
      {person !== null ? (
        <Parts person={person} store={store} people={people} services={services} />
      ) : failure !== null ? (
        <FailedState text={services.texts.errorText(failure)} onRetry={() => void store.load()} />
      ) : (
        <Skeleton rows={10} />
      )}
    </aside>
  );
});

const Parts = observer(function Parts({ person, store, people, services }: PersonCardProps & { readonly person: PersonView }) {
  const isSelf = services.session.user?.username === person.username;
  return (
    <>
      <PersonLeaving person={person} store={store} services={services} />
      <PersonFacts person={person} people={people} />
      <PersonActions person={person} store={store} services={services} isSelf={isSelf} />
      <PersonForm person={person} store={store} services={services} roles={people.roles} isSelf={isSelf} />
      <PersonSessions person={person} store={store} services={services} isSelf={isSelf} />
      <PersonNotes person={person} store={store} notices={services.notices} />
      <SignIns signIns={person.sign_ins} texts={services.texts} />
      <PersonHistory store={store} roles={people.roles} />
    </>
  );
});
