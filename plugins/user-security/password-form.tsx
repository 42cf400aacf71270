import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { sentences } from '../../core/domain/joined-text.ts';
import { PasswordStrength } from '../../core/ui/form/password-strength.tsx';
import { TextField, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import type { Services } from './requires.ts';
import styles from './security.module.css';
import type { SecurityStore } from './security-store.ts';

const told = toldIn('user-security');
/** Beside its field, which the text need not name. */
const brief = ({ code, params: { field: _, ...params } }: AppError): Pick<AppError, 'code' | 'params'> => ({ code, params });
const empty = { old: '', next: '', repeat: '' };
type Draft = typeof empty;

/** The own password: the old one, and the new one twice. What was typed stays when it is refused. */
export const PasswordForm = observer(function PasswordForm({
  store,
  services,
}: {
  readonly store: SecurityStore;
  readonly services: Services;
}) {
  const t = useText('user-security');
  const [draft, setDraft] = useState<Draft>(empty);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const edit = (field: keyof Draft) => (typed: string) => {
    setRefusal(null);
    setDraft({ ...draft, [field]: typed });
  };
  const missing = (field: keyof Draft): string | null => (tried && draft[field] === '' ? t(`password.missing.${field}`) : null);
  const refusedAt = refusal?.params.field;
  const errorAt = (field: string): string | null =>
    refusal !== null && refusedAt === field ? services.texts.errorText(brief(refusal)) : null;
  const isRepeated = draft.next === draft.repeat;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (busy || draft.old === '' || draft.next === '' || !isRepeated) return;
    setBusy(true);
    const error = await store.changePassword(draft.old, draft.next);
    setBusy(false);
    setRefusal(error);
    if (error !== null) return;
    setDraft(empty);
    setTried(false);
    services.notices.show('success', told('password.done'));
  };
  return (
    <PagePart label={t('password.title')}>
      <h2>{t('password.title')}</h2>
      <p className={words.quiet}>{sentences([t('password.lead'), store.keys > 0 ? t('password.keys', { count: store.keys }) : ''])}</p>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={t('password.old')}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={draft.old}
          error={missing('old') ?? errorAt('old_password')}
          onChange={edit('old')}
        />
        <TextField
          label={t('password.new')}
          help={t('password.help')}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={draft.next}
          error={missing('next') ?? errorAt('new_password')}
          onChange={edit('next')}
        />
        <PasswordStrength
          password={draft.next}
          textOf={(strength) => t('password.strength', { strength: t(`password.strength.${strength}`) })}
        />
        <TextField
          label={t('password.repeat')}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={draft.repeat}
          error={tried && draft.next !== '' && !isRepeated ? t('password.differs') : null}
          onChange={edit('repeat')}
        />
        {refusal !== null && refusedAt === undefined && (
          <p className={words.wrong} role="alert">
            {services.texts.errorText(refusal)}
          </p>
        )}
        <div>
          <Button size="small" appearance="primary" type="submit" disabled={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </PagePart>
  );
});
