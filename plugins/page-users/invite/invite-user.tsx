import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../../core/contract/app-error.ts';
import { longestEmail, tidyAddress } from '../../../core/domain/accounts/person-rules.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { admissionDays } from '../../../core/domain/admission.ts';
import { isLanguage, type Language, languageNames } from '../../../core/domain/language.ts';
import { FormActions } from '../../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { ChoiceField, TextField, useServices, useText } from '../../../core/ui/index.ts';
import { DraftFields } from '../person/draft-fields.tsx';
import { draftProblems, emptyDraft, type PersonField, reasonProblem, untilMs } from '../person/person-draft.ts';
import { refusalField } from '../person/refusal-field.ts';
import { ReasonField } from '../reason-field.tsx';
import type { Services } from '../requires.ts';
import styles from '../users.module.css';
import type { InvitationsStore } from './invitations-store.ts';
import { addressProblem, wayTo } from './invite-draft.ts';
import { tellWay } from './tell-way.ts';

interface InviteUserProps {
  readonly services: Services;
  readonly store: InvitationsStore;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

/** Invites whoever reads at an address; he chooses user name and password himself. */
export const InviteUser = observer(function InviteUser({ services, store, roles, onClose }: InviteUserProps) {
  const t = useText('page-users');
  const { preferences, timers } = useServices();
  const { api, texts } = services;
  const [typed, setTyped] = useState('');
  const [draft, setDraft] = useState(emptyDraft);
  const [language, setLanguage] = useState<Language>(() => (isLanguage(texts.language) ? texts.language : 'en'));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);

  const address = tidyAddress(typed);
  const problems = { ...draftProblems(draft, timers.nowMs(), preferences.timeZone), ...reasonProblem(reason) };
  const wrongAddress = addressProblem(typed);
  const refusedAt = refusal === null ? null : refusalField(refusal);
  const isOfAddress = refusedAt === 'email' || refusedAt === 'phone';
  const refused = refusal === null ? null : texts.errorText(refusal);
  const errorOf = (field: PersonField): string | null => {
    if (refusedAt === field) return refused;
    const problem = problems[field];
    return problem !== undefined && (tried || field !== 'reason') ? t(`error.${problem}`) : null;
  };
  const addressError = isOfAddress ? refused : wrongAddress !== null && tried ? t(`error.${wrongAddress}`) : null;
  const addressHelp = (): string => {
    if (wrongAddress !== null) return t('help.address');
    return t(store.at(address) === null ? `help.way.${wayTo(address, store.channels)}` : 'help.replaces');
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (busy || wrongAddress !== null || Object.keys(problems).length > 0) return;
    setBusy(true);
    const reply = await api.call('invitationMake', {
      body: {
        ...{ address, role: draft.role, vip_level: Number(draft.vip), vip_until: untilMs(draft, preferences.timeZone) },
        ...{ product: draft.product === '' ? null : draft.product, language, reason: reason.trim() },
      },
    });
    setBusy(false);
    if (!reply.ok) {
      setRefusal(reply.error);
      return;
    }
    void store.load();
    tellWay(services, reply.value);
    onClose();
  };
  return (
    <FormDialog
      title={t('invite.title')}
      onSubmit={() => void send()}
      onClose={onClose}
      actions={<FormActions keep={t('cancel')} send={t('invite.send')} busy={busy} onClose={onClose} />}
    >
      <p className={styles.quiet}>{t('invite.lead', { days: admissionDays })}</p>
      <TextField
        label={t('field.address')}
        help={addressHelp()}
        error={addressError}
        value={typed}
        maxLength={longestEmail}
        autoFocus
        onChange={(text) => {
          setRefusal(null);
          setTyped(text);
        }}
      />
      <DraftFields
        draft={draft}
        roles={roles}
        errorOf={errorOf}
        isNew
        hasAddresses={false}
        onChange={(change) => {
          setRefusal(null);
          setDraft({ ...draft, ...change });
        }}
      />
      <ChoiceField<Language>
        label={t('field.language')}
        error={null}
        value={language}
        options={store.languages.map((one) => [one, languageNames[one]] as const)}
        onChange={setLanguage}
      />
      <ReasonField value={reason} error={errorOf('reason')} onChange={setReason} />
      {refused !== null && refusedAt === null && (
        <p role="alert" className={styles.wrong}>
          {refused}
        </p>
      )}
    </FormDialog>
  );
});
