import { observer } from 'mobx-react-lite';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { Disclosure, FailedState, Skeleton, TimeText, useRoleNames, useServices, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { HistoryLineView } from '../../../schemas/wire/people.ts';
import { MoreButton } from '../more-button.tsx';
import { changedFields, rolesIn } from './history-changes.ts';
import styles from './person-card.module.css';
import type { PersonStore } from './person-store.ts';

/** What was done with a person: who, when, what, and why. Read when somebody wants to see it. */
export const PersonHistory = observer(function PersonHistory({
  store,
  roles,
}: {
  readonly store: PersonStore;
  readonly roles: readonly Role[];
}) {
  const t = useText('page-users');
  const { history } = store;
  return (
    <section className={styles.part} aria-label={t('history')}>
      <Disclosure
        summary={<span className={styles.title}>{t('history')}</span>}
        onToggle={(open) => open && history.items.length === 0 && void history.more()}
      >
        {history.items.length === 0 && history.state === 'failed' && (
          <FailedState text={t('history.failed')} onRetry={() => void history.more()} />
        )}
        {history.items.length === 0 && history.state === 'loading' && <Skeleton rows={3} />}
        {history.items.length === 0 && history.state === 'done' && <p className={words.quiet}>{t('history.empty')}</p>}
        <ol className={styles.lines}>
          {history.items.map((line) => (
            <Line key={line.line_id} line={line} roles={roles} />
          ))}
        </ol>
        {history.items.length > 0 && <MoreButton list={history} />}
      </Disclosure>
    </section>
  );
});

/** What the server calls what was done. */
const actions = [
  'created',
  'registered',
  'changed',
  'password',
  'sessions-ended',
  'noted',
  'second-factor-on',
  'second-factor-off',
  ...['passkey-added', 'passkey-removed', 'passkey-copied'],
  ...['data-exported', 'leaving', 'kept', 'erased'],
  'recovery-codes',
] as const;
/** Those of other names, with the keys of their texts. */
const others: Readonly<Record<string, string>> = {
  'invitation.accepted': 'action.accepted',
  'address.added': 'action.address-added',
  'address.removed': 'action.address-removed',
};

const Line = observer(function Line({ line, roles }: { readonly line: HistoryLineView; readonly roles: readonly Role[] }) {
  const t = useText('page-users');
  const { timeZone } = useServices().preferences;
  const roleName = useRoleNames([...roles, ...rolesIn(line.before, line.after)]);
  const known = actions.find((one) => line.action === `person.${one}`);
  const action = known === undefined ? others[line.action] : `action.${known}`;
  return (
    <li>
      <span className={words.quiet}>
        <TimeText timeMs={line.time} /> · {line.actor === 'system' ? t('history.system') : <span translate="no">{line.actor}</span>}
      </span>
      <div>{action === undefined ? <span translate="no">{line.action}</span> : t(action)}</div>
      {changedFields(line.before, line.after, { t, roleName, timeZone }).map(({ field, from, to }) => (
        <div key={field} translate="no">
          {from === null || to === null ? t('history.is', { field, to: to ?? from ?? '' }) : t('history.fromTo', { field, from, to })}
        </div>
      ))}
      {line.reason !== null && (
        <div className={words.quiet} translate="no">
          {t('history.reason', { reason: line.reason })}
        </div>
      )}
    </li>
  );
});
