import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { readStoredUser } from '../../core/client/connection/session-storage.ts';
import { usePageTitle } from '../shell/header/navigation.tsx';
import styles from './error-page.module.css';
import { PublicFrame } from './public-frame.tsx';

/** Query `error` holds 404 or 403. */
export function ErrorPage() {
  const { t } = useTranslation('app');
  const [search] = useSearchParams();
  const code = search.get('error') === '403' ? '403' : '404';
  const signedIn = readStoredUser(localStorage) !== null;
  usePageTitle(t(`error.${code}.title`));
  return (
    <PublicFrame>
      <div className={styles.place}>
        <div className={styles.code}>{code}</div>
        <h1 className={styles.title}>{t(`error.${code}.title`)}</h1>
        <p className={styles.text}>{t(`error.${code}.text`)}</p>
        <Link className={styles.link} to={signedIn ? '/dashboard' : '/home'} replace>
          {t(signedIn ? 'error.toDashboard' : 'error.toHome')}
        </Link>
      </div>
    </PublicFrame>
  );
}
