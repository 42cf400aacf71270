import { observer } from 'mobx-react-lite';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { Disclosure, FailedState, Skeleton, TimeText, useRoleNames, useServices, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { HistoryLineView } from '../../../schemas/wire/people.ts';
import { MoreButton } from '../more-button.tsx';
import { actionKey, changedFields, rolesIn } from './history-changes.ts';
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
            <Line key={line.line_id} line={line} username={store.person?.username ?? ''} roles={roles} />
          ))}
        </ol>
        {history.items.length > 0 && <MoreButton list={history} />}
      </Disclosure>
    </section>
  );
});

interface LineProps {
  readonly line: HistoryLineView;
  readonly username: string;
  readonly roles: readonly Role[];
}

const Line = observer(function Line({ line, username, roles }: LineProps) {
  const t = useText('page-users');
  const { timeZone } = useServices().preferences;
  const roleName = useRoleNames([...roles, ...rolesIn(line.before, line.after)]);
  const action = actionKey(line, username);
  return (
    <li>
      <span className={words.quiet}>
        <TimeText timeMs={line.time} /> · {line.actor === 'system' ? t('history.system') : <span translate="no">{line.actor}</span>}
      </span>
      <div>{action === null ? <span translate="no">{line.action}</span> : t(action)}</div>
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
