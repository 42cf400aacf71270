import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { toldIn } from '../../../core/contract/notices.ts';
import { sentences } from '../../../core/domain/joined-text.ts';
import { TimeText, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { PlaceText } from '../../../core/ui/place/place-text.tsx';
import type { PersonView } from '../../../schemas/wire/people.ts';
import type { Services } from '../requires.ts';
import { DeviceText } from './device-text.tsx';
import styles from './person-card.module.css';
import { PersonReason } from './person-reason.tsx';
import type { PersonStore } from './person-store.ts';

const told = toldIn('page-users');

interface PersonSessionsProps {
  readonly person: PersonView;
  readonly store: PersonStore;
  readonly services: Services;
  readonly isSelf: boolean;
}

/** Where a person is signed in; one or all of it can be ended. */
export const PersonSessions = observer(function PersonSessions({ person, store, services, isSelf }: PersonSessionsProps) {
  const t = useText('page-users');
  /** A session, or all of them. */
  const [asking, setAsking] = useState<string | 'all' | null>(null);
  const { sessions, username } = person;
  const which = asking === 'all' ? 'all' : 'one';
  return (
    <section className={styles.part} aria-label={t('sessions')}>
      <div className={styles.partHead}>
        <h3>{t('sessions')}</h3>
        {sessions.length > 0 && (
          <Button size="small" appearance="subtle" onClick={() => setAsking('all')}>
            {t('sessions.endAll')}
          </Button>
        )}
      </div>
      {sessions.length === 0 && <p className={words.quiet}>{t('sessions.empty')}</p>}
      <ul className={styles.lines}>
        {sessions.map((session) => (
          <li key={session.session_id} className={styles.session}>
            <span className={styles.words}>
              <span>
                <TimeText timeMs={session.created_time} /> · <PlaceText ip={session.ip} place={session.place} />
              </span>
              <DeviceText userAgent={session.user_agent} />
              <span className={words.quiet}>
                {t('sessions.until')} <TimeText timeMs={session.expiry_time} />
              </span>
            </span>
            <Button
              size="small"
              appearance="subtle"
              className={styles.end}
              aria-label={t('sessions.endOf', { address: session.ip })}
              title={t('sessions.endOf', { address: session.ip })}
              onClick={() => setAsking(session.session_id)}
            >
              {t('sessions.end')}
            </Button>
          </li>
        ))}
      </ul>
      {asking !== null && (
        <PersonReason
          title={t(`sessions.${which}.title`, { username })}
          text={sentences([t(`sessions.${which}.text`, { username }), isSelf ? t('self.sessions') : ''])}
          confirmLabel={t(asking === 'all' ? 'sessions.endAll' : 'sessions.end')}
          danger
          texts={services.texts}
          onClose={() => setAsking(null)}
          onConfirm={async (reason) => {
            const error = await store.endSessions(reason, asking === 'all' ? undefined : asking);
            if (error === null) services.notices.show('success', told(`sessions.${which}.done`, { username }));
            return error;
          }}
        />
      )}
    </section>
  );
});
