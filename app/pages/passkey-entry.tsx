import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '../../core/client/connection/api-client.ts';
import type { AppError } from '../../core/contract/app-error.ts';
import { answerByPasskey, type PasskeyFailure, passkeyHindrance } from '../../core/ui/passkey/passkey.ts';
import type { SessionUser, SignInWants } from '../../schemas/wire/user.ts';
import styles from './login-page.module.css';
import shape from './public-card.module.css';

interface PasskeyEntryProps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly onDone: (user: SessionUser) => void;
  /** There is more to prove. */
  readonly onMore: (wants: SignInWants) => Promise<AppError | 'impossible' | null>;
}

/** Coming in by a passkey, without name and password; a sentence in its place where the page is at an address that has none. */
export function PasskeyEntry({ api, onDone, onMore }: PasskeyEntryProps) {
  const { t } = useTranslation(['app', 'errors']);
  const [hindrance] = useState(() => passkeyHindrance());
  const [error, setError] = useState<AppError | PasskeyFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = async (): Promise<AppError | PasskeyFailure | null> => {
    const terms = await api.call('securityPasskeyEnterTerms', {});
    if (!terms.ok) return terms.error;
    const signed = await answerByPasskey(terms.value.terms);
    if (!signed.ok) return signed.why;
    const reply = await api.call('securityPasskeyEnter', { body: { value: signed.value } });
    if (!reply.ok) return reply.error;
    if ('wants' in reply.value) {
      const failure = await onMore(reply.value);
      return failure === 'impossible' ? 'failed' : failure;
    }
    onDone(reply.value);
    return null;
  };
  const press = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    setError(await enter());
    setBusy(false);
  };
  if (hindrance === 'unsupported') return null;
  if (hindrance === 'address') return <p className={styles.passkeyNote}>{t('passkey.byName')}</p>;
  return (
    <>
      <button type="button" className={styles.passkey} disabled={busy} onClick={() => void press()}>
        {t('passkey.enter')}
      </button>
      {error !== null && (
        <div className={shape.formError} role="alert">
          {typeof error === 'string' ? t(`passkey.${error}`) : t(error.code, { ns: 'errors', ...error.params })}
        </div>
      )}
    </>
  );
}
