import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { type AskedMovementKind, askedMovementKinds } from '../../../core/domain/accounts/money-movement.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import { formatDecimal, IconButton, useText } from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import words from '../../../core/ui/page/words.module.css';
import { Statement } from '../../../core/ui/statement/statement.tsx';
import styles from '../finance.module.css';
import type { FinanceStore } from '../finance-store.ts';
import type { FinanceAccount } from '../finance-words.ts';
import { MovementDialog } from '../movements/movement-dialog.tsx';
import type { Services } from '../requires.ts';
import { freeOf, valueOfAmount, worthOf } from './account-worth.ts';

interface AccountCardProps {
  readonly account: FinanceAccount;
  readonly store: FinanceStore;
  readonly services: Services;
}

/** One account: what is in it, what finance can do with it, and what has happened in it. */
export const AccountCard = observer(function AccountCard({ account, store, services }: AccountCardProps) {
  const t = useText('page-finance');
  const { api, notices } = services;
  const { apiId } = account;
  const [asking, setAsking] = useState<AskedMovementKind | null>(null);
  const unit = worthUnit(services.preferences.currency, store.prices);
  const valueText = (value: string | null): string => (value === null ? '–' : formatDecimal(unit.of(value), unit.decimals));
  const offered = (kind: AskedMovementKind): boolean => (kind === 'withdrawal' ? account.withdrawal : account.deposit);
  return (
    <aside aria-label={t('account.of', { username: account.username })}>
      <header className={record.cardHead}>
        <h2 translate="no">
          {account.username} · {accountTitle(account.name, services.markets.exchangeTitle(account.exchange))} · {account.apiId}
        </h2>
        <IconButton icon="close" label={t('close')} onClick={() => store.showAccount(null)} />
      </header>
      <p className={styles.worth}>
        {t('account.worth', { worth: formatDecimal(unit.of(worthOf(account, store.prices)), unit.decimals), currency: unit.currency })}
      </p>
      {store.mayFund && (
        <div className={styles.actions}>
          {askedMovementKinds.map((kind) => (
            <Button key={kind} size="small" disabled={!offered(kind)} onClick={() => setAsking(kind)}>
              {t(`kind.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {!account.deposit && (
        <p className={words.quiet}>{t('account.closed', { exchange: services.markets.exchangeTitle(account.exchange) })}</p>
      )}
      <table className={styles.balances}>
        <caption>{t('balances')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field.asset')}</th>
            <th scope="col" className={styles.figure}>
              {t('field.total')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('field.free')}
            </th>
            <th scope="col" className={styles.figure} translate="no">
              {unit.currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {account.balances.map(({ accountType, asset, total }) => (
            <tr key={`${accountType} ${asset}`}>
              <th scope="row" translate="no">
                {asset}
                {accountType === 'spot' ? '' : ` · ${accountType}`}
              </th>
              <td className={styles.figure}>{formatDecimal(total)}</td>
              <td className={styles.figure}>{formatDecimal(freeOf(account, accountType, asset))}</td>
              <td className={styles.figure}>{valueText(valueOfAmount(total, asset, store.prices))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {account.balances.length === 0 && <p className={words.quiet}>{t('balances.none')}</p>}
      <section aria-label={t('statement')} className={record.section}>
        <h3>{t('statement')}</h3>
        <Statement
          apiId={apiId}
          // What has moved in the account is told by its balances.
          told={account.balances.map(({ total }) => total).join()}
          read={(query) => api.call('financeStatement', { query: { ...query, apiId } })}
          download={(period, options) => api.download('financeStatementExport', { query: { ...period, apiId } }, options)}
          fileName={t('fileName', { username: account.username, number: apiId })}
          onFailure={({ error }) => notices.error(error)}
        />
      </section>
      {asking !== null && (
        <MovementDialog kind={asking} account={account} store={store} services={services} onClose={() => setAsking(null)} />
      )}
    </aside>
  );
});
