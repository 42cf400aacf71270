import { useState } from 'react';
import { type Translate, useServices } from '../../../core/ui/index.ts';
import styles from './order-details.module.css';

const saidMs = 1_500;

/** An id that a click copies; for a moment it says so. */
export function CopyId({ t, id }: { readonly t: Translate; readonly id: string }) {
  const { timers } = useServices();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
    timers.after(saidMs, () => setCopied(false));
  };
  return (
    <button type="button" className={styles.id} title={t('details.copy')} onClick={() => void copy()}>
      {copied ? t('details.copied') : id}
    </button>
  );
}
