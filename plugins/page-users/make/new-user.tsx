import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../../core/contract/app-error.ts';
import { isUsername } from '../../../core/domain/accounts/person-rules.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { FormActions } from '../../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { TextField, useServices, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { GivenPassword } from '../given-password.tsx';
import { DraftFields } from '../person/draft-fields.tsx';
import { draftProblems, emptyDraft, type PersonField, reasonProblem, untilMs } from '../person/person-draft.ts';
import { refusalField } from '../person/refusal-field.ts';
import { ReasonField } from '../reason-field.tsx';
import type { Services } from '../requires.ts';

interface NewUserProps {
  readonly services: Services;
  readonly roles: readonly Role[];
  readonly onMade: (userId: string) => void;
  readonly onClose: () => void;
}

/** Makes one person, and tells the password once. */
export const NewUser = observer(function NewUser({ services, roles, onMade, onClose }: NewUserProps) {
  const t = useText('page-users');
  const { preferences, timers } = useServices();
  const [username, setUsername] = useState('');
  const [draft, setDraft] = useState(emptyDraft);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [made, setMade] = useState<{ readonly username: string; readonly password: string } | null>(null);
  if (made !== null) {
    return (
      <FormDialog
        key="made"
        title={t('made.title', { username: made.username })}
        onClose={null}
        actions={
          <Button size="small" onClick={onClose}>
            {t('password.done')}
          </Button>
        }
      >
        <p>{t('made.text')}</p>
        <GivenPassword username={made.username} password={made.password} />
      </FormDialog>
    );
  }
  const problems = {
    ...draftProblems(draft, timers.nowMs(), preferences.timeZone),
    ...reasonProblem(reason),
    ...(!isUsername(username) && { username: 'username' as const }),
  };
  const at = refusal === null ? null : refusalField(refusal);
  const errorOf = (field: PersonField): string | null => {
    if (refusal !== null && at === field) return services.texts.errorText(refusal);
    const problem = problems[field];
    // What is still empty is wrong only for whoever wants to go on.
    const isEmpty = (field === 'username' && username === '') || field === 'reason';
    return problem !== undefined && (tried || !isEmpty) ? t(`error.${problem}`) : null;
  };
  const create = async (): Promise<void> => {
    setTried(true);
    if (busy || Object.keys(problems).length > 0) return;
    setBusy(true);
    const { role, vip, email, phone, product } = draft;
    const reply = await services.api.call('personCreate', {
      body: {
        username,
        role,
        vip_level: Number(vip),
        vip_until: untilMs(draft, preferences.timeZone),
        email: email === '' ? null : email,
        phone: phone === '' ? null : phone,
        ...(product === '' ? {} : { product }),
        reason: reason.trim(),
      },
    });
    setBusy(false);
    if (!reply.ok) {
      setRefusal(reply.error);
      return;
    }
    setMade({ username: reply.value.person.username, password: reply.value.password });
    onMade(reply.value.person.user_id);
  };
  return (
    <FormDialog
      key="new"
      title={t('new')}
      onSubmit={() => void create()}
      onClose={onClose}
      actions={<FormActions keep={t('cancel')} send={t('create')} busy={busy} onClose={onClose} />}
    >
      <TextField
        label={t('field.username')}
        help={t('help.username')}
        error={errorOf('username')}
        value={username}
        maxLength={32}
        autoFocus
        onChange={(typed) => {
          setRefusal(null);
          setUsername(typed.trim());
        }}
      />
      <DraftFields
        draft={draft}
        roles={roles}
        errorOf={errorOf}
        isNew
        onChange={(change) => {
          setRefusal(null);
          setDraft({ ...draft, ...change });
        }}
      />
      <ReasonField value={reason} error={errorOf('reason')} onChange={setReason} />
      {refusal !== null && at === null && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
});
