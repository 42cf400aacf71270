import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { accountPermissions } from '../../core/domain/accounts/account-permission.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { FormActions } from '../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { CheckField, ChoiceField, DateField, formatDay, TextField, useServices, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import { mostAccountAddresses } from '../../schemas/wire/exchange-account.ts';
import {
  type AccountDraft,
  type AccountField,
  atExchange,
  draftOf,
  draftProblems,
  keyNeed,
  keysOf,
  newDraft,
  offeredPermissions,
  termsOf,
} from './account-draft.ts';
import styles from './accounts.module.css';
import type { AccountsSectionStore, OwnAccount } from './accounts-store.ts';
import type { Services } from './requires.ts';

interface AccountDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  /** Null: a new one. */
  readonly account: OwnAccount | null;
  readonly onClose: () => void;
}

/** An account that is opened or changed; Enter in a field saves. */
export const AccountDialog = observer(function AccountDialog({ store, services, account, onClose }: AccountDialogProps) {
  const t = useText('user-accounts');
  const { preferences, timers } = useServices();
  const { timeZone } = preferences;
  const [draft, setDraft] = useState<AccountDraft>(() => (account === null ? newDraft(store.exchanges) : draftOf(account, timeZone)));
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const need = keyNeed(store.exchanges, draft.exchange);
  const problems = draftProblems(draft, timers.nowMs(), timeZone, need, account === null);
  const refusedAt = refusal?.code === 'ACCOUNT_EXPIRY_PAST' ? 'expiresMs' : refusal?.params.field;
  // Of a list the server names the entry as well, in its own words.
  const isAt = (field: AccountField): boolean =>
    refusedAt === field || (field === 'ipList' && typeof refusedAt === 'string' && /^ip.list/.test(refusedAt));
  const errorOf = (field: AccountField): string | null => {
    if (refusal !== null && isAt(field)) return services.texts.errorText(refusal);
    const problem = problems[field];
    return tried && problem !== undefined
      ? t(`error.${problem}`, { limit: problem === 'addresses' ? mostAccountAddresses : maxNameLength })
      : null;
  };
  const edit = (change: Partial<AccountDraft>): void => {
    setRefusal(null);
    setDraft({ ...draft, ...change });
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(problems).length > 0 || store.busy) return;
    const which = account === null ? { exchange: draft.exchange } : { apiId: account.apiId };
    const body = { ...which, ...termsOf(draft, timeZone, need) };
    const keys = keysOf(draft, need);
    const refused = keys === null ? await store.save(body) : await store.saveWithKeys({ ...body, ...keys });
    setRefusal(refused);
    if (refused !== null) return;
    services.notices.show('success', t(account === null ? 'opened' : 'saved', { name: draft.name.trim() }));
    onClose();
  };
  const permissionError = errorOf('permissions');
  // What an account has can be taken from it, though its exchange offers it no longer.
  const offered = offeredPermissions(store.exchanges, draft.exchange);
  const shownPermissions = accountPermissions.filter((one) => offered.includes(one) || account?.permissions.includes(one));
  return (
    <FormDialog
      title={account === null ? t('open') : t('edit.title', { name: account.name })}
      onSubmit={() => void save()}
      onClose={onClose}
      actions={<FormActions keep={t('cancel')} send={t(account === null ? 'open' : 'save')} busy={store.busy} onClose={onClose} />}
    >
      <TextField
        label={t('field.name')}
        error={errorOf('name')}
        value={draft.name}
        maxLength={maxNameLength}
        autoFocus
        onChange={(name) => edit({ name })}
      />
      <ChoiceField
        label={t('field.exchange')}
        help={account !== null ? t('help.stays') : need === 'none' ? t('help.exchange') : t('help.keys')}
        error={errorOf('exchange')}
        value={draft.exchange}
        disabled={account !== null}
        options={exchangeOptions(store, draft.exchange)}
        onChange={(exchange) => edit(atExchange(draft, store.exchanges, exchange))}
      />
      {need !== 'none' && (
        <>
          <TextField
            label={t('field.apiKey')}
            help={
              account === null ? undefined : account.keyEnd === null ? t('help.keysStay') : t('help.keysStayOf', { end: account.keyEnd })
            }
            error={errorOf('api_key')}
            value={draft.apiKey}
            maxLength={500}
            autoComplete="off"
            onChange={(apiKey) => edit({ apiKey })}
          />
          <TextField
            label={t('field.secretKey')}
            type="password"
            error={errorOf('secret_key')}
            value={draft.secretKey}
            maxLength={500}
            autoComplete="new-password"
            onChange={(secretKey) => edit({ secretKey })}
          />
        </>
      )}
      {need === 'keys-and-passphrase' && (
        <TextField
          label={t('field.passphrase')}
          type="password"
          error={errorOf('passphrase')}
          value={draft.passphrase}
          maxLength={500}
          autoComplete="new-password"
          onChange={(passphrase) => edit({ passphrase })}
        />
      )}
      {need !== 'none' && (
        <TextField
          label={t('field.addresses')}
          help={t('help.addresses')}
          error={errorOf('ipList')}
          value={draft.addresses}
          maxLength={2_500}
          onChange={(addresses) => edit({ addresses })}
        />
      )}
      <fieldset className={styles.checks} aria-describedby="account-permissions">
        <legend>{t('field.permissions')}</legend>
        {shownPermissions.map((one) => (
          <CheckField key={one} label={t(`permission.${one}`)} checked={draft[one]} onChange={(checked) => edit({ [one]: checked })} />
        ))}
        <p id="account-permissions" className={permissionError === null ? words.quiet : words.wrong}>
          {permissionError ?? t('help.permissions')}
        </p>
      </fieldset>
      <ChoiceField
        label={t('field.group')}
        error={errorOf('group_id')}
        value={draft.group}
        options={[['', t('group.none')], ...store.groups.map(({ group_id, name }) => [String(group_id), name] as const)]}
        onChange={(group) => edit({ group })}
      />
      <DateField
        label={t('field.until')}
        help={t('help.until')}
        error={errorOf('expiresMs')}
        value={draft.until}
        min={formatDay(timers.nowMs(), timeZone)}
        onChange={(until) => edit({ until })}
      />
      {refusal !== null && typeof refusedAt !== 'string' && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
});

/** What can be opened now, and where an account is whose exchange is away. */
function exchangeOptions({ exchanges }: AccountsSectionStore, chosen: string): ReadonlyArray<readonly [string, string]> {
  const open = exchanges.map(({ exchange, title }) => [exchange, title] as const);
  return chosen === '' || open.some(([exchange]) => exchange === chosen) ? open : [...open, [chosen, chosen] as const];
}
