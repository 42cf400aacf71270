import { Button } from '@fluentui/react-components';
import { useId, useRef } from 'react';
import type { Notices } from '../../core/contract/client-services.ts';
import { useText } from '../../core/ui/index.ts';
import styles from './invite.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly notices: Notices;
}

/** Something to hand out. Where the browser keeps the clipboard to itself the text is chosen, ready for Ctrl+C. */
export function CopyField({ label, value, notices }: CopyFieldProps) {
  const t = useText('page-invite');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notices.show('success', t('copied', { what: label }));
    } catch {
      notices.show('info', t('copyByHand'));
    }
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.copied}>
        <input id={id} ref={field} readOnly value={value} onFocus={({ target }) => target.select()} />
        <Button size="small" aria-label={t('copyOf', { what: label })} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </div>
  );
}
