import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { ApiClient } from '../../../core/client/connection/api-client.ts';
import type { RouteTable } from '../../../core/client/connection/route-table.ts';
import type { AppError } from '../../../core/contract/app-error.ts';
import { usePageTitle } from '../../shell/header/navigation.tsx';
import { usePageTexts } from '../page-texts.ts';
import shape from '../public-card.module.css';
import { PublicFrame } from '../public-frame.tsx';
import { SetUpForm } from './set-up-form.tsx';
import styles from './set-up-page.module.css';
import type { InstalledVenueView } from './set-up-venues.tsx';

const texts: Readonly<Record<string, object>> = import.meta.glob('../../../locales/*/set-up.json', { eager: true, import: 'default' });

/** What venues say of themselves, as if they were texts of the house. */
const venueTexts: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(import.meta.glob<object>('../../../plugins/venue-*/locales/*.json', { eager: true, import: 'default' })).map(
    ([path, words]) => {
      const [plugin = '', , file = ''] = path.split('/').slice(-3);
      return [`${file.replace('.json', '')}/${plugin}.json`, words];
    },
  ),
);

/** Only what the set-up needs: the table of all calls belongs to the workbench. */
const setUpRoutes: RouteTable = {
  setUpLook: { method: 'POST', path: '/set-up/look', session: false },
  setUp: { method: 'POST', path: '/set-up', session: false },
};

/** The first start: whoever sits at the server, or has the address that its terminal printed, becomes the administrator. */
export function SetUpPage() {
  usePageTexts(texts);
  usePageTexts(venueTexts);
  const { t } = useTranslation(['set-up', 'errors']);
  const [api] = useState(
    () => new ApiClient({ base: '/sapi', routes: setUpRoutes, token: () => null, fetch: (...args) => fetch(...args) }),
  );
  const [token] = useState(() => window.location.hash.slice(1).slice(0, 128) || null);
  const [looks, setLooks] = useState(1);
  const [venues, setVenues] = useState<readonly InstalledVenueView[]>([]);
  /** Undefined while nobody has answered; null: he may. */
  const [barred, setBarred] = useState<AppError | null>();
  usePageTitle(t('title'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each look asks again
  useEffect(() => {
    let isGone = false;
    void api.call('setUpLook', { body: { token } }).then((reply) => {
      if (isGone) return;
      if (reply.ok) setVenues(reply.value.venues);
      setBarred(reply.ok ? null : reply.error);
    });
    return () => {
      isGone = true;
    };
  }, [api, token, looks]);

  if (barred?.code === 'SET_UP_DONE') return <Navigate to="/login" replace />;
  return (
    <PublicFrame>
      <div className={shape.place}>
        {barred === null ? (
          <SetUpForm api={api} token={token} venues={venues} />
        ) : (
          <section className={`${shape.card} ${styles.card}`}>
            <h1 className={shape.title}>{t('title')}</h1>
            {barred === undefined ? (
              <p className={`${shape.lead} ${styles.lead}`}>{t('looking')}</p>
            ) : (
              <>
                <p role="alert" className={`${shape.warning} ${styles.lead}`}>
                  {barred.code === 'SET_UP_TOKEN_NEEDED' ? t('notHere') : t(barred.code, { ns: 'errors', ...barred.params })}
                </p>
                {!isElsewhere(barred) && (
                  <button type="button" className={`${shape.submit} ${styles.submit}`} onClick={() => setLooks(looks + 1)}>
                    {t('retry', { ns: 'app' })}
                  </button>
                )}
                <Link to="/login" className={styles.link}>
                  {t('toSignIn')}
                </Link>
              </>
            )}
          </section>
        )}
      </div>
    </PublicFrame>
  );
}

/** Asking again would be answered the same. */
const isElsewhere = ({ code }: AppError): boolean => code === 'SET_UP_TOKEN_NEEDED' || code === 'SET_UP_TOKEN_WRONG';
