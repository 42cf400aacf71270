import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { accepted } from '../../core/contract/app-error.ts';
import {
  BarSpace,
  type Column,
  DataTable,
  EmptyState,
  ExportButton,
  FailedState,
  formatDecimal,
  ListFoot,
  PagedList,
  PanelBody,
  TimeText,
  type Translate,
  useText,
} from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import type { HeldAccount } from './allocation.ts';
import { everyMoved, type MovedLine, movedTable, sideText } from './moved-table.ts';
import type { Services } from './requires.ts';

interface MovedListProps {
  readonly accounts: readonly HeldAccount[];
  readonly services: Services;
  /** Another one says that there may be new lines. */
  readonly told: number;
}

const linesOfPage = 50;

/** What went between the accounts of one owner, by himself or by somebody of asset, newest first. */
export const MovedList = observer(function MovedList({ accounts, services, told }: MovedListProps) {
  const t = useText('page-asset');
  const { api, markets, notices } = services;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was told begins it anew
  const list = useMemo(
    () =>
      new PagedList<MovedLine>((after) =>
        api.call('allocationList', { query: { limit: linesOfPage, ...(after === null ? {} : { after }) } }),
      ),
    [api, told],
  );
  useEffect(() => void list.more(), [list]);
  const [titleOf] = useState(() => (exchange: string) => markets.exchangeTitle(exchange));
  const columns = useMemo(() => columnsOf(t, (side) => sideText(side, accounts, titleOf)), [t, accounts, titleOf]);
  const bar = (
    <div className={record.filters}>
      <BarSpace />
      <ExportButton
        fileName={t('moved.fileName')}
        download={async () => {
          const lines = await everyMoved(api);
          if (!lines.ok) return lines;
          return accepted(new Blob([movedTable(lines.value, accounts)], { type: 'text/csv;charset=utf-8' }));
        }}
        onFailure={({ error }) => notices.error(error)}
      />
    </div>
  );
  return (
    <section aria-label={t('part.moved')} className={record.list}>
      <PanelBody bar={bar} foot={list.items.length > 0 && <ListFoot list={list} />}>
        <DataTable<MovedLine>
          label={t('part.moved')}
          rows={list.items}
          columns={columns}
          rowKey={({ entry }) => String(entry)}
          loading={list.state === 'loading' && list.items.length === 0}
          empty={
            list.state === 'failed' ? (
              <FailedState text={t('moved.failed')} onRetry={() => void list.more()} />
            ) : (
              <EmptyState icon="transfer" text={t('moved.empty')} />
            )
          }
        />
      </PanelBody>
    </section>
  );
});

function columnsOf(t: Translate, textOf: (side: MovedLine['from']) => string): Column<MovedLine>[] {
  const side = (id: 'from' | 'to'): Column<MovedLine> => ({
    ...{ id, title: t(`field.${id}`), width: 190, least: 110 },
    render: (line) => (
      <span title={textOf(line[id])} translate="no">
        {textOf(line[id])}
      </span>
    ),
  });
  return [
    { id: 'time', title: t('field.time'), width: 130, least: 104, fixed: true, render: ({ timeMs }) => <TimeText timeMs={timeMs} /> },
    {
      ...{ id: 'by', title: t('field.by'), width: 110, least: 80 },
      render: ({ by }) => (
        <span title={by} translate="no">
          {by}
        </span>
      ),
    },
    side('from'),
    side('to'),
    {
      ...{ id: 'amount', title: t('field.amount'), width: 140, least: 100, align: 'right', fixed: true },
      render: ({ amount, asset }) => (
        <span translate="no">
          {formatDecimal(amount)} {asset}
        </span>
      ),
    },
    {
      ...{ id: 'state', title: t('field.state'), width: 110, least: 80 },
      render: ({ state }) => t(`moved.${state}`),
    },
    {
      ...{ id: 'reason', title: t('field.reason'), width: 200, least: 90, yields: 1 },
      render: ({ reason, allocated }) => (
        <span title={reason ?? undefined} translate={reason === null ? undefined : 'no'}>
          {reason ?? (allocated ? '–' : t('moved.own'))}
        </span>
      ),
    },
  ];
}
