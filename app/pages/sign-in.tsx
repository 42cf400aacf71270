import { type FormEvent, type ReactNode, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiClient } from '../../core/client/connection/api-client.ts';
import type { RouteTable } from '../../core/client/connection/route-table.ts';
import { browserTimers, type Timers } from '../../core/client/timers.ts';
import { AppError } from '../../core/contract/app-error.ts';
import type { SessionUser, SignInWants } from '../../schemas/wire/user.ts';
import styles from './login-page.module.css';
import { PasskeyEntry } from './passkey-entry.tsx';
import shape from './public-card.module.css';
import { PublicTextField } from './public-field.tsx';
import { type SolveWork, solveInWorker } from './solve-sign-in-work.ts';
import { useSignInWork, type WorkFailure, type WorkState } from './use-sign-in-work.ts';

const base = '/sapi';
/** Only what signing in needs: the table of all calls belongs to the workbench. */
const loginRoutes: RouteTable = {
  captchaGenerate: { method: 'GET', path: '/user/captcha/generate', session: false },
  login: { method: 'POST', path: '/user/login', session: false },
  loginStep: { method: 'POST', path: '/user/login/step', session: false },
  loginStepTerms: { method: 'POST', path: '/user/login/step/terms', session: false },
  securityPasskeyEnterTerms: { method: 'POST', path: '/user/security/passkey/enter/terms', session: false },
  securityPasskeyEnter: { method: 'POST', path: '/user/security/passkey/enter', session: false },
};

/** Challenges that a sign-in may take: each asks for more than the one before, and one may be too old. */
const mostChallenges = 8;

/** What follows the password comes when it is asked for: most people go in without it. */
const loadStep = async () => (await import('./sign-in-step.tsx')).SignInStep;
interface AskedStep {
  readonly wants: SignInWants;
  readonly Step: Awaited<ReturnType<typeof loadStep>>;
}

type Field = 'account' | 'password';
type FieldErrors = Readonly<Partial<Record<Field | 'form', string>>>;

interface SignInProps {
  readonly timers?: Timers;
  readonly solve?: SolveWork;
  /** Whose password is asked for; null: who it is as well. */
  readonly known?: string | null;
  readonly title: string;
  readonly lead: string;
  readonly isWarning?: boolean;
  readonly onDone: (user: SessionUser) => void;
  /** Beside it, as long as nothing was sent. */
  readonly children?: ReactNode;
}

/** Proves who somebody is: by name and password and what is wanted after them, or by a passkey. */
export function SignIn(props: SignInProps) {
  const { timers = browserTimers, solve = solveInWorker, known = null, title, lead, isWarning = false, onDone, children } = props;
  const { t } = useTranslation(['app', 'errors']);
  const [api] = useState(() => new ApiClient({ base, routes: loginRoutes, token: () => null, fetch: (...args) => fetch(...args) }));
  const [account, setAccount] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const { state, begin, take } = useSignInWork(api, timers, solve);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  const [asked, setAsked] = useState<AskedStep | null>(null);

  const errorText = useCallback(
    (error: WorkFailure): string => (error === 'impossible' ? t('login.workImpossible') : t(error.code, { ns: 'errors', ...error.params })),
    [t],
  );

  /** Null: the password was right. */
  const signIn = async (): Promise<WorkFailure | null> => {
    let effort = 0;
    for (let challenge = 1; ; challenge++) {
      const work = await take(effort);
      if (!work.ok) return work.error;
      const reply = await api.call('login', { query: work.value, body: { account: account.trim(), password } });
      if (reply.ok) {
        if ('wants' in reply.value) return ask(reply.value);
        onDone(reply.value);
        return null;
      }
      const { error } = reply;
      if (challenge === mostChallenges || !needsOther(error)) return error;
      effort = error.code === 'LOGIN_WORK_NEEDED' ? Number(error.params.effort) : effort;
    }
  };

  const ask = async (wants: SignInWants): Promise<WorkFailure | null> => {
    try {
      setAsked({ wants, Step: await loadStep() });
      return null;
    } catch {
      // The server has gone, or another edition of it has come.
      return new AppError('CLIENT_OFFLINE');
    }
  };

  /** The password is asked for anew: it was right, and does not stay on the page. */
  const back = useCallback(
    (error: 'over' | null): void => {
      setAsked(null);
      setPassword('');
      setErrors(error === null ? {} : { form: t('LOGIN_STEP_ENDED', { ns: 'errors' }) });
    },
    [t],
  );

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing: FieldErrors = {
      ...(account.trim() === '' ? { account: t('login.accountMissing') } : {}),
      ...(password === '' ? { password: t('login.passwordMissing') } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setSending(true);
    const error = await signIn();
    setSending(false);
    if (error !== null) setErrors({ [error !== 'impossible' && error.code === 'LOGIN_WRONG' ? 'password' : 'form']: errorText(error) });
  };

  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    begin();
  };

  if (asked !== null) {
    const { wants, Step } = asked;
    return (
      <Step
        // A further step is another one.
        key={wants.wants.join()}
        {...{ api, timers, wants, onDone }}
        onMore={(more) => setAsked({ wants: more, Step })}
        onBack={back}
      />
    );
  }
  return (
    <form className={`${shape.card} ${styles.card}`} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={shape.title}>{title}</h1>
      <p className={isWarning ? shape.warning : shape.lead}>{lead}</p>
      <PublicTextField
        label={t('login.account')}
        value={account}
        onChange={edit(setAccount)}
        error={errors.account}
        autoComplete="username"
        autoFocus={known === null}
      />
      <PublicTextField
        label={t('login.password')}
        value={password}
        onChange={edit(setPassword)}
        error={errors.password}
        type="password"
        autoComplete="current-password"
        autoFocus={known !== null}
      />
      <WorkStatus state={state} />
      <div className={shape.formError} role="alert">
        {errors.form}
      </div>
      <button type="submit" className={shape.submit} disabled={sending}>
        {sending ? t('login.sending') : t('login.submit')}
      </button>
      <PasskeyEntry api={api} onDone={onDone} onMore={ask} />
      {children}
    </form>
  );
}

/** The work was too little, too old, or done for a server that has started anew since: other work may do. */
const needsOther = ({ code }: AppError): boolean =>
  code === 'LOGIN_WORK_NEEDED' || code === 'LOGIN_CAPTCHA_EXPIRED' || code === 'LOGIN_CAPTCHA_WRONG';

function WorkStatus({ state }: { readonly state: WorkState }) {
  const { t } = useTranslation('app');
  const id = useId();
  const share = state.kind === 'running' ? state.share : state.kind === 'done' ? 1 : 0;
  return (
    <div className={styles.work}>
      <div id={id} role="status">
        {workText(state, t)}
      </div>
      <progress className={styles.workBar} value={share} aria-labelledby={id} hidden={state.kind === 'idle'} />
    </div>
  );
}

function workText(state: WorkState, t: (key: string) => string): string {
  if (state.kind === 'running') return state.effort > 0 ? t('login.workHarder') : t('login.workRunning');
  return state.kind === 'done' ? t('login.workDone') : t('login.workIdle');
}
