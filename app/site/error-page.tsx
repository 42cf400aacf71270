import type { SiteError } from '../../core/contract/site.ts';
import { EitherAction } from '../../core/ui/site/page.tsx';
import { ErrorCode } from './error-code.tsx';
import styles from './error-page.module.css';
import type { SiteText } from './site-texts.ts';

interface ErrorPageProps {
  readonly code: SiteError;
  readonly t: SiteText;
  readonly href: (path: string) => string;
}

/** Nothing here, or not for you. */
export function ErrorPage({ code, t, href }: ErrorPageProps) {
  const toHome = { href: href('/home'), text: t('error.toHome') };
  // The tab remembers what was asked for.
  const toSignIn = { href: '/login', text: t('signIn') };
  return (
    <section className={styles.place}>
      <div className={styles.code}>
        <ErrorCode code={code} />
      </div>
      <h1 className={styles.title}>{t(`error.${code}.title`)}</h1>
      <p className={styles.text}>{t(`error.${code}.text`)}</p>
      <EitherAction guest={code === '403' ? toSignIn : toHome} user={{ href: '/start', text: t('error.toDashboard') }} />
    </section>
  );
}
