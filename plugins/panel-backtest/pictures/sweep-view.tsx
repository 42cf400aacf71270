import { useMemo } from 'react';
import type { BacktestRun, SweepRow } from '../../../core/contract/backtest-runs.ts';
import { type Column, DataTable, IconButton, type Translate, useText } from '../../../core/ui/index.ts';
import { figureColumns } from '../runs/figure-columns.tsx';
import { namespace } from '../runs/runs-store.ts';
import { type ReasonText, useReasonText } from '../runs/use-reason-text.ts';
import { SweepMap } from './sweep-map.tsx';
import styles from './sweep-view.module.css';

interface SweepViewProps {
  readonly run: BacktestRun;
  readonly rows: readonly SweepRow[];
  /** Title of a field of the params. */
  readonly titleOf: (field: string) => string;
  readonly onUse: (values: ReadonlyArray<SweepRow['values'][number]>) => void;
}

/** Runs of a sweep: over two fields as a map, and all of them as a table, best first. */
export function SweepView({ run, rows, titleOf, onUse }: SweepViewProps) {
  const t = useText(namespace);
  const axes = run.choice.sweep?.axes ?? [];
  const objective = run.choice.sweep?.objective ?? 'sharpe';
  const [first, second] = axes.map(({ field }) => titleOf(field));
  const titles = axes.map(({ field }) => titleOf(field)).join('\n');
  const reasonText = useReasonText(run, titleOf);
  const columns = useMemo(() => sweepColumns(titles.split('\n'), t, reasonText), [titles, t, reasonText]);
  return (
    <div className={styles.sweep}>
      {axes.length === 2 && first !== undefined && second !== undefined && (
        <SweepMap rows={rows} titles={[first, second]} objective={objective} reasonText={reasonText} onUse={onUse} />
      )}
      <div className={styles.sweepTable}>
        <DataTable
          label={t('tab.sweep')}
          rows={rows}
          columns={columns}
          rowKey={({ values }) => JSON.stringify(values)}
          onOpen={({ values }) => onUse(values)}
          rowActions={({ values }) => <IconButton icon="edit" label={t('map.use')} onClick={() => onUse(values)} />}
          empty={null}
        />
      </div>
    </div>
  );
}

function sweepColumns(titles: readonly string[], t: Translate, reasonText: ReasonText): Column<SweepRow>[] {
  return [
    ...titles.map((title, at) => ({
      ...{ id: `value${at}`, title, width: 90, align: 'right' as const },
      render: ({ values }: SweepRow) => String(values[at]),
      compare: (a: SweepRow, b: SweepRow) => Number(a.values[at]) - Number(b.values[at]),
    })),
    ...figureColumns<SweepRow>(t),
    {
      ...{ id: 'reason', title: t('column.reason'), width: 140 },
      render: ({ reason }) => (reason === null ? '' : <span title={reasonText(reason)}>{reasonText(reason)}</span>),
    },
  ];
}
