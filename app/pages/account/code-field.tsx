import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Timers } from '../../../core/client/timers.ts';
import { codeDigits, codeLifeMs, codePauseS } from '../../../core/domain/code-purpose.ts';
import { PublicField } from '../public-field.tsx';
import styles from './account.module.css';

interface CodeFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
  readonly onLeave: () => void;
  readonly timers: Timers;
  /** True: it is on its way. */
  readonly onSend: () => Promise<boolean>;
}

/** The code that goes to the address, with the button that sends it: once in a minute. */
export function CodeField({ value, error, onChange, onLeave, timers, onSend }: CodeFieldProps) {
  const { t } = useTranslation('account');
  const [sending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const [leftS, setLeftS] = useState(0);
  useEffect(() => (leftS > 0 ? timers.after(1_000, () => setLeftS(leftS - 1)) : undefined), [leftS, timers]);
  const send = async (): Promise<void> => {
    setSending(true);
    const done = await onSend();
    setSending(false);
    if (!done) return;
    setSent(true);
    setLeftS(codePauseS);
  };
  const label = sending
    ? t('account.codeSending')
    : leftS > 0
      ? t('account.codeAgainIn', { seconds: leftS })
      : t(isSent ? 'account.codeAgain' : 'account.codeSend');
  return (
    <>
      <PublicField label={t('account.code')} help={isSent ? undefined : t('account.codeHelp')} error={error}>
        {(ties) => (
          <div className={styles.codeRow}>
            <input
              {...ties}
              className={styles.code}
              value={value}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={codeDigits}
              onBlur={onLeave}
              onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
            />
            <button type="button" className={styles.send} disabled={sending || leftS > 0} onClick={() => void send()}>
              {label}
            </button>
          </div>
        )}
      </PublicField>
      <div role="status" className={styles.sent}>
        {isSent ? t('account.codeSent', { minutes: codeLifeMs / 60_000 }) : ''}
      </div>
    </>
  );
}
