import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStoredUser } from '../../../core/client/connection/session-storage.ts';
import { platformOn } from '../../../core/client/settings/platform.ts';
import { browserTimers } from '../../../core/client/timers.ts';
import type { AppError } from '../../../core/contract/app-error.ts';
import { isMail } from '../../../core/domain/accounts/person-rules.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { usePageTitle } from '../../shell/header/navigation.tsx';
import { usePageTexts } from '../page-texts.ts';
import shape from '../public-card.module.css';
import { PublicTextField } from '../public-field.tsx';
import { PublicFrame } from '../public-frame.tsx';
import { solveInWorker } from '../solve-sign-in-work.ts';
import { invitedProblems } from './account-draft.ts';
import { UsernameField } from './account-fields.tsx';
import { AccountFormEnd } from './account-form-end.tsx';
import { accountTexts } from './account-texts.ts';
import { NewPassword, usePageLanguage } from './new-password.tsx';
import type { AccountPageProps } from './register-page.tsx';
import { useRoleTitle } from './role-title.ts';
import { Said } from './said.tsx';
import { Terms } from './terms.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountCalls } from './use-proven-call.ts';

/** How roles are called: other guests never need it. */
const roleTexts: Readonly<Record<string, object>> = import.meta.glob('../../../locales/*/ui.json', { eager: true, import: 'default' });

interface Invited {
  readonly address: string;
  readonly role: Role;
}

/** Whom an administrator has invited makes his account: the link of the letter has proven his address. */
export function InvitedPage({ token, timers = browserTimers, solve = solveInWorker }: AccountPageProps & { readonly token: string }) {
  usePageTexts(accountTexts);
  usePageTexts(roleTexts);
  const { t } = useTranslation(['account', 'app', 'errors', 'ui']);
  const calls = useAccountCalls(timers, solve);
  const { api } = calls;
  const { firmName: firm } = platformOn(document.documentElement);
  const [signedIn] = useState(() => readStoredUser(localStorage));
  const [looks, setLooks] = useState(1);
  const [invited, setInvited] = useState<Invited | null>(null);
  const role = useRoleTitle(invited?.role ?? null);
  const [barred, setBarred] = useState<AppError | null>(null);
  const [done, setDone] = useState<string | null>(null);
  usePageTitle(t('invited.title'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each look asks again
  useEffect(() => {
    if (signedIn !== null) return;
    let isGone = false;
    void api.call('invitationLook', { body: { token } }).then((reply) => {
      if (isGone) return;
      setBarred(reply.ok ? null : reply.error);
      if (reply.ok) setInvited(reply.value as Invited);
    });
    return () => {
      isGone = true;
    };
  }, [api, token, signedIn, looks]);

  const card = () => {
    if (done !== null) return <Said title={t('register.done')} text={t('register.doneLead', { name: done })} isNext />;
    if (signedIn !== null) return <Said title={t('invited.other')} text={t('invited.signedIn', { name: signedIn.username })} />;
    if (barred !== null) {
      // One that was cut short is refused for how it looks, and is as good as any other that opens nothing.
      const isOver = barred.code === 'INVITATION_OVER' || barred.code === 'REQUEST_INVALID';
      const text = t(isOver ? 'INVITATION_OVER' : barred.code, { ns: 'errors', ...barred.params });
      const retry = isOver || barred.code === 'INVITATION_TAKEN' ? undefined : () => setLooks(looks + 1);
      return <Said title={t('invited.other')} text={text} onRetry={retry} />;
    }
    if (invited === null || role === null) return <Said title={t('invited.other')} text={t('invited.looking')} isQuiet />;
    return <InvitedForm invited={invited} token={token} lead={t('invited.lead', { role, firm })} calls={calls} onDone={setDone} />;
  };
  return (
    <PublicFrame>
      <div className={shape.place}>{card()}</div>
    </PublicFrame>
  );
}

interface InvitedFormProps {
  readonly invited: Invited;
  readonly token: string;
  readonly lead: string;
  readonly calls: ReturnType<typeof useAccountCalls>;
  readonly onDone: (username: string) => void;
}

function InvitedForm({ invited: { address }, token, lead, calls: { begin, proven }, onDone }: InvitedFormProps) {
  const form = useAccountForm({ address }, invitedProblems);
  const { t, draft, sending, ofText } = form;
  const language = usePageLanguage();
  const submit = form.submitBy(async () => {
    const { username, password } = draft;
    const problem = await proven('invitationAccept', { body: { token, username, password, language, terms: true } });
    if (problem === null) onDone(username);
    return problem;
  });
  return (
    <form className={shape.card} onSubmit={(event) => void submit(event)} onInput={begin} noValidate>
      <h1 className={shape.title}>{t('invited.title')}</h1>
      <p className={shape.lead}>{lead}</p>
      <PublicTextField
        label={t(isMail(address) ? 'invited.email' : 'invited.phone')}
        help={t('invited.addressHelp')}
        error={undefined}
        value={address}
        autoComplete="off"
        readOnly
      />
      <UsernameField form={form} autoFocus />
      <NewPassword password={draft.password} names={[draft.username]} ofText={ofText} />
      <Terms form={form} />
      <AccountFormEnd problem={form.formError} label={t(sending ? 'register.sending' : 'register.submit')} sending={sending} />
    </form>
  );
}
