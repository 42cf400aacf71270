import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { platformOn } from '../../../core/client/settings/platform.ts';
import { browserTimers, type Timers } from '../../../core/client/timers.ts';
import { isMail, tidyAddress } from '../../../core/domain/accounts/person-rules.ts';
import { usePageTitle } from '../../shell/header/navigation.tsx';
import { usePageTexts } from '../page-texts.ts';
import shape from '../public-card.module.css';
import { PublicTextField } from '../public-field.tsx';
import { PublicFrame } from '../public-frame.tsx';
import { type SolveWork, solveInWorker } from '../solve-sign-in-work.ts';
import styles from './account.module.css';
import { addressProblem, inviteProblem, registerProblems } from './account-draft.ts';
import { AddressField, UsernameField } from './account-fields.tsx';
import { AccountFormEnd } from './account-form-end.tsx';
import { accountTexts } from './account-texts.ts';
import { CodeField } from './code-field.tsx';
import { NewPassword, usePageLanguage } from './new-password.tsx';
import { Said } from './said.tsx';
import { Terms } from './terms.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountCalls } from './use-proven-call.ts';
import { useUnknownInvite } from './use-unknown-invite.ts';

export interface AccountPageProps {
  readonly timers?: Timers;
  readonly solve?: SolveWork;
}

/** Somebody makes an account by himself, as far as the firm lets him. */
export function RegisterPage(props: AccountPageProps) {
  usePageTexts(accountTexts);
  const { t } = useTranslation('account');
  const { registration, firmName } = platformOn(document.documentElement);
  const [done, setDone] = useState<string | null>(null);
  usePageTitle(t('register.title'));
  return (
    <PublicFrame>
      <div className={shape.place}>
        {registration === 'closed' || done !== null ? (
          <Said
            title={t(done === null ? 'register.title' : 'register.done')}
            text={done === null ? t('register.closed', { firm: firmName }) : t('register.doneLead', { name: done })}
            isNext={done !== null}
          />
        ) : (
          <RegisterForm {...props} needsInvite={registration === 'invite'} firm={firmName} onDone={setDone} />
        )}
      </div>
    </PublicFrame>
  );
}

interface RegisterFormProps extends AccountPageProps {
  readonly needsInvite: boolean;
  readonly firm: string;
  readonly onDone: (username: string) => void;
}

function RegisterForm({ timers = browserTimers, solve = solveInWorker, needsInvite, firm, onDone }: RegisterFormProps) {
  const [invited] = useState(() => new URLSearchParams(window.location.search).get('invite')?.slice(0, 32) ?? '');
  const { api, begin, proven } = useAccountCalls(timers, solve);
  const form = useAccountForm({ invite: invited }, (draft) => registerProblems(draft, needsInvite));
  const { t, draft, sending, ofText, edit, errorOf } = form;
  const isUnknown = useUnknownInvite(draft.invite, api, timers) === draft.invite;
  const language = usePageLanguage();
  const address = tidyAddress(draft.address);
  const invite = draft.invite === '' ? {} : { invite_code: draft.invite };

  const sendCode = async (): Promise<boolean> => {
    form.tryFields('address', 'invite');
    form.setRefusal(null);
    if (addressProblem(draft.address) !== null || inviteProblem(draft.invite, needsInvite).invite !== undefined) return false;
    if (isUnknown) return false;
    const query = { ...invite, language };
    const problem = isMail(address)
      ? await proven('captchaEmail', { query: { ...query, email: address } })
      : await proven('captchaPhone', { query: { ...query, phone: address } });
    form.setRefusal(problem);
    return problem === null;
  };
  const submit = form.submitBy(async () => {
    // Said beside its field already.
    if (isUnknown) return null;
    const { username, password, code } = draft;
    const body = {
      username,
      password,
      code,
      ...(isMail(address) ? { email: address } : { phone: address }),
      ...invite,
      language,
      terms: true,
    };
    const problem = await proven('register', { body });
    if (problem === null) onDone(username);
    return problem;
  });

  return (
    <form className={`${shape.card} ${styles.paired}`} onSubmit={(event) => void submit(event)} onInput={begin} noValidate>
      <h1 className={shape.title}>{t('register.title')}</h1>
      <p className={shape.lead}>{t(needsInvite ? 'register.leadInvite' : 'register.lead', { firm })}</p>
      <div className={styles.pair}>
        <PublicTextField
          label={t(needsInvite ? 'register.invite' : 'register.inviteOptional')}
          {...ofText('invite')}
          error={isUnknown ? t('INVITE_UNKNOWN_brief', { ns: 'errors' }) : errorOf('invite')}
          onChange={(typed) => edit('invite', typed.trim())}
          autoComplete="off"
          maxLength={32}
          autoFocus={needsInvite && invited === ''}
        />
        <AddressField form={form} autoFocus={!needsInvite || invited !== ''} />
      </div>
      <div className={styles.pair}>
        <div>
          <CodeField {...ofText('code')} timers={timers} onSend={sendCode} />
        </div>
        <UsernameField form={form} />
      </div>
      <NewPassword password={draft.password} names={[draft.username]} ofText={ofText} />
      <Terms form={form} />
      <AccountFormEnd problem={form.formError} label={t(sending ? 'register.sending' : 'register.submit')} sending={sending} />
      <p className={styles.other}>
        {t('register.haveAccount')}{' '}
        <Link to="/login" className={styles.link}>
          {t('account.toSignIn')}
        </Link>
      </p>
    </form>
  );
}
