import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { accepted } from '../../../core/contract/app-error.ts';
import type { BacktestRun, BacktestTrade } from '../../../core/contract/backtest-runs.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  FailedState,
  PagedList,
  PanelBody,
  PlainButton,
  Price,
  Quantity,
  SideText,
  TimeText,
  useText,
} from '../../../core/ui/index.ts';
import { tradesPerPage } from '../../../schemas/wire/backtest.ts';
import shared from '../backtest.module.css';
import type { Services } from '../requires.ts';
import { moneyText, toneOf } from './figure-text.ts';
import { namespace } from './runs-store.ts';
import styles from './trade-list.module.css';

interface TradeListProps {
  readonly services: Services;
  readonly run: BacktestRun;
  /** Fills in the pages; fewer than the run has when there were too many to keep. */
  readonly kept: number;
}

/** Every fill of a run in order of time; further pages come by request. */
export const TradeList = observer(function TradeList({ services, run, kept }: TradeListProps) {
  const { api } = services;
  const t = useText(namespace);
  const { runId } = run;
  const list = useMemo(
    () =>
      new PagedList<BacktestTrade>(async (cursor) => {
        const page = Number(cursor ?? 0);
        const reply = await api.call('backtestTrades', { query: { runId, page } });
        if (!reply.ok) return reply;
        return accepted({ results: reply.value, next: (page + 1) * tradesPerPage < kept ? String(page + 1) : null });
      }),
    [api, runId, kept],
  );
  useEffect(() => void list.more(), [list]);
  const columns = useMemo(() => tradeColumns(services, t), [services, t]);
  const total = run.figures?.fills ?? 0;
  const foot = list.state === 'idle' && (
    <div className={styles.more}>
      <PlainButton onClick={() => void list.more()}>{t('trades.more', { shown: list.items.length, total: kept })}</PlainButton>
    </div>
  );
  return (
    <PanelBody foot={foot} {...(kept < total ? { bar: <span>{t('trades.cut', { kept, total })}</span> } : {})}>
      <DataTable
        label={t('tab.trades')}
        rows={list.items}
        columns={columns}
        rowKey={({ number }) => String(number)}
        loading={list.state === 'loading'}
        empty={
          list.state === 'failed' ? (
            <FailedState text={t('trades.failed')} onRetry={() => void list.more()} />
          ) : (
            <EmptyState icon="trades" text={t('trades.empty')} />
          )
        }
      />
    </PanelBody>
  );
});

function tradeColumns({ markets }: Services, t: (key: string) => string): Column<BacktestTrade>[] {
  const symbolOf = (id: string): string => id.split('/')[1] ?? id;
  return [
    { id: 'number', title: '#', width: 50, align: 'right', render: ({ number }) => number + 1, compare: (a, b) => a.number - b.number },
    { id: 'time', title: t('column.time'), width: 144, render: ({ timeMs }) => <TimeText timeMs={timeMs} /> },
    {
      id: 'market',
      title: t('column.market'),
      width: 90,
      render: ({ instrument }) => (
        <span title={`${markets.exchangeTitle(instrument.split('/')[0] ?? '')} ${instrument}`}>{symbolOf(instrument)}</span>
      ),
    },
    { id: 'side', title: t('column.side'), width: 56, render: ({ side }) => <SideText side={side} /> },
    {
      id: 'price',
      title: t('column.price'),
      width: 90,
      align: 'right',
      render: ({ price, instrument }) => <Price value={price} {...stepOf(markets.instrument(instrument)?.tick)} />,
    },
    {
      id: 'qty',
      title: t('column.qty'),
      width: 80,
      align: 'right',
      render: ({ qty, instrument }) => <Quantity value={qty} {...stepOf(markets.instrument(instrument)?.lot)} />,
    },
    {
      id: 'fee',
      title: t('column.fee'),
      width: 110,
      align: 'right',
      render: ({ fee, feeAsset }) => (
        <span>
          <Quantity value={fee} /> <span className={shared.muted}>{feeAsset}</span>
        </span>
      ),
    },
    { id: 'liquidity', title: t('column.liquidity'), width: 64, render: ({ maker }) => t(maker ? 'maker' : 'taker') },
    {
      id: 'profit',
      title: t('column.profit'),
      width: 90,
      align: 'right',
      render: ({ profit }) => <span className={shared[toneOf(profit)]}>{moneyText(profit, true)}</span>,
      compare: (a, b) => (a.profit ?? 0) - (b.profit ?? 0),
      descendingFirst: true,
    },
  ];
}

/** A recorded market that is not open here shows its numbers as they are. */
const stepOf = (step: string | undefined) => (step === undefined ? {} : { step });
