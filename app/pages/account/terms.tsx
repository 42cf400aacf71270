import { useId } from 'react';
import { pathIn } from '../../../core/client/settings/site-path.ts';
import styles from './account.module.css';
import { usePageLanguage } from './new-password.tsx';
import type { useAccountForm } from './use-account-form.ts';

const termsPath = '/guide/trader/terms';

interface TermsProps {
  readonly form: Pick<ReturnType<typeof useAccountForm>, 't' | 'draft' | 'edit' | 'errorOf'>;
}

/** The terms of use, which whoever makes an account accepts. */
export function Terms({ form: { t, draft, edit, errorOf } }: TermsProps) {
  const error = errorOf('terms');
  const id = useId();
  const language = usePageLanguage();
  return (
    <div className={styles.terms}>
      <input
        id={id}
        type="checkbox"
        checked={draft.terms}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-words`}
        onChange={({ target }) => edit('terms', target.checked)}
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
