import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { toldIn } from '../../core/contract/notices.ts';
import { ConfirmPopover, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { PlaceText } from '../../core/ui/place/place-text.tsx';
import type { OwnSessionView } from '../../schemas/wire/security.ts';
import { DeviceText, useDeviceText } from './device-text.tsx';
import type { Services } from './requires.ts';
import styles from './security.module.css';
import type { SecurityStore } from './security-store.ts';

const told = toldIn('user-security');

interface SessionListProps {
  readonly store: SecurityStore;
  readonly services: Services;
}

/** Where the person is signed in; all but this session can be ended, one by one or together. */
export const SessionList = observer(function SessionList({ store, services }: SessionListProps) {
  const t = useText('user-security');
  const others = store.sessions.filter(({ current }) => !current);
  const end = async (session?: OwnSessionView): Promise<void> => {
    const error = await store.endSessions(session?.session_id);
    if (error === null) services.notices.show('success', told(session === undefined ? 'sessions.others.done' : 'sessions.one.done'));
    else services.notices.error(error);
  };
  return (
    <PagePart label={t('sessions.title')}>
      <div className={styles.head}>
        <h2>{t('sessions.title')}</h2>
        {others.length > 0 && (
          <ConfirmPopover
            title={t('sessions.others.title')}
            text={t('sessions.others.text')}
            confirmLabel={t('sessions.endOthers')}
            keepLabel={t('keep')}
            danger
            onConfirm={() => void end()}
          >
            <Button size="small">{t('sessions.endOthers')}</Button>
          </ConfirmPopover>
        )}
      </div>
      <ul className={styles.lines}>
        {store.sessions.map((session) => (
          <SessionLine key={session.session_id} session={session} onEnd={() => void end(session)} />
        ))}
      </ul>
    </PagePart>
  );
});

function SessionLine({ session, onEnd }: { readonly session: OwnSessionView; readonly onEnd: () => void }) {
  const t = useText('user-security');
  const device = useDeviceText()(session.user_agent);
  const { ip, place, current, opened_time, used_time } = session;
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <span className={styles.device}>
          <DeviceText userAgent={session.user_agent} />
          {current && <span className={styles.here}>{t('sessions.current')}</span>}
        </span>
        <span className={words.quiet}>
          <PlaceText ip={ip} place={place} /> · {t('sessions.opened')} <TimeText timeMs={opened_time} />
          {used_time !== null && !current && (
            <>
              {' · '}
              {t('sessions.used')} <TimeText timeMs={used_time} />
            </>
          )}
        </span>
      </span>
      {!current && (
        <ConfirmPopover
          title={t('sessions.one.title')}
          text={t('sessions.one.text', { device })}
          confirmLabel={t('sessions.end')}
          keepLabel={t('keep')}
          danger
          onConfirm={onEnd}
        >
          <Button size="small" appearance="subtle" aria-label={t('sessions.endOf', { device, address: ip })}>
            {t('sessions.end')}
          </Button>
        </ConfirmPopover>
      )}
    </li>
  );
}
