import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import type { ApiAccount } from '../../../core/contract/client-services.ts';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { Select } from '../../../core/ui/select/select.tsx';
import type { SelectOption } from '../../../core/ui/select/select-options.ts';
import { useAccountSwitches, useFrozenText } from '../../../core/ui/states/account-switches.tsx';
import { FieldFrame } from '../field-frame.tsx';
import styles from '../forms.module.css';
import { useField } from '../use-field.ts';

/** One of the user's exchange accounts; those at the market's exchange come first. */
export const AccountWidget = observer(function AccountWidget(props: WidgetProps) {
  const { scene, path, label, help, error, hint, fixed, value, change } = useField(props);
  const { accounts, markets, stream } = scene.services;
  const frozen = useFrozenText(useAccountSwitches(stream));
  const marketId = scene.marketOf(path);
  const exchange = marketId === null ? null : (markets.instrument(marketId)?.exchange ?? null);
  const isHere = (account: ApiAccount): boolean => exchange === null || account.exchange === exchange;
  const option = (account: ApiAccount, group?: string): SelectOption => ({
    value: String(account.apiId),
    label: accountTitle(account.name, markets.exchangeTitle(account.exchange)),
    detail: frozen(account.apiId) ?? undefined,
    group,
  });
  const [here, elsewhere] = [accounts.apiAccounts.filter(isHere), accounts.apiAccounts.filter((account) => !isHere(account))];
  const isKnown = accounts.apiAccounts.some(({ apiId }) => apiId === value);
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint ?? (isKnown ? frozen(Number(value)) : null)}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          className={styles.control}
          value={isKnown ? String(value) : ''}
          disabled={fixed}
          aria-describedby={describedBy}
          aria-invalid={error !== null}
          options={[
            ...(isKnown ? [] : [{ value: '', label: scene.t(accounts.apiAccounts.length === 0 ? 'account.none' : 'account.choose') }]),
            ...here.map((account) => option(account)),
            ...elsewhere.map((account) => option(account, scene.t('account.elsewhere'))),
          ]}
          onChange={(apiId) => change(apiId === '' ? undefined : Number(apiId))}
        />
      )}
    </FieldFrame>
  );
});
