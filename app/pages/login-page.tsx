import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ApiClient } from '../../core/client/api-client.ts';
import type { RouteTable } from '../../core/client/route-table.ts';
import { storeUser } from '../../core/client/session-storage.ts';
import { browserTimers, type Timers } from '../../core/client/timers.ts';
import type { AppError } from '../../core/contract/app-error.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { usePageTitle } from '../shell/navigation.tsx';
import styles from './login-page.module.css';
import { PublicFrame } from './public-frame.tsx';
import { useCaptcha } from './use-captcha.ts';

const base = '/sapi';
/** Only what signing in needs: the table of all calls belongs to the workbench. */
const loginRoutes: RouteTable = {
  captchaGenerate: { method: 'GET', path: '/user/captcha/generate', session: false },
  login: { method: 'POST', path: '/user/login', session: false },
};

type Field = 'account' | 'password' | 'captcha';
type FieldErrors = Readonly<Partial<Record<Field | 'form', string>>>;

/** The field that an error belongs to; the whole form when none. */
function fieldOf(error: AppError): Field | 'form' {
  if (error.code === 'LOGIN_CAPTCHA_WRONG' || error.code === 'LOGIN_CAPTCHA_EXPIRED') return 'captcha';
  if (error.code === 'LOGIN_WRONG') return 'password';
  return 'form';
}

export function LoginPage({ timers = browserTimers }: { readonly timers?: Timers }) {
  const { t } = useTranslation(['app', 'errors']);
  const navigate = useNavigate();
  const [api] = useState(() => new ApiClient({ base, routes: loginRoutes, token: () => null, fetch: (...args) => fetch(...args) }));
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const { id: captchaId, answer, setAnswer, renew } = useCaptcha(api, timers);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  const captchaField = useRef<HTMLInputElement>(null);
  usePageTitle(t('login.title'));

  const errorText = useCallback((error: AppError): string => t(error.code, { ns: 'errors', ...error.params }), [t]);

  const renewCaptcha = useCallback(async (): Promise<void> => {
    const error = await renew();
    if (error !== null) setErrors({ form: errorText(error) });
  }, [renew, errorText]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit; a change of language needs no new picture
  useEffect(() => void renewCaptcha(), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing: FieldErrors = {
      ...(account.trim() === '' ? { account: t('login.accountMissing') } : {}),
      ...(password === '' ? { password: t('login.passwordMissing') } : {}),
      ...(answer.trim() === '' ? { captcha: t('login.captchaMissing') } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    if (captchaId === null) {
      await renewCaptcha();
      return;
    }
    setSending(true);
    const reply = await api.call('login', {
      query: { captcha_id: captchaId, captcha_value: answer.trim() },
      body: { account: account.trim(), password },
    });
    setSending(false);
    if (reply.ok) {
      storeUser(localStorage, reply.value);
      await navigate('/dashboard', { replace: true });
      return;
    }
    // A captcha is good for one try.
    await renewCaptcha();
    const field = fieldOf(reply.error);
    setErrors({ [field]: errorText(reply.error) });
    if (field === 'captcha') captchaField.current?.focus();
  };

  return (
    <PublicFrame>
      <div className={styles.place}>
        <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
          <h1 className={styles.title}>{t('login.title')}</h1>
          <p className={styles.lead}>{t('login.lead')}</p>
          <TextField
            label={t('login.account')}
            value={account}
            onChange={setAccount}
            error={errors.account}
            autoComplete="username"
            autoFocus
          />
          <TextField
            label={t('login.password')}
            value={password}
            onChange={setPassword}
            error={errors.password}
            type="password"
            autoComplete="current-password"
          />
          <div className={styles.captchaRow}>
            <TextField
              label={t('login.captcha')}
              value={answer}
              onChange={setAnswer}
              error={errors.captcha}
              autoComplete="off"
              inputRef={captchaField}
            />
            <button
              type="button"
              className={styles.captcha}
              onClick={() => void renewCaptcha()}
              title={t('login.captchaRenew')}
              aria-label={t('login.captchaRenew')}
            >
              {captchaId !== null && (
                <img src={`${base}/user/captcha/image?captcha_id=${encodeURIComponent(captchaId)}`} alt={t('login.captchaImage')} />
              )}
              <Icon name="refresh" />
            </button>
          </div>
          <div className={styles.formError} role="alert">
            {errors.form}
          </div>
          <button type="submit" className={styles.submit} disabled={sending}>
            {sending ? t('login.sending') : t('login.submit')}
          </button>
        </form>
      </div>
    </PublicFrame>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly type?: 'text' | 'password';
  readonly autoComplete: string;
  readonly autoFocus?: boolean;
  readonly inputRef?: React.Ref<HTMLInputElement>;
}

function TextField({ label, value, onChange, error, type = 'text', autoComplete, autoFocus = false, inputRef }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={inputRef}
        type={type}
        value={value}
        autoComplete={autoComplete}
        // biome-ignore lint/a11y/noAutofocus: the first field of a page that has nothing else to do
        autoFocus={autoFocus}
        spellCheck={false}
        autoCapitalize="none"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-error`} className={styles.fieldError}>
        {error}
      </div>
    </div>
  );
}
