import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PanelConfig } from '../../core/contract/panel.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  FailedState,
  formatDecimal,
  ListFoot,
  PagedList,
  type TableState,
  TimeText,
  type Translate,
  useText,
} from '../../core/ui/index.ts';
import { type PastTransfer, TransferPairs } from './past-transfers.ts';
import type { Services } from './requires.ts';
import styles from './transfer.module.css';
import { accountNames, sidesText } from './transfer-form.tsx';
import type { TransferStore } from './transfer-store.ts';

const pageSize = 100;

interface TransferHistoryProps {
  readonly services: Services;
  readonly store: TransferStore;
  /** Grows with every transfer that was made here. */
  readonly round: number;
  readonly visible: boolean;
  readonly config: PanelConfig;
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** What was transferred, newest first; as of when it is shown or something was transferred here. */
export const TransferHistory = observer(function TransferHistory(props: TransferHistoryProps) {
  const { services, store, round, visible, config, updateConfig } = props;
  const t = useText('panel-transfer');
  const key = store.owners.map(({ apiId }) => apiId).join();
  const columns = useMemo(() => transferColumns(services, t), [services, t]);
  const [list, setList] = useState<PagedList<PastTransfer> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what makes the list be read again
  useEffect(() => {
    if (!visible) return;
    let gone = false;
    const next = transfersOf(services.api, key.split(',').map(Number));
    // The list on the screen stays until its successor has its first page.
    void next.more().then(() => {
      if (!gone) setList(next);
    });
    return () => {
      gone = true;
    };
  }, [services, key, round, visible]);

  return (
    <section className={styles.history} aria-label={t('history')}>
      <h3 className={styles.heading}>{t('history')}</h3>
      <div className={styles.rows}>
        <DataTable<PastTransfer>
          label={t('history')}
          rows={list?.items ?? []}
          columns={columns}
          rowKey={(row) => row.key}
          state={(config.table as TableState | undefined) ?? {}}
          onStateChange={(table) => updateConfig({ table })}
          loading={list === null}
          empty={
            list?.state === 'failed' ? (
              <FailedState text={t('history.failed')} onRetry={() => void list.more()} />
            ) : (
              <EmptyState icon="history" text={t('history.empty')} />
            )
          }
        />
      </div>
      {list !== null && list.items.length > 0 && <ListFoot list={list} />}
    </section>
  );
});

/** Both lines of a transfer have one time: a page that ends between them leaves it to the next one. */
function transfersOf(api: Services['api'], apiIds: readonly number[]): PagedList<PastTransfer> {
  const pairs = new TransferPairs();
  return new PagedList(async (cursor) => {
    const page = await api.call('ledger', {
      query: { apiIds, kind: 'TRANSFER', limit: pageSize, ...(cursor === null ? {} : { cursor }) },
    });
    return page.ok ? { ok: true, value: { results: pairs.take(page.value.results), next: page.value.next } } : page;
  });
}

function transferColumns({ accounts, markets }: Services, t: Translate): readonly Column<PastTransfer>[] {
  const nameOf = accountNames(accounts);
  return [
    { id: 'time', title: t('column.time'), width: 84, least: 80, fixed: true, render: ({ timeMs }) => <TimeText timeMs={timeMs} /> },
    {
      id: 'amount',
      title: t('column.amount'),
      width: 96,
      least: 84,
      align: 'right',
      render: ({ amount, asset }) => (
        <span title={`${amount} ${asset}`}>
          {formatDecimal(amount)} <span className={styles.unit}>{asset}</span>
        </span>
      ),
    },
    {
      id: 'sides',
      title: t('column.sides'),
      width: 120,
      least: 60,
      render: ({ from, to }) => {
        const said = sidesText(from, to, t, nameOf);
        const sides = `${said.from} → ${said.to}`;
        return <span title={sides}>{sides}</span>;
      },
    },
    {
      id: 'account',
      title: t('column.account'),
      width: 96,
      optional: true,
      render: ({ from, exchange }) => <span title={markets.exchangeTitle(exchange)}>{nameOf(from.apiId)}</span>,
    },
  ];
}
