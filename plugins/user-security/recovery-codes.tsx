import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { saveFile, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './security.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Told here and never again: to be saved or copied before they go. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useText('user-security');
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('yes');
    } catch {
      setCopied('failed');
    }
  };
  return (
    <div className={styles.form}>
      <p>{t('codes.lead')}</p>
      <ol className={styles.codes} aria-label={t('codes.title')} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p role="status" className={words.quiet}>
        {copied === 'failed' ? t('codes.byHand') : copied === 'yes' ? t('codes.copied') : ''}
      </p>
      <div className={styles.buttons}>
        <Button
          size="small"
          appearance="primary"
          autoFocus
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), `${t('codes.file')}.txt`)}
        >
          {t('codes.save')}
        </Button>
        <Button size="small" onClick={() => void copy()}>
          {t('codes.copy')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('codes.done')}
        </Button>
      </div>
    </div>
  );
}
