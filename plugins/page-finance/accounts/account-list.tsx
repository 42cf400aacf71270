import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { Markets, Preferences } from '../../../core/contract/client-services.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import {
  type Column,
  DataTable,
  FailedState,
  formatDecimal,
  ListEmpty,
  PanelBody,
  Select,
  TextInput,
  useText,
} from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import styles from '../finance.module.css';
import type { FinanceStore } from '../finance-store.ts';
import type { FinanceAccount } from '../finance-words.ts';
import { worthOf } from './account-worth.ts';

interface AccountListProps {
  readonly store: FinanceStore;
  readonly markets: Pick<Markets, 'exchangeTitle'>;
  readonly preferences: Pick<Preferences, 'currency'>;
}

/** Accounts of everybody, with what narrows them. */
export const AccountList = observer(function AccountList({ store, markets, preferences }: AccountListProps) {
  const t = useText('page-finance');
  const { prices } = store;
  const unit = useMemo(() => worthUnit(preferences.currency, prices), [preferences.currency, prices]);
  const columns = useMemo<readonly Column<FinanceAccount>[]>(
    () => [
      { id: 'username', title: t('field.username'), width: 150, least: 90, fixed: true, render: (one) => <Name text={one.username} /> },
      {
        id: 'exchange',
        title: t('field.exchange'),
        width: 110,
        least: 80,
        render: ({ exchange }) => <span translate="no">{markets.exchangeTitle(exchange)}</span>,
      },
      { id: 'name', title: t('field.account'), width: 150, least: 90, yields: 2, render: ({ name }) => <span translate="no">{name}</span> },
      { id: 'api', title: t('field.number'), width: 80, least: 60, align: 'right', yields: 1, render: ({ apiId }) => apiId },
      {
        id: 'worth',
        title: t('field.worth', { currency: unit.currency }),
        width: 140,
        least: 100,
        align: 'right',
        descendingFirst: true,
        compare: (a, b) => compareDecimals(worthOf(a, prices), worthOf(b, prices)),
        render: (one) => formatDecimal(unit.of(worthOf(one, prices)), unit.decimals),
      },
      {
        id: 'assets',
        title: t('field.assets'),
        width: 90,
        least: 70,
        align: 'right',
        yields: 3,
        render: ({ balances }) => balances.length,
      },
    ],
    [t, markets, prices, unit],
  );
  const empty =
    store.accountsState === 'failed' ? (
      <FailedState text={t('failed')} onRetry={() => void store.readAccounts()} />
    ) : (
      <ListEmpty
        icon="balances"
        text={t('accounts.empty')}
        narrowed={store.isNarrowed ? t('narrowed') : null}
        onClear={() => store.narrowAccounts({ search: '', exchange: '' })}
      />
    );
  const bar = (
    <div className={record.filters}>
      <div className={record.search}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          value={store.search}
          onChange={(search) => store.narrowAccounts({ search })}
        />
      </div>
      <Select
        className={record.choice}
        aria-label={t('filter.exchange')}
        value={store.exchange}
        options={[
          { value: '', label: t('filter.exchange') },
          ...[...new Set([...store.exchanges, ...(store.exchange === '' ? [] : [store.exchange])])].map((one) => ({
            value: one,
            label: markets.exchangeTitle(one),
          })),
        ]}
        onChange={(exchange) => store.narrowAccounts({ exchange })}
      />
      <span className={record.total} role="status">
        {store.matching > store.accounts.length
          ? t('accounts.part', { shown: store.accounts.length, total: store.matching })
          : t('accounts.total', { total: store.matching })}
      </span>
    </div>
  );
  return (
    <section aria-label={t('tab.accounts')} className={record.list}>
      <PanelBody bar={bar}>
        <DataTable<FinanceAccount>
          label={t('tab.accounts')}
          rows={store.accounts}
          columns={columns}
          rowKey={keyOf}
          markedKey={store.openAccount === null ? null : String(store.openAccount)}
          onActivate={({ apiId }) => store.showAccount(apiId)}
          loading={store.accountsState === 'loading'}
          empty={empty}
        />
      </PanelBody>
    </section>
  );
});

const keyOf = ({ apiId }: FinanceAccount): string => String(apiId);

const Name = ({ text }: { readonly text: string }) => (
  <span className={styles.name} title={text} translate="no">
    {text}
  </span>
);
