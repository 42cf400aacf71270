import { newPasswordWay } from '../../../core/domain/accounts/password-rules.ts';
import styles from '../login-page.module.css';
import { usePageTexts } from '../page-texts.ts';
import shape from '../public-card.module.css';
import type { SignInStepProps } from '../sign-in-step.tsx';
import { type GuestDraft, newPasswordProblems } from './account-draft.ts';
import { AccountFormEnd } from './account-form-end.tsx';
import { accountTexts } from './account-texts.ts';
import { NewPassword } from './new-password.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Whether it has a name in it the server knows. */
const problemsOf = (draft: GuestDraft) => newPasswordProblems(draft, []);

/** Who has come with a password that he was given chooses his own: until then nobody is signed in. */
export function ChoosePassword({ api, wants, onDone, onMore, onBack }: Omit<SignInStepProps, 'timers'>) {
  usePageTexts(accountTexts);
  const form = useAccountForm({}, problemsOf);
  const { t, draft, sending, ofText } = form;

  const submit = form.submitBy(async () => {
    const { pending_token } = wants;
    const reply = await api.call('loginStep', { body: { pending_token, kind: newPasswordWay, value: draft.password } });
    if (!reply.ok) {
      if (reply.error.code === 'LOGIN_STEP_ENDED') onBack('over');
      return reply.error;
    }
    if ('wants' in reply.value) onMore(reply.value);
    else onDone(reply.value);
    return null;
  });
  return (
    <form className={`${shape.card} ${styles.card}`} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={shape.title}>{t('choose.title')}</h1>
      <p className={shape.lead}>{t('choose.lead')}</p>
      <NewPassword password={draft.password} ofText={ofText} autoFocus />
      <AccountFormEnd problem={form.formError} label={t(sending ? 'reset.sending' : 'choose.submit')} sending={sending} />
      <div className={styles.ways}>
        <button type="button" className={styles.way} onClick={() => onBack(null)}>
          {t('login.step.back', { ns: 'app' })}
        </button>
      </div>
    </form>
  );
}
