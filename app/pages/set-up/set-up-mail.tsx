import { useTranslation } from 'react-i18next';
import { type MailDraft, type MailSecurity, mailPorts, mailSecurities, securedBy } from '../../../core/domain/mail-server.ts';
import { Select } from '../../../core/ui/select/select.tsx';
import { PublicField, PublicTextField } from '../public-field.tsx';
import type { MailField } from './set-up-draft.ts';
import styles from './set-up-page.module.css';

interface SetUpMailProps {
  /** Null: mails wait in the outbox for now. */
  readonly draft: MailDraft | null;
  readonly errorOf: (field: MailField) => string | undefined;
  readonly onChange: (draft: MailDraft | null) => void;
}

const empty: MailDraft = { host: '', port: String(mailPorts.starttls), security: 'starttls', user: '', password: '', sender: '' };

/** By which server mails go: a step that may be left for later. */
export function SetUpMail({ draft, errorOf, onChange }: SetUpMailProps) {
  const { t } = useTranslation('set-up');
  const text = (field: MailField) => ({
    value: draft?.[field] ?? '',
    error: errorOf(field),
    onChange: (typed: string) => draft !== null && onChange({ ...draft, [field]: field === 'password' ? typed : typed.trim() }),
    autoComplete: 'off',
  });
  return (
    <fieldset className={`${styles.part} ${styles.wide}`}>
      <legend>{t('mail')}</legend>
      <div className={styles.check}>
        <input
          id="set-up-mail"
          type="checkbox"
          checked={draft !== null}
          aria-describedby="set-up-mail-help"
          onChange={({ target }) => onChange(target.checked ? empty : null)}
        />
        <div>
          <label htmlFor="set-up-mail">{t('mailNow')}</label>
          <p id="set-up-mail-help">{t('mailHelp')}</p>
        </div>
      </div>
      {draft !== null && (
        <div className={`${styles.parts} ${styles.mail}`}>
          <PublicTextField label={t('mailHost')} {...text('host')} maxLength={255} />
          <PublicField label={t('mailSecurity')} error={errorOf('security')}>
            {(ties) => (
              <Select<MailSecurity>
                {...ties}
                className={styles.select}
                value={draft.security}
                options={mailSecurities.map((one) => ({ value: one, label: t(`mailSecurity.${one}`) }))}
                onChange={(security) => onChange(securedBy(draft, security))}
              />
            )}
          </PublicField>
          <PublicTextField label={t('mailPort')} {...text('port')} inputMode="numeric" maxLength={5} />
          <PublicTextField label={t('mailSender')} {...text('sender')} />
          <PublicTextField label={t('mailUser')} {...text('user')} maxLength={200} />
          <PublicTextField label={t('mailPassword')} {...text('password')} type="password" autoComplete="new-password" maxLength={500} />
        </div>
      )}
    </fieldset>
  );
}
