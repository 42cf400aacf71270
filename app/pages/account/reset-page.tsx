import { useState } from 'react';
import { Link } from 'react-router-dom';
import { browserTimers, type Timers } from '../../../core/client/timers.ts';
import { isMail, tidyAddress } from '../../../core/domain/accounts/person-rules.ts';
import { usePageTitle } from '../../shell/header/navigation.tsx';
import { usePageTexts } from '../page-texts.ts';
import shape from '../public-card.module.css';
import { PublicFrame } from '../public-frame.tsx';
import { type SolveWork, solveInWorker } from '../solve-sign-in-work.ts';
import styles from './account.module.css';
import { addressProblem, resetProblems } from './account-draft.ts';
import { AddressField } from './account-fields.tsx';
import { AccountFormEnd } from './account-form-end.tsx';
import { accountTexts } from './account-texts.ts';
import { CodeField } from './code-field.tsx';
import { NewPassword, usePageLanguage } from './new-password.tsx';
import { Said } from './said.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountCalls } from './use-proven-call.ts';

interface ResetPageProps {
  readonly timers?: Timers;
  readonly solve?: SolveWork;
}

/** Somebody who has lost his password comes to another, by a code that goes to an address of his. */
export function ResetPage({ timers = browserTimers, solve = solveInWorker }: ResetPageProps) {
  usePageTexts(accountTexts);
  const form = useAccountForm({}, resetProblems);
  const { t, draft, sending, ofText } = form;
  const { api, begin, proven } = useAccountCalls(timers, solve);
  const [done, setDone] = useState(false);
  const language = usePageLanguage();
  usePageTitle(t('reset.title'));
  const address = tidyAddress(draft.address);

  const sendCode = async (): Promise<boolean> => {
    form.tryFields('address');
    form.setRefusal(null);
    if (addressProblem(draft.address) !== null) return false;
    const problem = isMail(address)
      ? await proven('forgetPasswordEmail', { query: { email: address, language } })
      : await proven('captchaPhone', { query: { phone: address, purpose: 'reset', language } });
    form.setRefusal(problem);
    return problem === null;
  };
  const submit = form.submitBy(async () => {
    const { code, password } = draft;
    const reply = isMail(address)
      ? await api.call('resetPasswordEmail', { body: { email: address, code, password } })
      : await api.call('resetPassword', { body: { phone: address, code, password } });
    setDone(reply.ok);
    return reply.ok ? null : reply.error;
  });

  return (
    <PublicFrame>
      <div className={shape.place}>
        {done ? (
          <Said title={t('reset.done')} text={t('reset.doneLead')} isNext />
        ) : (
          <form className={shape.card} onSubmit={(event) => void submit(event)} onInput={begin} noValidate>
            <h1 className={shape.title}>{t('reset.title')}</h1>
            <p className={shape.lead}>{t('reset.lead')}</p>
            <AddressField form={form} autoFocus />
            <CodeField {...ofText('code')} timers={timers} onSend={sendCode} />
            <NewPassword password={draft.password} ofText={ofText} />
            <AccountFormEnd problem={form.formError} label={t(sending ? 'reset.sending' : 'reset.submit')} sending={sending} />
            <p className={styles.other}>
              <Link to="/login" className={styles.link}>
                {t('account.toSignIn')}
              </Link>
            </p>
          </form>
        )}
      </div>
    </PublicFrame>
  );
}
