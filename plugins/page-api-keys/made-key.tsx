import { Button } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useText } from '../../core/ui/index.ts';
import styles from './api-keys.module.css';
import type { KeysStore } from './keys-store.ts';

interface MadeKeyProps {
  readonly made: NonNullable<KeysStore['made']>;
  readonly onDone: () => void;
}

/** The token of a new key, to be copied now. */
export function MadeKey({ made, onDone }: MadeKeyProps) {
  const t = useText('page-api-keys');
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(made.token);
      setCopied('yes');
    } catch {
      // The browser may forbid it: the text is selected, to be copied by hand.
      field.current?.select();
      setCopied('failed');
    }
  };
  return (
    <section className={styles.made} aria-label={t('made.title', { name: made.key.name })}>
      <h2>{t('made.title', { name: made.key.name })}</h2>
      <p>{t('made.text')}</p>
      <div className={styles.token}>
        <input ref={field} readOnly value={made.token} aria-label={t('made.token')} onFocus={({ target }) => target.select()} />
        <Button autoFocus size="small" appearance="primary" onClick={() => void copy()}>
          {t(copied === 'yes' ? 'made.copied' : 'made.copy')}
        </Button>
      </div>
      <p role="status" className={styles.words}>
        {copied === 'failed' ? t('made.byHand') : copied === 'yes' ? t('made.copiedWords') : ''}
      </p>
      <div className={styles.buttons}>
        <Button size="small" onClick={onDone}>
          {t('made.done')}
        </Button>
      </div>
    </section>
  );
}
