import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Texts } from '../../core/contract/client-services.ts';
import { TextField, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import { QrCode } from '../../core/ui/qr/qr-code.tsx';
import styles from './security.module.css';
import type { SecurityStore } from './security-store.ts';

interface FactorSetUpProps {
  readonly begun: NonNullable<SecurityStore['begun']>;
  readonly store: SecurityStore;
  readonly texts: Pick<Texts, 'errorText'>;
  readonly onDone: () => void;
}

/** In groups of four, to be typed. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The secret as a QR code and as letters, and the code that proves that the authenticator has it. */
export const FactorSetUp = observer(function FactorSetUp({ begun, store, texts, onDone }: FactorSetUpProps) {
  const t = useText('user-security');
  const [code, setCode] = useState('');
  const [error, setError] = useState<AppError | 'missing' | null>(null);
  const submit = async (): Promise<void> => {
    if (code.trim() === '') return setError('missing');
    const refusal = await store.confirmFactor(code.trim());
    if (refusal !== null) {
      setCode('');
      setError(refusal);
    } else if (store.codes !== null) onDone();
  };
  return (
    <form
      noValidate
      className={styles.setUp}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <QrCode text={begun.uri} label={t('factor.qr')} />
      <div className={styles.form}>
        <p className={words.quiet}>{t('factor.scan')}</p>
        <p className={styles.secret} translate="no">
          {grouped(begun.secret)}
        </p>
        <TextField
          label={t('factor.code')}
          help={t('factor.codeHelp')}
          error={error === null ? null : error === 'missing' ? t('factor.codeMissing') : texts.errorText(error)}
          value={code}
          autoComplete="one-time-code"
          maxLength={9}
          autoFocus
          onChange={(typed) => {
            setCode(typed);
            setError(null);
          }}
        />
        <div className={styles.buttons}>
          <Button size="small" onClick={store.stopFactor}>
            {t('factor.cancel')}
          </Button>
          <Button size="small" appearance="primary" type="submit" disabled={store.busy}>
            {t('factor.turnOn')}
          </Button>
        </div>
      </div>
    </form>
  );
});
