import { useMemo } from 'react';
import type { BacktestFunding } from '../../../core/contract/backtest-runs.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  PanelBody,
  Price,
  Quantity,
  TimeText,
  type Translate,
  useText,
} from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import { rateText, toneOf } from './figure-text.ts';
import { namespace } from './runs-store.ts';

/** What positions of perpetuals have paid and received, in order of time. */
export function FundingList({ payments }: { readonly payments: readonly BacktestFunding[] }) {
  const t = useText(namespace);
  const columns = useMemo(() => fundingColumns(t), [t]);
  return (
    <PanelBody bar={<span>{t('funding.caption', { count: payments.length })}</span>}>
      <DataTable
        label={t('tab.funding')}
        rows={payments}
        columns={columns}
        rowKey={({ timeMs, instrument }) => `${timeMs} ${instrument}`}
        empty={<EmptyState icon="trades" text={t('funding.empty')} />}
      />
    </PanelBody>
  );
}

function fundingColumns(t: Translate): Column<BacktestFunding>[] {
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 144,
      render: ({ timeMs }) => <TimeText timeMs={timeMs} />,
      compare: (a, b) => a.timeMs - b.timeMs,
    },
    {
      id: 'market',
      title: t('column.market'),
      width: 90,
      render: ({ instrument }) => <span title={instrument}>{instrument.split('/')[1] ?? instrument}</span>,
    },
    { id: 'position', title: t('column.position'), width: 90, align: 'right', render: ({ qty }) => <Quantity value={qty} /> },
    { id: 'mark', title: t('column.mark'), width: 90, align: 'right', render: ({ price }) => <Price value={price} /> },
    { id: 'rate', title: t('column.rate'), width: 100, align: 'right', render: ({ rate }) => rateText(rate) },
    {
      id: 'amount',
      title: t('column.amount'),
      width: 130,
      align: 'right',
      render: ({ amount, asset }) => (
        <span className={shared[toneOf(Number(amount))]}>
          <Quantity value={amount} /> <span className={shared.muted}>{asset}</span>
        </span>
      ),
      compare: (a, b) => Number(a.amount) - Number(b.amount),
      descendingFirst: true,
    },
  ];
}
