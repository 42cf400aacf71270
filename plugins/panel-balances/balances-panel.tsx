import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { BarCheck, type Column, DataTable, EmptyState, formatDecimal, PanelBody, type TableState, useText } from '../../core/ui/index.ts';
import { type BalanceRow, balanceRows, decimalsByAsset } from './balance-rows.ts';
import styles from './balances-panel.module.css';
import type { requires } from './requires.ts';

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What each selected account holds. The model of a panel: services by props, config for what is remembered, texts by `useText`. */
export const Panel = observer(function BalancesPanel({ services, config, updateConfig }: PanelProps<typeof requires>) {
  const { accounts, markets } = services;
  const t = useText('panel-balances');
  const hideZero = config.hideZero !== false;
  const rows = balanceRows(accounts.balances, accounts.apiAccounts, accounts.selectedIds, hideZero);
  const decimals = decimalsByAsset(accounts.balances);
  const decimalsKey = JSON.stringify([...decimals]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the map, which is made anew with every balance
  const columns = useMemo<readonly Column<BalanceRow>[]>(() => {
    const amount = (id: 'total' | 'held' | 'available'): Column<BalanceRow> => ({
      id,
      title: t(`column.${id}`),
      width: 132,
      align: 'right',
      descendingFirst: true,
      render: (row) => (
        <span className={/[1-9]/.test(row[id]) ? '' : styles.muted}>{formatDecimal(row[id], decimals.get(row.asset) ?? 2)}</span>
      ),
      compare: (a, b) => compareDecimals(a[id], b[id]),
    });
    return [
      {
        id: 'asset',
        title: t('column.asset'),
        width: 72,
        fixed: true,
        render: (row) => <span className={styles.asset}>{row.asset}</span>,
        compare: (a, b) => compareText(a.asset, b.asset),
      },
      amount('total'),
      amount('available'),
      amount('held'),
      {
        id: 'exchange',
        title: t('column.exchange'),
        width: 84,
        render: (row) => markets.exchangeTitle(row.exchange),
        compare: (a, b) => compareText(a.exchange, b.exchange),
      },
      {
        id: 'account',
        title: t('column.account'),
        width: 110,
        render: (row) => <span title={row.accountName}>{row.accountName}</span>,
        compare: (a, b) => compareText(a.accountName, b.accountName),
      },
      {
        id: 'wallet',
        title: t('column.wallet'),
        width: 90,
        optional: true,
        render: ({ accountType, symbol = '' }) => `${t(`wallet.${accountType}`)} ${symbol}`.trimEnd(),
      },
    ];
  }, [t, markets, decimalsKey]);

  const nothing = accounts.balances.length === 0;
  return (
    <PanelBody bar={<BarCheck text={t('hideZero')} checked={hideZero} onChange={(checked) => updateConfig({ hideZero: checked })} />}>
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.key}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        loading={accounts.loading}
        empty={
          nothing ? (
            <EmptyState icon="balances" text={t('empty')} />
          ) : (
            <EmptyState
              icon="balances"
              text={t('allZero')}
              action={
                <Button size="small" onClick={() => updateConfig({ hideZero: false })}>
                  {t('showZero')}
                </Button>
              }
            />
          )
        }
      />
    </PanelBody>
  );
});
