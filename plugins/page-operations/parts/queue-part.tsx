import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { type Column, DataTable, EmptyState, TimeText, type Translate, useText } from '../../../core/ui/index.ts';
import { durationText, figureText } from '../figure-text.ts';
import styles from '../operations.module.css';
import type { JobLine, OperationsStore } from '../operations-store.ts';
import { useWords } from '../words.ts';

/** Figures that say what waits, whatever group they are in. */
const alsoQueues = ['orders-waiting', 'event-loop', 'sockets'];

/** What waits for what, and the jobs of house and plugins. */
export const QueuePart = observer(function QueuePart({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  const words = useWords();
  const { now: seen } = store;
  const nowMs = seen?.now ?? 0;
  const columns = useMemo<readonly Column<JobLine>[]>(() => columnsOf(t, nowMs), [t, nowMs]);
  const figures = seen?.figures.filter(({ key, group }) => group === 'queues' || alsoQueues.includes(key)) ?? [];
  return (
    <div className={styles.stack}>
      <dl className={styles.facts} aria-label={t('queues')}>
        {figures.map(({ key, title, value, unit }) => (
          <div key={key}>
            <dt>{words(title)}</dt>
            <dd>{figureText(value, unit)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.frame}>
        <DataTable<JobLine>
          label={t('jobs')}
          rows={seen?.jobs ?? []}
          columns={columns}
          rowKey={({ owner, job }) => `${owner}/${job}`}
          empty={<EmptyState icon="history" text={t('empty.jobs')} />}
        />
      </div>
    </div>
  );
});

function columnsOf(t: Translate, nowMs: number): readonly Column<JobLine>[] {
  return [
    {
      ...{ id: 'job', title: t('job.job'), width: 220, fixed: true },
      render: ({ owner, job }) => <span className={styles.name} translate="no">{`${owner} / ${job}`}</span>,
      compare: (a, b) => `${a.owner}/${a.job}`.localeCompare(`${b.owner}/${b.job}`),
    },
    {
      ...{ id: 'every', title: t('job.every'), width: 90, align: 'right', yields: 1 },
      render: ({ every_ms: everyMs }) => durationText(everyMs, t),
      compare: (a, b) => a.every_ms - b.every_ms,
    },
    {
      ...{ id: 'last', title: t('job.last'), width: 130, align: 'right' },
      render: ({ ended, began }) => (ended !== null ? <TimeText timeMs={ended} /> : t(began === null ? 'job.never' : 'job.runs')),
      compare: (a, b) => (a.ended ?? 0) - (b.ended ?? 0),
    },
    {
      ...{ id: 'next', title: t('job.next'), width: 100, align: 'right', yields: 2 },
      render: ({ next }) => (next === null ? '–' : durationText(next - nowMs, t)),
      compare: (a, b) => (a.next ?? 0) - (b.next ?? 0),
    },
    {
      ...{ id: 'outcome', title: t('job.outcome'), width: 260, descendingFirst: true },
      render: ({ error, ended }) => (
        <span className={styles.word} data-state={error !== null ? 'warn' : ended === null ? undefined : 'ok'} title={error ?? undefined}>
          {error === null ? t(ended === null ? 'job.waits' : 'job.well') : t('job.failed', { why: error })}
        </span>
      ),
      compare: (a, b) => (a.error ?? '').localeCompare(b.error ?? ''),
    },
  ];
}
