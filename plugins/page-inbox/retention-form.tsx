import { Button } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Notices } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { ConfirmPopover, TextInput, useText } from '../../core/ui/index.ts';
import styles from './inbox.module.css';
import type { InboxStore } from './inbox-store.ts';

const told = toldIn('page-inbox');

const mostDays = 3_650;
const daysOf = (typed: string): number | null => {
  const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= mostDays ? days : null;
};

interface RetentionFormProps {
  readonly days: number;
  readonly store: InboxStore;
  readonly notices: Notices;
}

/** How long letters are kept, as applicants are told. A shorter time deletes, and asks. */
export function RetentionForm({ days, store, notices }: RetentionFormProps) {
  const t = useText('page-inbox');
  const id = useId();
  const [typed, setTyped] = useState(String(days));
  const wanted = daysOf(typed);
  const save = async (): Promise<void> => {
    if (wanted !== null && (await store.keepFor(wanted))) notices.show('success', told('retention.saved', { days: wanted }));
  };
  const button = (onClick?: () => void) => (
    <Button size="small" disabled={wanted === null || wanted === days} {...(onClick === undefined ? {} : { onClick })}>
      {t('retention.save')}
    </Button>
  );
  return (
    <form
      className={styles.retention}
      aria-label={t('retention')}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== null && wanted > days) void save();
      }}
    >
      <label htmlFor={id}>{t('retention.label')}</label>
      <span className={styles.days}>
        <TextInput id={id} value={typed} maxLength={4} onChange={setTyped} />
      </span>
      <span>{t('retention.days')}</span>
      {wanted !== null && wanted < days ? (
        <ConfirmPopover
          title={t('retention.title', { days: wanted })}
          text={t('retention.text', { days: wanted })}
          danger
          keepLabel={t('retention.keep')}
          confirmLabel={t('retention.confirm')}
          onConfirm={() => void save()}
        >
          {button()}
        </ConfirmPopover>
      ) : (
        button(() => void save())
      )}
      {wanted === null && (
        <span className={styles.wrong} role="alert">
          {t('retention.rule', { most: mostDays })}
        </span>
      )}
    </form>
  );
}
