import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '../../../core/client/settings/site-path.ts';
import styles from './account.module.css';
import { usePageLanguage } from './new-password.tsx';

const termsPath = '/guide/trader/terms';

interface TermsProps {
  readonly isAccepted: boolean;
  readonly error: string | undefined;
  readonly onChange: (yes: boolean) => void;
}

/** The terms of use, which whoever makes an account accepts. */
export function Terms({ isAccepted, error, onChange }: TermsProps) {
  const { t } = useTranslation('account');
  const id = useId();
  const language = usePageLanguage();
  return (
    <div className={styles.terms}>
      <input
        id={id}
        type="checkbox"
        checked={isAccepted}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-words`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id}>{t('register.terms')}</label>{' '}
        <a href={pathIn(language, termsPath)} target="_blank" rel="noopener" className={styles.link}>
          {t('register.termsRead')}
        </a>
        <div id={`${id}-words`} className={styles.termsError}>
          {error}
        </div>
      </div>
    </div>
  );
}
