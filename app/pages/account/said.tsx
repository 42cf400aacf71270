import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import shape from '../public-card.module.css';
import styles from './account.module.css';

interface SaidProps {
  readonly title: string;
  readonly text: string;
  /** Signing in is what comes next. */
  readonly isNext?: boolean;
  /** Nothing is to be done yet. */
  readonly isQuiet?: boolean;
  readonly onRetry?: (() => void) | undefined;
}

/** What is to be told in place of a form, and where it leads. */
export function Said({ title, text, isNext = false, isQuiet = false, onRetry }: SaidProps) {
  const { t } = useTranslation(['account', 'app']);
  return (
    <section className={shape.card}>
      <h1 className={shape.title}>{title}</h1>
      <p className={shape.lead} role="status">
        {text}
      </p>
      {onRetry !== undefined && (
        <button type="button" className={shape.submit} onClick={onRetry}>
          {t('retry', { ns: 'app' })}
        </button>
      )}
      {!isQuiet && onRetry === undefined && (
        <Link to="/login" className={isNext ? `${shape.submit} ${styles.next}` : styles.link}>
          {t('account.toSignIn')}
        </Link>
      )}
    </section>
  );
}
