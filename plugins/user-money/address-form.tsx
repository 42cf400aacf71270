import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { TextField, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './money.module.css';
import type { Services } from './requires.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

const empty = { label: '', asset: 'USDT', network: '', address: '' };
type Draft = typeof empty;
const fields = ['label', 'asset', 'network', 'address'] as const satisfies readonly (keyof Draft)[];
const rules: Readonly<Record<keyof Draft, RegExp>> = {
  label: /\S/,
  asset: /^[A-Z0-9]{1,16}$/,
  network: /\S/,
  address: /^[A-Za-z0-9:._-]{8,128}$/,
};

/** A new address of the own book. */
export const AddressForm = observer(function AddressForm({
  store,
  services,
}: {
  readonly store: WithdrawalStore;
  readonly services: Services;
}) {
  const t = useText('user-money');
  const [draft, setDraft] = useState<Draft>(empty);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const wrong = fields.filter((field) => !rules[field].test(draft[field]));
  const add = async (): Promise<void> => {
    setTried(true);
    if (wrong.length > 0) return;
    const error = await store.addAddress({ ...draft, label: draft.label.trim(), network: draft.network.trim() });
    setRefusal(error);
    if (error !== null) return;
    setDraft(empty);
    setTried(false);
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`field.${field}`)}
          value={draft[field]}
          maxLength={field === 'address' ? 128 : 40}
          error={tried && wrong.includes(field) ? t(`error.${field}`) : null}
          onChange={(typed) => {
            setRefusal(null);
            setDraft({ ...draft, [field]: field === 'asset' ? typed.trim().toUpperCase() : typed });
          }}
        />
      ))}
      {refusal !== null && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
      <div>
        <Button size="small" type="submit">
          {t('book.add')}
        </Button>
      </div>
    </form>
  );
});
