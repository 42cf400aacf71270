import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import type { ApiAccount } from '../../../core/contract/client-services.ts';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { FieldFrame } from '../field-frame.tsx';
import styles from '../forms.module.css';
import { useField } from '../use-field.ts';

/** One of the user's exchange accounts; those at the market's exchange come first. */
export const AccountWidget = observer(function AccountWidget(props: WidgetProps) {
  const { scene, path, label, help, error, hint, fixed, value, change } = useField(props);
  const { accounts, markets } = scene.services;
  const marketId = scene.marketOf(path);
  const exchange = marketId === null ? null : (markets.instrument(marketId)?.exchange ?? null);
  const isHere = (account: ApiAccount): boolean => exchange === null || account.exchange === exchange;
  const option = (account: ApiAccount) => (
    <option key={account.apiId} value={account.apiId}>
      {accountTitle(account.name, markets.exchangeTitle(account.exchange))}
    </option>
  );
  const [here, elsewhere] = [accounts.apiAccounts.filter(isHere), accounts.apiAccounts.filter((account) => !isHere(account))];
  const isKnown = accounts.apiAccounts.some(({ apiId }) => apiId === value);
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint}>
      {({ id, describedBy }) => (
        <select
          id={id}
          className={styles.control}
          value={isKnown ? String(value) : ''}
          disabled={fixed}
          aria-describedby={describedBy}
          aria-invalid={error !== null}
          onChange={({ target }) => change(target.value === '' ? undefined : Number(target.value))}
        >
          {!isKnown && <option value="">{scene.t(accounts.apiAccounts.length === 0 ? 'account.none' : 'account.choose')}</option>}
          {here.map(option)}
          {elsewhere.length > 0 && <optgroup label={scene.t('account.elsewhere')}>{elsewhere.map(option)}</optgroup>}
        </select>
      )}
    </FieldFrame>
  );
});
