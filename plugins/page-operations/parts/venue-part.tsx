import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { type Column, DataTable, EmptyState, formatNumber, type Translate, useText } from '../../../core/ui/index.ts';
import { durationText, secondsText } from '../figure-text.ts';
import styles from '../operations.module.css';
import type { OperationsStore, VenueLine } from '../operations-store.ts';

const count = (value: number | null): string => (value === null ? '–' : formatNumber(value, 0));

/** Exchanges: whether they take orders, how fast they answer, how far the database has come. */
export const VenuePart = observer(function VenuePart({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  const { now: seen } = store;
  const nowMs = seen?.now ?? 0;
  const columns = useMemo<readonly Column<VenueLine>[]>(() => columnsOf(t, nowMs), [t, nowMs]);
  return (
    <div className={styles.frame}>
      <DataTable<VenueLine>
        label={t('part.venues')}
        rows={seen?.venues ?? []}
        columns={columns}
        rowKey={({ exchange }) => exchange}
        empty={<EmptyState icon="swap" text={t('empty.venues')} />}
      />
    </div>
  );
});

function columnsOf(t: Translate, nowMs: number): readonly Column<VenueLine>[] {
  const number = (id: string, width: number, of: (venue: VenueLine) => number | null, yields?: number): Column<VenueLine> => ({
    ...{ id, title: t(`venue.${id}`), width, align: 'right', descendingFirst: true },
    ...(yields === undefined ? {} : { yields }),
    render: (venue) => count(of(venue)),
    compare: (a, b) => (of(a) ?? -1) - (of(b) ?? -1),
  });
  const seconds = (id: string, of: (venue: VenueLine) => number | null): Column<VenueLine> => ({
    ...{ id, title: t(`venue.${id}`), width: 92, align: 'right', descendingFirst: true },
    render: (venue) => secondsText(of(venue)),
    compare: (a, b) => (of(a) ?? -1) - (of(b) ?? -1),
  });
  return [
    {
      ...{ id: 'title', title: t('venue.title'), width: 120, fixed: true },
      render: ({ title }) => (
        <span className={styles.name} translate="no">
          {title}
        </span>
      ),
      compare: (a, b) => a.title.localeCompare(b.title),
    },
    {
      ...{ id: 'health', title: t('venue.health'), width: 150 },
      render: ({ health, reason }) => (
        <span className={styles.word} data-state={health === 'LIVE' ? 'ok' : health === 'DOWN' ? 'down' : 'warn'} title={reason}>
          {t(`health.${health}`)}
        </span>
      ),
      compare: (a, b) => a.health.localeCompare(b.health),
    },
    number('markets', 80, ({ markets }) => markets, 2),
    {
      ...{ id: 'heard', title: t('venue.heard'), width: 108, align: 'right' },
      render: ({ heard }) => (heard === null ? '–' : durationText(nowMs - heard, t)),
      compare: (a, b) => (a.heard ?? 0) - (b.heard ?? 0),
    },
    seconds('p50', (venue) => venue.answer_p50),
    seconds('p99', (venue) => venue.answer_p99),
    number('waiting', 84, ({ waiting }) => waiting),
    number('sequence', 116, ({ sequence }) => sequence, 1),
    number('behind', 100, ({ sequence, stored }) => (sequence === null || stored === null ? null : Math.max(0, sequence - stored))),
    seconds('lag', (venue) => (venue.stored === null ? null : venue.store_lag)),
    number(
      'snapshot',
      132,
      ({ sequence, snapshot }) => (sequence === null || snapshot === null ? null : Math.max(0, sequence - snapshot)),
      3,
    ),
  ];
}
