import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApiClient } from '../../../core/client/connection/api-client.ts';
import { storeUser } from '../../../core/client/connection/session-storage.ts';
import { languageNames } from '../../../core/client/settings/language.ts';
import type { AppError } from '../../../core/contract/app-error.ts';
import { longestEmail } from '../../../core/domain/accounts/person-rules.ts';
import { isLanguage, type Language, languages } from '../../../core/domain/language.ts';
import { type HouseCurrency, houseCurrencies, platformDefaults } from '../../../core/domain/platform-settings.ts';
import { Select } from '../../../core/ui/select/select.tsx';
import { NewPassword } from '../account/new-password.tsx';
import shape from '../public-card.module.css';
import { PublicField, PublicTextField } from '../public-field.tsx';
import {
  draftProblems,
  type MailField,
  mailInWire,
  mailProblems,
  offering,
  refusedField,
  refusedMailField,
  type SetUpDraft,
  type SetUpField,
} from './set-up-draft.ts';
import { SetUpMail } from './set-up-mail.tsx';
import styles from './set-up-page.module.css';
import { type InstalledVenueView, SetUpVenues } from './set-up-venues.tsx';

interface SetUpFormProps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly token: string | null;
  readonly venues: readonly InstalledVenueView[];
}

export function SetUpForm({ api, token, venues }: SetUpFormProps) {
  const { t, i18n } = useTranslation(['set-up', 'errors']);
  const [draft, setDraft] = useState<SetUpDraft>(() => ({
    ...{ username: '', email: '', password: '', repeat: '', firmName: '' },
    languages,
    language: isLanguage(i18n.language) ? i18n.language : 'en',
    ...{ currency: platformDefaults.currency, sandbox: true, closedVenues: [], mail: null },
  }));
  /** Fields that were left once: what is wrong with them is said. */
  const [left, setLeft] = useState<ReadonlySet<SetUpField>>(new Set());
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);

  const problems = draftProblems(draft);
  const inMail = mailProblems(draft.mail);
  const refusedAt = refusal === null ? null : refusedField(refusal.params);
  const refusedMailAt = refusal === null ? null : refusedMailField(refusal.params);
  const mailErrorOf = (field: MailField): string | undefined => {
    if (refusal !== null && refusedMailAt === field) return t([`${refusal.code}_brief`, refusal.code], { ns: 'errors', ...refusal.params });
    const problem = inMail[field];
    if (problem === undefined || !tried) return undefined;
    if (problem.code === 'host') return t('mailHostWrong');
    return problem.code === 'port' ? t('mailPortWrong') : t([`${problem.code}_brief`, problem.code], { ns: 'errors' });
  };
  const errorOf = (field: SetUpField): string | undefined => {
    if (refusal !== null && refusedAt === field) return t([`${refusal.code}_brief`, refusal.code], { ns: 'errors', ...refusal.params });
    const problem = problems[field];
    if (problem === undefined || !(tried || (left.has(field) && draft[field] !== ''))) return undefined;
    if (problem.code === 'repeat') return t('firstStart.repeatWrong', { ns: 'app' });
    return t([`${problem.code}_brief`, problem.code], { ns: 'errors', ...problem.params });
  };
  const edit = (field: SetUpField) => (value: string) => {
    if (refusedAt === field || refusedAt === null) setRefusal(null);
    setDraft((before) => ({ ...before, [field]: value }));
  };
  const ofText = (field: SetUpField) => ({
    value: draft[field],
    error: errorOf(field),
    onChange: edit(field),
    onLeave: () => setLeft((before) => new Set([...before, field])),
  });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    setRefusal(null);
    if (sending || Object.keys(problems).length > 0 || draft.languages.length === 0 || Object.keys(inMail).length > 0) return;
    setSending(true);
    const { repeat: _, firmName: firm_name, mail, languages: offered, closedVenues, ...answers } = draft;
    const reply = await api.call('setUp', {
      body: {
        ...answers,
        languages: [...offered],
        closed_venues: [...closedVenues],
        token,
        firm_name,
        mail: mail === null ? null : mailInWire(mail),
      },
    });
    if (reply.ok) {
      storeUser(localStorage, reply.value);
      // Loaded anew: the name of the firm is on the page by now, and the token out of the address.
      window.location.replace('/dashboard');
      return;
    }
    setSending(false);
    setRefusal(reply.error);
  };

  return (
    <form className={`${shape.card} ${styles.card}`} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={shape.title}>{t('title')}</h1>
      <p className={`${shape.lead} ${styles.lead}`}>{t('lead')}</p>
      <div className={styles.parts}>
        <fieldset className={styles.part}>
          <legend>{t('administrator')}</legend>
          <PublicTextField
            label={t('firstStart.username', { ns: 'app' })}
            help={t('firstStart.usernameHelp', { ns: 'app' })}
            {...ofText('username')}
            onChange={(typed) => edit('username')(typed.trim())}
            autoComplete="username"
            maxLength={32}
            autoFocus
          />
          <PublicTextField
            label={t('email')}
            {...ofText('email')}
            onChange={(typed) => edit('email')(typed.trim())}
            autoComplete="email"
            maxLength={longestEmail}
          />
          <NewPassword password={draft.password} names={[draft.username]} ofText={ofText} />
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('firm')}</legend>
          <PublicTextField label={t('firmName')} help={t('firmHelp')} {...ofText('firmName')} autoComplete="organization" maxLength={200} />
          <fieldset className={styles.languages} aria-describedby="set-up-languages-help">
            <legend>{t('languages')}</legend>
            {languages.map((one) => (
              <label key={one} lang={one}>
                <input
                  type="checkbox"
                  checked={draft.languages.includes(one)}
                  onChange={({ target }) => setDraft((before) => offering(before, one, target.checked))}
                />
                {languageNames[one]}
              </label>
            ))}
            <p id="set-up-languages-help" className={draft.languages.length === 0 ? styles.wrong : undefined}>
              {t(draft.languages.length === 0 ? 'languagesWrong' : 'languagesHelp')}
            </p>
          </fieldset>
          <PublicField label={t('language')} help={t('languageHelp')} error={errorOf('language')}>
            {(ties) => (
              <Select<Language>
                {...ties}
                className={styles.select}
                value={draft.language}
                options={draft.languages.map((language) => ({ value: language, label: languageNames[language], lang: language }))}
                onChange={edit('language')}
              />
            )}
          </PublicField>
          <PublicField label={t('currency')} help={t('currencyHelp')} error={errorOf('currency')}>
            {(ties) => (
              <Select<HouseCurrency>
                {...ties}
                className={styles.select}
                value={draft.currency}
                options={houseCurrencies.map((currency) => ({ value: currency, label: currency }))}
                onChange={edit('currency')}
              />
            )}
          </PublicField>
          <SetUpVenues venues={venues} draft={draft} onChange={setDraft} />
        </fieldset>
        <SetUpMail
          draft={draft.mail}
          errorOf={mailErrorOf}
          onChange={(mail) => {
            setRefusal(null);
            setDraft((before) => ({ ...before, mail }));
          }}
        />
      </div>
      <div className={shape.formError} role="alert">
        {refusal !== null && refusedAt === null && refusedMailAt === null && t(refusal.code, { ns: 'errors', ...refusal.params })}
        {refusal?.code === 'SET_UP_DONE' && (
          <>
            {' '}
            <Link to="/login" className={styles.link}>
              {t('toSignIn')}
            </Link>
          </>
        )}
      </div>
      <button type="submit" className={`${shape.submit} ${styles.submit}`} disabled={sending}>
        {sending ? t('sending') : t('submit')}
      </button>
    </form>
  );
}
