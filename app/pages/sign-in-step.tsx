import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '../../core/client/connection/api-client.ts';
import type { Timers } from '../../core/client/timers.ts';
import type { AppError } from '../../core/contract/app-error.ts';
import { newPasswordWay } from '../../core/domain/accounts/password-rules.ts';
import { answerByPasskey, type PasskeyFailure, passkeyHindrance } from '../../core/ui/passkey/passkey.ts';
import type { SessionUser, SignInWants } from '../../schemas/wire/user.ts';
import { ChoosePassword } from './account/choose-password.tsx';
import styles from './login-page.module.css';
import shape from './public-card.module.css';
import { PublicTextField } from './public-field.tsx';

/** As the server keeps a sign-in that waits. */
const lifetimeMs = 5 * 60_000;

export interface SignInStepProps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
  readonly wants: SignInWants;
  readonly onDone: (user: SessionUser) => void;
  /** There is more to prove. */
  readonly onMore: (wants: SignInWants) => void;
  /** Back to the password; with an error because the sign-in is over. */
  readonly onBack: (error: 'over' | null) => void;
}

/** A passkey only where this page can have one, as long as there is another way. */
export const firstWay = (wants: readonly string[]): string =>
  wants.find((one) => one !== 'passkey' || passkeyHindrance() === null) ?? wants[0] ?? 'totp';

/** What follows the password. */
export function SignInStep({ timers, ...props }: SignInStepProps) {
  const { wants, onBack } = props;
  useEffect(() => timers.after(lifetimeMs, () => onBack('over')), [timers, onBack]);
  return wants.wants.includes(newPasswordWay) ? <ChoosePassword {...props} /> : <FactorStep {...props} />;
}

/** A passkey, a code of the authenticator, or one of the recovery codes. */
function FactorStep({ api, wants, onDone, onMore, onBack }: Omit<SignInStepProps, 'timers'>) {
  const { t } = useTranslation(['app', 'errors']);
  const [kind, setKind] = useState(() => firstWay(wants.wants));
  const [value, setValue] = useState('');
  const [error, setError] = useState<AppError | PasskeyFailure | 'missing' | null>(null);
  const [sending, setSending] = useState(false);

  const { pending_token } = wants;
  const refuse = (refusal: AppError): void => {
    setValue('');
    setError(refusal);
    if (refusal.code === 'LOGIN_STEP_ENDED') onBack('over');
  };
  /** What the passkey signs; null: there is none, which is said. */
  const signed = async (): Promise<string | null> => {
    const terms = await api.call('loginStepTerms', { body: { pending_token, kind } });
    const made = terms.ok ? await answerByPasskey(terms.value.terms) : null;
    if (!terms.ok) refuse(terms.error);
    else if (made?.ok === false) setError(made.why);
    return made?.ok === true ? made.value : null;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (kind !== 'passkey' && value.trim() === '') return setError('missing');
    setSending(true);
    setError(null);
    const answer = kind === 'passkey' ? await signed() : value.trim();
    const reply = answer === null ? null : await api.call('loginStep', { body: { pending_token, kind, value: answer } });
    setSending(false);
    if (reply === null) return;
    if (!reply.ok) return refuse(reply.error);
    if ('wants' in reply.value) onMore(reply.value);
    else onDone(reply.value);
  };
  const choose = (next: string): void => {
    setKind(next);
    setValue('');
    setError(null);
  };
  const errorText =
    error === null
      ? undefined
      : error === 'missing'
        ? t(`login.step.missing.${kind}`)
        : typeof error === 'string'
          ? t(`passkey.${error}`)
          : t(error.code, { ns: 'errors', ...error.params });
  return (
    <form className={`${shape.card} ${styles.card}`} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={shape.title}>{t('login.step.title')}</h1>
      <p className={shape.lead}>{t(`login.step.lead.${kind}`)}</p>
      {kind === 'passkey' ? (
        <div className={shape.formError} role="alert">
          {errorText}
        </div>
      ) : (
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
      )}
      <button type="submit" className={shape.submit} disabled={sending}>
        {sending ? t('login.sending') : t(kind === 'passkey' ? 'passkey.use' : 'login.submit')}
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
