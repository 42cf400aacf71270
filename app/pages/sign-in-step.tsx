import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '../../core/client/connection/api-client.ts';
import type { Timers } from '../../core/client/timers.ts';
import type { AppError } from '../../core/contract/app-error.ts';
import type { SessionUser, SignInWants } from '../../schemas/wire/user.ts';
import styles from './login-page.module.css';
import { PublicTextField } from './public-field.tsx';

/** As the server keeps a sign-in that waits. */
const lifetimeMs = 5 * 60_000;

interface SignInStepProps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
  readonly wants: SignInWants;
  readonly onDone: (user: SessionUser) => void;
  /** There is more to prove. */
  readonly onMore: (wants: SignInWants) => void;
  /** Back to the password; with an error because the sign-in is over. */
  readonly onBack: (error: 'over' | null) => void;
}

/** What follows the password: a code of the authenticator, or one of the recovery codes. */
export function SignInStep({ api, timers, wants, onDone, onMore, onBack }: SignInStepProps) {
  const { t } = useTranslation(['app', 'errors']);
  const [kind, setKind] = useState(wants.wants[0] ?? 'totp');
  const [value, setValue] = useState('');
  const [error, setError] = useState<AppError | 'missing' | null>(null);
  const [sending, setSending] = useState(false);
  useEffect(() => timers.after(lifetimeMs, () => onBack('over')), [timers, onBack]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (value.trim() === '') return setError('missing');
    setSending(true);
    const reply = await api.call('loginStep', { body: { pending_token: wants.pending_token, kind, value: value.trim() } });
    setSending(false);
    if (!reply.ok) {
      if (reply.error.code === 'LOGIN_STEP_ENDED') return onBack('over');
      setValue('');
      return setError(reply.error);
    }
    if ('wants' in reply.value) onMore(reply.value);
    else onDone(reply.value);
  };
  const choose = (next: string): void => {
    setKind(next);
    setValue('');
    setError(null);
  };
  const errorText =
    error === null ? undefined : error === 'missing' ? t(`login.step.missing.${kind}`) : t(error.code, { ns: 'errors', ...error.params });
  return (
    <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={styles.title}>{t('login.step.title')}</h1>
      <p className={styles.lead}>{t(`login.step.lead.${kind}`)}</p>
      <PublicTextField
        // Another way is another field: it is empty and has the focus.
        key={kind}
        label={t(`login.step.field.${kind}`)}
        help={t('login.step.expires')}
        value={value}
        onChange={(typed) => {
          setValue(typed);
          setError(null);
        }}
        error={errorText}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        maxLength={kind === 'totp' ? 9 : 40}
        autoFocus
      />
      <button type="submit" className={styles.submit} disabled={sending}>
        {sending ? t('login.sending') : t('login.submit')}
      </button>
      <div className={styles.ways}>
        {wants.wants
          .filter((one) => one !== kind)
          .map((one) => (
            <button key={one} type="button" className={styles.way} onClick={() => choose(one)}>
              {t(`login.step.use.${one}`)}
            </button>
          ))}
        <button type="button" className={styles.way} onClick={() => onBack(null)}>
          {t('login.step.back')}
        </button>
      </div>
    </form>
  );
}
