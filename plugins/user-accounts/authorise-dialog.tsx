import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { type GrantableAct, grantableActs } from '../../core/domain/accounts/account-act.ts';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { CheckField, DateField, formatDay, startOfDay, useServices, useText } from '../../core/ui/index.ts';
import styles from './accounts.module.css';
import type { AccountsSectionStore, OwnAccount } from './accounts-store.ts';
import { firstGrantee, GranteeField } from './grantee-field.tsx';
import type { Services } from './requires.ts';

interface AuthoriseDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly account: OwnAccount;
  readonly onClose: () => void;
}

/** Who is to do what with an account, and until when. */
export const AuthoriseDialog = observer(function AuthoriseDialog({ store, services, account, onClose }: AuthoriseDialogProps) {
  const t = useText('user-accounts');
  const { preferences, timers } = useServices();
  const { timeZone } = preferences;
  const [grantee, setGrantee] = useState(firstGrantee(store));
  const [acts, setActs] = useState<readonly GrantableAct[]>(['see', 'report']);
  const [until, setUntil] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const end = until === '' ? null : startOfDay(until, timeZone, 1);
  const isPast = until !== '' && (end === null || end <= timers.nowMs());
  const refusedAt = refusal?.params.field;
  const refusedWith = (field: string): string | null =>
    refusal !== null && refusedAt === field ? services.texts.errorText(refusal) : null;
  const give = async (): Promise<void> => {
    setTried(true);
    if (grantee === '' || acts.length === 0 || isPast || store.busy) return;
    const refused = await store.give({ apiId: account.apiId, grantee, acts: [...acts], until: end });
    setRefusal(refused);
    if (refused !== null) return;
    services.notices.show('success', t('authorised', { name: grantee, account: account.name }));
    onClose();
  };
  const nameError = refusedWith('grantee') ?? (tried && grantee === '' ? t('error.empty') : null);
  return (
    <FormDialog
      title={t('authorise.title', { name: account.name })}
      onSubmit={() => void give()}
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="small" appearance="primary" type="submit" disabled={store.busy}>
            {t('authorise')}
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>{t('authorise.lead')}</p>
      <GranteeField
        store={store}
        error={nameError}
        onChange={(name) => {
          setRefusal(null);
          setGrantee(name);
        }}
      />
      <fieldset className={styles.checks}>
        <legend>{t('field.acts')}</legend>
        {grantableActs.map((act) => (
          <CheckField
            key={act}
            label={t(`act.${act}`)}
            checked={acts.includes(act)}
            onChange={(on) => setActs(on ? [...acts, act] : acts.filter((one) => one !== act))}
          />
        ))}
        {tried && acts.length === 0 && <p className={styles.wrong}>{t('error.acts')}</p>}
      </fieldset>
      <DateField
        label={t('field.end')}
        help={t('help.end')}
        error={refusedWith('until') ?? (tried && isPast ? t('error.until') : null)}
        value={until}
        min={formatDay(timers.nowMs(), timeZone)}
        onChange={setUntil}
      />
      {refusal !== null && typeof refusedAt !== 'string' && (
        <p role="alert" className={styles.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
});
