import { Button } from '@fluentui/react-components';
import { useId, useRef, useState } from 'react';
import { useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './users.module.css';

/** A password that is told once: masked until somebody wants to see it, and copied without being seen. */
export function GivenPassword({ username, password }: { readonly username: string; readonly password: string }) {
  const t = useText('page-users');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(password);
      setCopied('yes');
    } catch {
      // The browser may forbid it: it is shown and chosen, to be copied by hand.
      setShown(true);
      field.current?.select();
      setCopied('failed');
    }
  };
  return (
    <div className={styles.given}>
      <label htmlFor={id}>{t('password.of', { username })}</label>
      <div className={styles.secret}>
        <input
          id={id}
          ref={field}
          readOnly
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          translate="no"
          value={password}
          onFocus={({ target }) => target.select()}
        />
        <Button size="small" onClick={() => setShown(!isShown)}>
          {t(isShown ? 'password.hide' : 'password.show')}
        </Button>
        <Button size="small" appearance="primary" autoFocus onClick={() => void copy()}>
          {t(copied === 'yes' ? 'password.copied' : 'password.copy')}
        </Button>
      </div>
      <p role="status" className={words.quiet}>
        {copied === 'failed' ? t('password.byHand') : t('password.once')}
      </p>
    </div>
  );
}
