import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmationStore } from '../../../core/client/connection/confirmation-store.ts';
import type { AppError } from '../../../core/contract/app-error.ts';
import { TextField } from '../../../core/ui/form/field.tsx';
import { answerByPasskey, type PasskeyFailure, passkeyHindrance } from '../../../core/ui/passkey/passkey.ts';
import { Modal } from '../modal.tsx';
import styles from './confirm-dialog.module.css';

/** Asks who is there before something that hurts; the call behind it goes on by itself. */
export const ConfirmDialog = observer(function ConfirmDialog({ confirmation }: { readonly confirmation: ConfirmationStore }) {
  const { t } = useTranslation(['app', 'errors']);
  const { ways, failure } = confirmation;
  return (
    <Modal label={t('confirm.title')} title={t('confirm.title')} size="narrow" onClose={confirmation.cancel}>
      <div className={styles.box}>
        <p className={styles.lead}>{t('confirm.lead')}</p>
        {failure !== null && (
          <p className={styles.wrong} role="alert">
            {t(failure.code, { ns: 'errors', ...failure.params })}{' '}
            <button type="button" className={styles.way} onClick={() => void confirmation.load()}>
              {t('retry')}
            </button>
          </p>
        )}
        {ways === null ? (
          failure === null && <p role="status">{t('confirm.loading')}</p>
        ) : (
          <Answer confirmation={confirmation} ways={ways} />
        )}
      </div>
    </Modal>
  );
});

interface AnswerProps {
  readonly confirmation: ConfirmationStore;
  readonly ways: readonly string[];
}

function Answer({ confirmation, ways }: AnswerProps) {
  const { t } = useTranslation(['app', 'errors']);
  const [kind, setKind] = useState(() => ways.find((one) => one !== 'passkey' || passkeyHindrance() === null) ?? ways[0] ?? 'password');
  const [value, setValue] = useState('');
  const [error, setError] = useState<AppError | PasskeyFailure | 'missing' | null>(null);
  const [busy, setBusy] = useState(false);
  const byPasskey = async (): Promise<AppError | PasskeyFailure | null> => {
    const terms = await confirmation.terms(kind);
    if (terms?.ok !== true) return terms?.error ?? 'failed';
    const signed = await answerByPasskey(terms.value.terms);
    return signed.ok ? confirmation.answer(kind, signed.value) : signed.why;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The form behind, in whose place React may see this one, has nothing to do with it.
    event.stopPropagation();
    if (kind !== 'passkey' && value === '') return setError('missing');
    setBusy(true);
    setError(null);
    const refusal = await (kind === 'passkey' ? byPasskey() : confirmation.answer(kind, kind === 'password' ? value : value.trim()));
    if (refusal === null) return;
    setBusy(false);
    setValue('');
    setError(refusal);
  };
  const choose = (next: string): void => {
    setKind(next);
    setValue('');
    setError(null);
  };
  const errorText =
    error === null
      ? null
      : error === 'missing'
        ? t(`confirm.missing.${kind}`)
        : typeof error === 'string'
          ? t(`passkey.${error}`)
          : t(error.code, { ns: 'errors', ...error.params });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {kind === 'passkey' ? (
        errorText !== null && (
          <p className={styles.wrong} role="alert">
            {errorText}
          </p>
        )
      ) : (
        <TextField
          key={kind}
          label={t(`confirm.field.${kind}`)}
          error={errorText}
          value={value}
          type={kind === 'password' ? 'password' : 'text'}
          autoComplete={kind === 'password' ? 'current-password' : kind === 'totp' ? 'one-time-code' : 'off'}
          maxLength={128}
          autoFocus
          onChange={(typed) => {
            setValue(typed);
            setError(null);
          }}
        />
      )}
      <div className={styles.foot}>
        <span className={styles.ways}>
          {ways
            .filter((one) => one !== kind)
            .map((one) => (
              <button key={one} type="button" className={styles.way} onClick={() => choose(one)}>
                {t(`login.step.use.${one}`)}
              </button>
            ))}
        </span>
        <button type="button" className={styles.action} onClick={confirmation.cancel}>
          {t('confirm.cancel')}
        </button>
        <button type="submit" className={`${styles.action} ${styles.primary}`} disabled={busy}>
          {t(kind === 'passkey' ? 'passkey.use' : 'confirm.submit')}
        </button>
      </div>
    </form>
  );
}
