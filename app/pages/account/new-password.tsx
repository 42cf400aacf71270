import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '../../../core/domain/language.ts';
import { PasswordStrength } from '../../../core/ui/form/password-strength.tsx';
import { PublicTextField, type PublicTextFieldProps } from '../public-field.tsx';
import styles from './account.module.css';

type PasswordField = 'password' | 'repeat';
interface NewPasswordProps {
  readonly password: string;
  /** Of whoever chooses it, as far as they are known. */
  readonly names?: readonly string[];
  readonly ofText: (field: PasswordField) => Pick<PublicTextFieldProps, 'value' | 'error' | 'onChange' | 'onLeave'>;
  readonly autoFocus?: boolean;
}

/** Twice, with how hard it is to guess. */
export function NewPassword({ password, names = [], ofText, autoFocus = false }: NewPasswordProps) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.pair}>
      <div>
        <PublicTextField
          label={t('firstStart.password')}
          help={t('firstStart.passwordHelp')}
          {...ofText('password')}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          autoFocus={autoFocus}
        />
        <div className={styles.strength}>
          <PasswordStrength
            {...{ password, names }}
            textOf={(strength) => t('firstStart.strength', { strength: t(`firstStart.strength.${strength}`) })}
          />
        </div>
      </div>
      <PublicTextField label={t('firstStart.repeat')} {...ofText('repeat')} type="password" autoComplete="new-password" maxLength={128} />
    </div>
  );
}

/** What whoever is here reads. */
export function usePageLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : 'en';
}
