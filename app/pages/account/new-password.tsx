import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '../../../core/domain/language.ts';
import { PasswordStrength } from '../../../core/ui/form/password-strength.tsx';
import { PublicTextField } from '../public-field.tsx';
import styles from './account.module.css';
import type { useAccountForm } from './use-account-form.ts';

/** Twice, with how hard it is to guess. */
export function NewPassword({ form }: { readonly form: ReturnType<typeof useAccountForm> }) {
  const { t, draft, ofText } = form;
  return (
    <>
      <PublicTextField
        label={t('firstStart.password', { ns: 'app' })}
        help={t('firstStart.passwordHelp', { ns: 'app' })}
        {...ofText('password')}
        type="password"
        autoComplete="new-password"
        maxLength={128}
      />
      <div className={styles.strength}>
        <PasswordStrength
          password={draft.password}
          textOf={(strength) => t('firstStart.strength', { ns: 'app', strength: t(`firstStart.strength.${strength}`, { ns: 'app' }) })}
        />
      </div>
      <PublicTextField
        label={t('firstStart.repeat', { ns: 'app' })}
        {...ofText('repeat')}
        type="password"
        autoComplete="new-password"
        maxLength={128}
      />
    </>
  );
}

/** What whoever is here reads. */
export function usePageLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : 'en';
}
