import type { ReactNode } from 'react';
import { TimeText, useRoleNames, useText } from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import words from '../../../core/ui/page/words.module.css';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { LevelText } from '../level-text.tsx';

/** What a person is, in a few lines. */
export function PersonFacts({ person }: { readonly person: PersonView }) {
  const t = useText('page-users');
  const roleName = useRoleNames([person.role]);
  const never = <span className={words.quiet}>{t('never')}</span>;
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
        {person.invited_by === null ? <span className={words.quiet}>–</span> : <span translate="no">{person.invited_by}</span>}
      </Fact>
      <Fact label={t('field.invited')}>{person.invited_count}</Fact>
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
