import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { EmptyState, FailedState, formatDay, PageHead, Skeleton, useServices, useText } from '../../core/ui/index.ts';
import { QrCode } from '../../core/ui/qr/qr-code.tsx';
import type { InviteView } from '../../schemas/wire/invite.ts';
import { CopyField } from './copy-field.tsx';
import styles from './invite.module.css';
import { amountsOf, RebatePart } from './rebate-part.tsx';
import type { requires } from './requires.ts';

const linkOf = ({ invite_code: code, public_url: url }: InviteView): string => `${url ?? window.location.origin}/register?invite=${code}`;

/** The user's own code, as a link and to be read by a camera, and who has come by it. */
export const Page = observer(function InvitePage({ services }: PageProps<typeof requires>) {
  const t = useText('page-invite');
  const { api, notices } = services;
  const [mine, setMine] = useState<InviteView | 'failed' | null>(null);
  const load = useCallback(async (): Promise<void> => {
    const reply = await api.call('inviteMine', {});
    setMine(reply.ok ? reply.value : 'failed');
  }, [api]);
  useEffect(() => void load(), [load]);
  return (
    <div className={styles.page}>
      <PageHead title={t('title')} lead={t('lead')} />
      {mine === null ? (
        <Skeleton rows={6} />
      ) : mine === 'failed' ? (
        <FailedState text={t('failed')} onRetry={() => void load()} />
      ) : (
        <>
          <section className={styles.card} aria-label={t('yours')}>
            <div className={styles.words}>
              <CopyField label={t('code')} value={mine.invite_code} notices={notices} />
              <CopyField label={t('link')} value={linkOf(mine)} notices={notices} />
            </div>
            <div className={styles.qr}>
              <QrCode text={linkOf(mine)} label={t('qr')} />
            </div>
          </section>
          <RebatePart mine={mine} services={services} />
          <Invited people={mine.invited} />
        </>
      )}
    </div>
  );
});

const Invited = observer(function Invited({ people }: { readonly people: InviteView['invited'] }) {
  const t = useText('page-invite');
  const { timeZone } = useServices().preferences;
  return (
    <section className={styles.card} aria-label={t('invited')}>
      <h2>{t('invited')}</h2>
      {people.length === 0 ? (
        <EmptyState icon="user" text={t('invited.none')} />
      ) : (
        <>
          <p className={styles.counts}>
            {t('invited.counts', { people: people.length, theirs: people.flatMap(({ invited }) => invited).length })}
          </p>
          <ul className={styles.people}>
            {people.map(({ username, join_time: joinedMs, brought, invited }) => (
              <li key={username}>
                <div className={styles.person}>
                  <span translate="no">{username}</span>
                  {brought.length > 0 && <span>{t('rebates.brought', { amounts: amountsOf(brought) })}</span>}
                  <Day timeMs={joinedMs} timeZone={timeZone} />
                </div>
                {invited.length > 0 && (
                  <ul className={styles.theirs} aria-label={t('invited.theirs', { name: username })}>
                    {invited.map(({ beginning, join_time: theirMs, brought: theirs }) => (
                      <li key={`${beginning}${theirMs}`} className={styles.person}>
                        <span translate="no">{beginning}…</span>
                        {theirs.length > 0 && <span>{t('rebates.brought', { amounts: amountsOf(theirs) })}</span>}
                        <Day timeMs={theirMs} timeZone={timeZone} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
});

const Day = ({ timeMs, timeZone }: { readonly timeMs: number; readonly timeZone: string }) => (
  <time dateTime={new Date(timeMs).toISOString()}>{formatDay(timeMs, timeZone)}</time>
);
