import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { ChoiceField, TextField, useText } from '../../core/ui/index.ts';
import { keyPermissions } from '../../schemas/wire/route.ts';
import styles from './api-keys.module.css';
import { type DraftField, draftProblems, emptyDraft, expiries, type KeyDraft } from './key-draft.ts';
import type { KeysStore } from './keys-store.ts';

interface KeyFormProps {
  readonly store: KeysStore;
  readonly errorText: (error: AppError) => string;
  readonly onDone: () => void;
}

/** Enter makes the key, Escape leaves. */
export const KeyForm = observer(function KeyForm({ store, errorText, onDone }: KeyFormProps) {
  const t = useText('page-api-keys');
  const [draft, setDraft] = useState<KeyDraft>(emptyDraft);
  const [tried, setTried] = useState(false);
  const problems = draftProblems(draft);
  const { refusal } = store;
  const errorOf = (field: DraftField): string | null => {
    const problem = tried ? problems.find((one) => one.field === field) : undefined;
    if (problem !== undefined) return t(`error.${problem.rule}`, problem.params);
    return field === 'password' && refusal?.code === 'PASSWORD_WRONG' ? errorText(refusal) : null;
  };
  const edit = (change: Partial<KeyDraft>): void => {
    store.clearRefusal();
    setDraft({ ...draft, ...change });
  };
  const leave = (): void => {
    store.clearRefusal();
    onDone();
  };
  const create = async (): Promise<void> => {
    setTried(true);
    if (problems.length > 0 || store.busy) return;
    if (await store.create(draft)) leave();
  };
  return (
    <form
      className={styles.form}
      aria-label={t('add')}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leave();
      }}
    >
      <div className={styles.fields}>
        <TextField
          label={t('field.name')}
          help={t('help.name')}
          error={errorOf('name')}
          value={draft.name}
          maxLength={60}
          autoFocus
          onChange={(name) => edit({ name })}
        />
        <ChoiceField
          label={t('field.permission')}
          help={t(`help.${draft.permission}`)}
          value={draft.permission}
          warns={draft.permission === 'trade'}
          options={keyPermissions.map((one) => [one, t(`permission.${one}`)] as const)}
          onChange={(permission) => edit({ permission })}
        />
        <ChoiceField
          label={t('field.expiry')}
          help={draft.expiry === 'never' ? t('help.never') : undefined}
          value={draft.expiry}
          warns={draft.expiry === 'never'}
          options={expiries.map((one) => [one, one === 'never' ? t('expiry.never') : t('expiry.days', { days: one })] as const)}
          onChange={(expiry) => edit({ expiry })}
        />
        <TextField
          label={t('field.addresses')}
          help={draft.addresses.trim() === '' ? t('help.anywhere') : t('help.addresses')}
          error={errorOf('addresses')}
          value={draft.addresses}
          placeholder={t('example.addresses')}
          maxLength={2500}
          onChange={(addresses) => edit({ addresses })}
        />
        <TextField
          label={t('field.password')}
          help={t('help.password')}
          error={errorOf('password')}
          value={draft.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          onChange={(password) => edit({ password })}
        />
      </div>
      {refusal !== null && refusal.code !== 'PASSWORD_WRONG' && (
        <p className={styles.refusal} role="alert">
          {errorText(refusal)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="small" onClick={leave}>
          {t('cancel')}
        </Button>
        <Button size="small" appearance="primary" type="submit" disabled={store.busy}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
});
