import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { TimeText, useRoleNames, useText } from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import words from '../../../core/ui/page/words.module.css';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { LevelText } from '../level-text.tsx';
import { everybody } from '../list/people-filter.ts';
import type { PeopleStore } from '../list/people-store.ts';

interface PersonFactsProps {
  readonly person: PersonView;
  readonly people: Pick<PeopleStore, 'show' | 'narrow'>;
}

/** What a person is, in a few lines. Up and down the tree of who has brought whom it is a click. */
export function PersonFacts({ person, people }: PersonFactsProps) {
  const t = useText('page-users');
  const roleName = useRoleNames([person.role]);
  const { invited_by: inviter, inviter_id: inviterId, invited_count: invited } = person;
  const never = <span className={words.quiet}>{t('never')}</span>;
  const narrowTo = (username: string): void => people.narrow({ ...everybody, invited_by: username });
  return (
    <dl className={record.facts}>
      <Fact label={t('field.role')}>{roleName(person.role)}</Fact>
      <Fact label={t('field.level')}>
        <LevelText of={person} />
      </Fact>
      {person.product !== null && <Fact label={t('field.product')}>{t(`product.${person.product}`)}</Fact>}
      <Fact label={t('field.created')}>
        <TimeText timeMs={person.created_time} />
      </Fact>
      <Fact label={t('field.lastSignIn')}>
        {person.last_sign_in_time === null ? never : <TimeText timeMs={person.last_sign_in_time} />}
      </Fact>
      <Fact label={t('field.inviteCode')}>
        <span translate="no">{person.invite_code}</span>
      </Fact>
      <Fact label={t('field.invitedBy')}>
        {inviter === null || inviterId === null ? (
          <span className={words.quiet}>–</span>
        ) : (
          <Link as="button" translate="no" onClick={() => people.show(inviterId)}>
            {inviter}
          </Link>
        )}
      </Fact>
      <Fact label={t('field.invited')}>
        {invited === 0 ? (
          invited
        ) : (
          <Link as="button" title={t('filter.invitedBy', { name: person.username })} onClick={() => narrowTo(person.username)}>
            {invited}
          </Link>
        )}
      </Fact>
      {person.terms !== null && (
        <Fact label={t('field.terms')}>
          {t('terms.of', { version: person.terms.version })} · <TimeText timeMs={person.terms.time} />
        </Fact>
      )}
      <Fact label={t('field.id')}>
        <span translate="no">{person.user_id}</span>
      </Fact>
    </dl>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
