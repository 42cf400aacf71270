import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import {
  BarSpace,
  type Column,
  DataTable,
  EmptyState,
  FailedState,
  formatDay,
  IconButton,
  PanelBody,
  PlainButton,
  splitKey,
  type TableState,
  TextInput,
  TimeText,
  type Translate,
  useText,
} from '../../../core/ui/index.ts';
import { maxCompared } from '../../../schemas/wire/backtest.ts';
import shared from '../backtest.module.css';
import type { Services } from '../requires.ts';
import { figureColumns } from './figure-columns.tsx';
import styles from './runs-list.module.css';
import { isUnderWay, namespace, type RunsStore } from './runs-store.ts';

interface RunsListProps {
  readonly services: Services;
  readonly store: RunsStore;
  readonly state: TableState;
  readonly onState: (state: TableState) => void;
  readonly onReuse: (run: BacktestRun) => void;
  readonly onNew: () => void;
}

/** The kept runs, newest first: open one, or choose several to compare them. */
export const RunsList = observer(function RunsList({ services, store, state, onState, onReuse, onNew }: RunsListProps) {
  const t = useText(namespace);
  const { templates } = services.strategies;
  const { i18n } = useTranslation(templates.map(({ plugin }) => plugin));
  const [naming, setNaming] = useState<BacktestRun | null>(null);
  const columns = useMemo(() => {
    const titleOf = (strategy: string): string => {
      const title = templates.find((one) => one.strategy === strategy)?.title;
      return title === undefined ? strategy : i18n.t(splitKey(title).key, { ns: splitKey(title).namespace });
    };
    return runColumns(titleOf, t);
  }, [templates, i18n, t]);
  const { compared } = store;
  const bar = (
    <>
      <span className={shared.muted}>
        {compared.length === 0 ? t('list.hint', { most: maxCompared }) : t('list.chosen', { count: compared.length })}
      </span>
      <BarSpace />
      {compared.length > 0 && <PlainButton onClick={() => store.compare([])}>{t('list.clear')}</PlainButton>}
    </>
  );
  return (
    <PanelBody bar={bar}>
      {naming !== null && (
        <NameForm
          key={naming.runId}
          run={naming}
          onClose={() => setNaming(null)}
          onName={(name) => {
            setNaming(null);
            void store.rename(naming, name);
          }}
        />
      )}
      <DataTable
        label={t('tab.runs')}
        rows={store.runs}
        columns={columns}
        rowKey={({ runId }) => runId}
        state={state}
        onStateChange={onState}
        loading={store.loading}
        onOpen={({ runId }) => store.choose(runId)}
        onActivate={({ runId }) => store.choose(runId)}
        selection={{ keys: new Set(compared), onChange: (keys) => store.compare(inOrder(compared, keys).slice(-maxCompared)) }}
        rowKeys={{ F2: setNaming, Delete: (run) => !isUnderWay(run) && void store.remove(run) }}
        rowActions={(run) => (
          <>
            <IconButton icon="refresh" label={t('useSetup')} onClick={() => onReuse(run)} />
            <IconButton icon="edit" label={t('rename')} onClick={() => setNaming(run)} />
            {isUnderWay(run) ? (
              <IconButton icon="close" label={t('cancel')} onClick={() => void store.cancel(run)} />
            ) : (
              <IconButton icon="trash" label={t('delete')} onClick={() => void store.remove(run)} />
            )}
          </>
        )}
        empty={
          store.failed ? (
            <FailedState text={t('list.failed')} onRetry={() => void store.load()} />
          ) : (
            <EmptyState icon="history" text={t('empty')} action={<PlainButton onClick={onNew}>{t('new')}</PlainButton>} />
          )
        }
      />
    </PanelBody>
  );
});

/** Keys in the order in which they were chosen. */
const inOrder = (before: readonly string[], keys: ReadonlySet<string>): readonly string[] => [
  ...before.filter((key) => keys.has(key)),
  ...[...keys].filter((key) => !before.includes(key)),
];

function NameForm({
  run,
  onName,
  onClose,
}: {
  readonly run: BacktestRun;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) {
  const t = useText(namespace);
  const [name, setName] = useState(run.name);
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onName(name.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextInput aria-label={t('field.name')} value={name} maxLength={60} autoFocus onChange={setName} />
      <button type="submit">{t('rename')}</button>
      <PlainButton onClick={onClose}>{t('cancel')}</PlainButton>
    </form>
  );
}

function runColumns(titleOf: (strategy: string) => string, t: Translate): Column<BacktestRun>[] {
  return [
    {
      id: 'name',
      title: t('field.name'),
      width: 150,
      least: 90,
      fixed: true,
      render: ({ name }) => <span title={name}>{name}</span>,
      compare: (a, b) => a.name.localeCompare(b.name),
    },
    { id: 'status', title: t('column.status'), width: 96, least: 72, render: (run) => <Status run={run} t={t} /> },
    ...figureColumns<BacktestRun>(t),
    { id: 'strategy', title: t('field.strategy'), width: 110, optional: true, render: ({ choice }) => titleOf(choice.strategy) },
    {
      id: 'market',
      title: t('column.market'),
      width: 100,
      least: 76,
      render: ({ choice }) => {
        const markets = instrumentsIn(choice.params);
        return <span title={markets.join('\n')}>{markets.map((id) => id.split('/')[1]).join(' / ')}</span>;
      },
    },
    {
      id: 'period',
      title: t('column.period'),
      width: 150,
      optional: true,
      render: ({ choice }) => `${dayOf(choice.from)} – ${dayOf(choice.to)}`,
    },
    {
      id: 'created',
      title: t('column.created'),
      width: 104,
      align: 'right',
      render: ({ createdMs }) => <TimeText timeMs={createdMs} />,
      compare: (a, b) => a.createdMs - b.createdMs,
      descendingFirst: true,
    },
  ];
}

function Status({ run, t }: { readonly run: BacktestRun; readonly t: Translate }) {
  if (run.status === 'RUNNING') {
    return (
      <span className={styles.status}>
        <progress value={run.progress} max={1} aria-label={t('status.RUNNING')} /> {Math.floor(run.progress * 100)}%
      </span>
    );
  }
  return <span className={run.status === 'FAILED' ? shared.bad : shared.muted}>{t(`status.${run.status}`)}</span>;
}

const dayOf = (ms: number | null): string => (ms === null ? '…' : formatDay(ms, 'UTC'));
