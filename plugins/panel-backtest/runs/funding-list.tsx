import { useMemo } from 'react';
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
import type { FundingView } from '../../../schemas/wire/backtest.ts';
import styles from '../backtest.module.css';
import { rateText, toneOf } from './figure-text.ts';
import { namespace } from './runs-store.ts';

/** What positions of perpetuals have paid and received, in order of time. */
export function FundingList({ payments }: { readonly payments: readonly FundingView[] }) {
  const t = useText(namespace);
  const columns = useMemo(() => fundingColumns(t), [t]);
  return (
    <PanelBody bar={<span>{t('funding.caption', { count: payments.length })}</span>}>
      <DataTable
        label={t('tab.funding')}
        rows={payments}
        columns={columns}
        rowKey={({ time, instrument }) => `${time} ${instrument}`}
        empty={<EmptyState icon="trades" text={t('funding.empty')} />}
      />
    </PanelBody>
  );
}

function fundingColumns(t: Translate): Column<FundingView>[] {
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 144,
      render: ({ time }) => <TimeText timeMs={time} />,
      compare: (a, b) => a.time - b.time,
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
        <span className={styles[toneOf(Number(amount))]}>
          <Quantity value={amount} /> <span className={styles.muted}>{asset}</span>
        </span>
      ),
      compare: (a, b) => Number(a.amount) - Number(b.amount),
      descendingFirst: true,
    },
  ];
}
