import { longestEmail } from '../../../core/domain/accounts/person-rules.ts';
import { PublicTextField } from '../public-field.tsx';
import type { useAccountForm } from './use-account-form.ts';

interface AccountFieldProps {
  readonly form: Pick<ReturnType<typeof useAccountForm>, 't' | 'ofText' | 'edit'>;
  readonly autoFocus?: boolean;
}

/** The email address or phone number that a code goes to. */
export const AddressField = ({ form: { t, ofText }, autoFocus = false }: AccountFieldProps) => (
  <PublicTextField
    label={t('account.address')}
    help={t('account.addressHelp')}
    {...ofText('address')}
    autoComplete="email"
    maxLength={longestEmail}
    autoFocus={autoFocus}
  />
);

/** What somebody will be called. */
export const UsernameField = ({ form: { t, ofText, edit }, autoFocus = false }: AccountFieldProps) => (
  <PublicTextField
    label={t('firstStart.username', { ns: 'app' })}
    help={t('firstStart.usernameHelp', { ns: 'app' })}
    {...ofText('username')}
    onChange={(typed) => edit('username', typed.trim())}
    autoComplete="username"
    maxLength={32}
    autoFocus={autoFocus}
  />
);
