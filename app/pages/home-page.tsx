import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { readStoredUser } from '../../core/client/connection/session-storage.ts';
import { usePageTitle } from '../shell/header/navigation.tsx';
import styles from './home-page.module.css';
import { PublicFrame } from './public-frame.tsx';

const points = ['venues', 'workspace', 'strategies'] as const;

/** The public landing page. */
export function HomePage() {
  const { t } = useTranslation('app');
  const signedIn = readStoredUser(localStorage) !== null;
  const [target, label] = signedIn ? ['/dashboard', t('home.open')] : ['/login', t('home.signIn')];
  usePageTitle('');
  return (
    <PublicFrame
      action={
        <Link className={styles.small} to={target}>
          {label}
        </Link>
      }
    >
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t('home.title')}</h1>
          <p className={styles.lead}>{t('home.lead')}</p>
          <Link className={styles.action} to={target}>
            {label}
          </Link>
        </div>
        <Mosaic />
      </section>
      <section className={styles.points}>
        {points.map((point) => (
          <div key={point} className={styles.point}>
            <h2>{t(`home.${point}.title`)}</h2>
            <p>{t(`home.${point}.text`)}</p>
          </div>
        ))}
      </section>
    </PublicFrame>
  );
}

/** A workspace as tesserae: chart, book, trades, orders. Decoration only. */
function Mosaic() {
  return (
    <svg className={styles.mosaic} viewBox="0 0 440 300" aria-hidden="true" focusable="false">
      <g fill="var(--tessera-surface)" stroke="var(--tessera-line)">
        <path d="M.5.500h279v189H.5zM287.500.500h152v119h-152zM287.500 127.500h152v172h-152zM.5 197.500h279v102H.5z" />
      </g>
      <path
        d="M20 150l24-20 24 12 24-44 24 18 24-30 24 10 24-34 24 16 24-28 24 14"
        fill="none"
        stroke="var(--tessera-accent)"
        strokeWidth="2.500"
        strokeLinejoin="round"
      />
      <g fill="var(--tessera-red)" opacity=".7">
        <path d="M384 16h40v7h-40zM366 29h58v7h-58zM346 42h78v7h-78z" />
      </g>
      <g fill="var(--tessera-green)" opacity=".7">
        <path d="M340 70h84v7h-84zM358 83h66v7h-66zM380 96h44v7h-44z" />
      </g>
      <g fill="var(--tessera-line-strong)">
        <path d="M303 16h30v7h-30zM303 29h30v7h-30zM303 42h30v7h-30zM303 70h30v7h-30zM303 83h30v7h-30zM303 96h30v7h-30z" />
        <path d="M16 216h40v6H16zM76 216h60v6H76zM156 216h34v6h-34zM220 216h44v6h-44zM16 240h40v6H16zM76 240h44v6H76zM156 240h34v6h-34zM220 240h36v6h-36zM16 264h40v6H16zM76 264h54v6H76zM156 264h34v6h-34zM220 264h44v6h-44z" />
        <path d="M303 146h120v16H303zM303 174h120v16H303zM303 202h120v16H303z" opacity=".5" />
      </g>
      <path d="M303 244h56v30h-56z" fill="var(--tessera-green)" />
      <path d="M367 244h56v30h-56z" fill="var(--tessera-red)" />
    </svg>
  );
}
