import { useMemo } from 'react';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { type Column, TimeText, useRoleNames, useText } from '../../../core/ui/index.ts';
import type { PersonSummaryView } from '../../../schemas/wire/people.ts';
import { LevelText } from '../level-text.tsx';
import styles from './user-list.module.css';

/** What the table says of a person; where there is little room the dates go first, and then the addresses. `ends`: levels of some end, which is read whole. */
export function useUserColumns(roles: readonly Role[], ends: boolean): readonly Column<PersonSummaryView>[] {
  const t = useText('page-users');
  const roleName = useRoleNames(roles);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow from roles and language, and are another function each time
  return useMemo(
    () => [
      {
        id: 'username',
        title: t('field.username'),
        width: 150,
        least: 120,
        fixed: true,
        render: ({ username }) => (
          <span className={styles.name} title={username} translate="no">
            {username}
          </span>
        ),
      },
      {
        id: 'role',
        title: t('field.role'),
        width: 124,
        least: 110,
        render: ({ role }) => <span title={roleName(role)}>{roleName(role)}</span>,
      },
      { id: 'level', title: t('field.level'), width: 166, least: ends ? 166 : 72, render: (one) => <LevelText of={one} /> },
      {
        id: 'state',
        title: t('field.state'),
        width: 92,
        least: 80,
        render: ({ state }) => <span className={state === 'ACTIVE' ? styles.quiet : styles.suspended}>{t(`state.${state}`)}</span>,
      },
      {
        id: 'email',
        title: t('field.email'),
        width: 210,
        least: 180,
        yields: 4,
        render: ({ email }) => <Address text={email} />,
      },
      { id: 'phone', title: t('field.phone'), width: 126, least: 110, yields: 3, render: ({ phone }) => <Address text={phone} /> },
      {
        id: 'lastSignIn',
        title: t('field.lastSignIn'),
        width: 134,
        least: 124,
        yields: 2,
        render: (one) =>
          one.last_sign_in_time === null ? <span className={styles.quiet}>{t('never')}</span> : <TimeText timeMs={one.last_sign_in_time} />,
      },
      {
        id: 'created',
        title: t('field.created'),
        width: 134,
        least: 124,
        yields: 1,
        render: (one) => <TimeText timeMs={one.created_time} />,
      },
    ],
    [t, roles, ends],
  );
}

const Address = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span className={styles.quiet}>–</span>
  ) : (
    <span title={text} translate="no">
      {text}
    </span>
  );
