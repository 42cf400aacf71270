import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestDetail, BacktestResult, BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { deepestAt } from '../../../core/report/curve.ts';
import {
  BarSpace,
  FailedState,
  formatDay,
  Icon,
  IconButton,
  PanelBody,
  Skeleton,
  splitKey,
  TimeText,
  useText,
} from '../../../core/ui/index.ts';
import { useStartAccess } from '../../../core/ui/strategy/use-start-access.ts';
import shared from '../backtest.module.css';
import type { ChartPalette } from '../pictures/chart-palette.ts';
import { ChartView } from '../pictures/chart-view.tsx';
import { JoinedChart } from '../pictures/joined-chart.tsx';
import { PlotLegend } from '../pictures/plot-legend.tsx';
import { resultPicture } from '../pictures/result-picture.ts';
import { titleIn, withValues } from '../pictures/sweep-axis.ts';
import { SweepView } from '../pictures/sweep-view.tsx';
import { usePictureWords } from '../pictures/use-picture-words.ts';
import { usePlotWords } from '../pictures/use-plot-words.ts';
import type { Services } from '../requires.ts';
import { type Setup, setupOf } from '../setup/setup.ts';
import { StepsView } from '../steps/steps-view.tsx';
import { DenialList } from './denial-list.tsx';
import { moneyText, percentText } from './figure-text.ts';
import { FiguresList } from './figures-list.tsx';
import { FoldTable } from './fold-table.tsx';
import { FundingList } from './funding-list.tsx';
import { LookAheadLine } from './look-ahead-line.tsx';
import styles from './result-view.module.css';
import { RunProgress } from './run-progress.tsx';
import { isUnderWay, namespace, type RunsStore } from './runs-store.ts';
import { ShareBar } from './share-bar.tsx';
import { TradeList } from './trade-list.tsx';
import { useReasonText } from './use-reason-text.ts';
import verdict from './verdict.module.css';

interface ResultViewProps {
  readonly services: Services;
  readonly store: RunsStore;
  /** Fills the form. */
  readonly onUse: (setup: Setup) => void;
}

const tabs = ['chart', 'trades', 'denied', 'funding', 'sweep', 'folds', 'notes'] as const;
type Tab = (typeof tabs)[number];

/** The run that is looked at: what it has brought, or how far it is. */
export const ResultView = observer(function ResultView({ services, store, onUse }: ResultViewProps) {
  const t = useText(namespace);
  const { chosenRun: run, result } = store;
  const access = useStartAccess();
  const [stepped, setStepped] = useState<string | null>(null);
  if (run === null) return null;
  if (stepped === run.runId) return <StepsView services={services} run={run} onClose={() => setStepped(null)} />;
  const bar = (
    <>
      <IconButton icon="list" label={t('toList')} onClick={() => store.choose(null)} />
      <strong className={shared.title} title={run.name}>
        {run.name}
      </strong>
      <BarSpace />
      {run.status === 'DONE' && run.choice.sweep === null && (
        <Button size="small" onClick={() => setStepped(run.runId)}>
          {t('steps.step')}
        </Button>
      )}
      <Button size="small" onClick={() => onUse(setupOf(run.choice, run.name))}>
        {t('useSetup')}
      </Button>
      {access.outcome !== 'absent' && (
        <Button size="small" onClick={() => services.strategies.prepare({ strategy: run.choice.strategy, params: run.choice.params })}>
          {t('startLive')}
        </Button>
      )}
    </>
  );
  return (
    <PanelBody bar={bar}>
      {isUnderWay(run) ? (
        <RunProgress run={run} onCancel={() => void store.cancel(run)} />
      ) : run.status !== 'DONE' ? (
        <EndedWithout services={services} run={run} />
      ) : store.resultState === 'failed' ? (
        <FailedState text={t('resultFailed')} onRetry={() => void store.loadResult(run.runId)} />
      ) : result === null ? (
        <Skeleton rows={12} />
      ) : (
        <Result key={run.runId} services={services} result={result} onUse={onUse} />
      )}
    </PanelBody>
  );
});

/** Why there is no result. */
const EndedWithout = observer(function EndedWithout({ services, run }: { readonly services: Services; readonly run: BacktestRun }) {
  const t = useText(namespace);
  const reasonText = useReasonText(run, useFieldTitles(services, run));
  const { reason } = run;
  return (
    <div className={styles.ended} role="alert">
      <strong>{t(`status.${run.status}`)}</strong>
      {reason !== null && <p>{reasonText(reason)}</p>}
      <p className={shared.muted}>{t(`statusHelp.${run.status}`)}</p>
    </div>
  );
});

/** Titles of a strategy's fields by their names. */
function useFieldTitles({ strategies }: Services, run: BacktestRun): (field: string) => string {
  const template = strategies.template(run.choice.strategy);
  const { i18n } = useTranslation(template?.plugin ?? namespace);
  const schema = template?.schema;
  return useCallback(
    (field) => {
      const title = titleIn((schema ?? {}) as object, field.split('.'));
      return title === null ? field : i18n.t(splitKey(title).key, { ns: splitKey(title).namespace });
    },
    [schema, i18n],
  );
}

const Result = observer(function Result({ services, result, onUse }: Omit<ResultViewProps, 'store'> & { readonly result: BacktestResult }) {
  const { run, detail, sweep, folds } = result;
  const denials = detail?.denials ?? result.denials ?? [];
  const t = useText(namespace);
  const titleOf = useFieldTitles(services, run);
  const has: Readonly<Record<Tab, boolean>> = {
    chart: detail !== null,
    trades: detail !== null,
    denied: denials.length > 0,
    funding: detail?.funding !== undefined,
    sweep: sweep.length > 0,
    folds: folds.length > 0,
    notes: detail !== null && detail.notes.length > 0,
  };
  const shown = tabs.filter((tab) => has[tab]);
  const [tab, setTab] = useState<Tab>(shown.find((one) => one === 'sweep' || one === 'folds') ?? 'chart');
  const fields = (run.choice.sweep?.axes ?? []).map(({ field }) => field);
  const useValues = (values: ReadonlyArray<BacktestResult['sweep'][number]['values'][number]>): void =>
    onUse({
      ...setupOf({ ...run.choice, params: withValues(run.choice.params, fields, values) as never, sweep: null, folds: null }, ''),
      lookAhead: true,
    });
  return (
    <div className={styles.result}>
      {run.figures !== null && (
        <>
          <FiguresList figures={run.figures} />
          <ShareBar services={services} result={result} />
        </>
      )}
      {detail?.assumed?.map(({ asset, money }) => (
        <p key={asset} className={verdict.verdict}>
          <Icon name="warning" size={14} /> {t('assumed', { asset, money })}
        </p>
      ))}
      {detail?.lookAhead != null && <LookAheadLine found={detail.lookAhead} />}
      <div className={`${shared.words} ${styles.tabs}`} role="tablist" aria-label={run.name}>
        {shown.map((one) => (
          <button key={one} type="button" role="tab" aria-selected={one === tab} onClick={() => setTab(one)}>
            {t(`tab.${one}`)}
          </button>
        ))}
      </div>
      <div className={shared.tabBody} role="tabpanel" aria-label={t(`tab.${tab}`)}>
        {tab === 'chart' && detail !== null && <ResultChart services={services} run={run} detail={detail} />}
        {tab === 'trades' && detail !== null && <TradeList services={services} run={run} kept={detail.keptFills} />}
        {tab === 'denied' && <DenialList denials={denials} texts={services.texts} />}
        {tab === 'funding' && detail?.funding !== undefined && <FundingList payments={detail.funding} />}
        {tab === 'sweep' && <SweepView run={run} rows={sweep} titleOf={titleOf} onUse={useValues} />}
        {tab === 'folds' && (
          <>
            <JoinedChart folds={folds} figures={run.figures} />
            <FoldTable run={run} folds={folds} titleOf={titleOf} />
          </>
        )}
        {tab === 'notes' && detail !== null && <Notes run={run} detail={detail} />}
      </div>
    </div>
  );
});

const ResultChart = observer(function ResultChart({
  services,
  run,
  detail,
}: {
  readonly services: Services;
  readonly run: BacktestRun;
  readonly detail: BacktestDetail;
}) {
  const t = useText(namespace);
  const { preferences } = services;
  const [at, setAt] = useState(0);
  const { timeZone } = preferences;
  const market = detail.markets[at] ?? detail.markets[0];
  const words = usePictureWords(timeZone);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const plots = usePlotWords(run, hidden);
  const picture = useCallback(
    (palette: ChartPalette) => resultPicture(detail, market as BacktestDetail['markets'][number], { ...words, plots }, palette),
    [detail, market, words, plots],
  );
  if (market === undefined || run.figures === null) return null;
  const deepest = deepestAt(detail.curve.equity);
  const summary = t('summary', {
    from: formatDay(detail.range.from, timeZone),
    to: formatDay(detail.range.to, timeZone),
    start: moneyText(run.figures.startEquity),
    end: moneyText(run.figures.endEquity),
    return: percentText(run.figures.totalReturn, true),
    drawdown: percentText(run.figures.maxDrawdown),
    day: deepest === null ? '–' : formatDay(detail.curve.times[deepest] as number, timeZone),
    fills: run.figures.fills,
  });
  return (
    <>
      {detail.markets.length > 1 && (
        <div className={`${shared.words} ${shared.quick}`}>
          {detail.markets.map(({ instrument }, index) => (
            <button key={instrument} type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
              {instrument}
            </button>
          ))}
        </div>
      )}
      <PlotLegend
        lines={market.plots?.lines ?? []}
        words={plots}
        onToggle={(series) => setHidden(hidden.includes(series) ? hidden.filter((one) => one !== series) : [...hidden, series])}
      />
      <ChartView preferences={preferences} picture={picture} summary={summary} />
      <p className={shared.hint}>{summary}</p>
    </>
  );
});

/** What the strategy said while it ran, in the words of its plugin. */
function Notes({ run, detail }: { readonly run: BacktestRun; readonly detail: BacktestDetail }) {
  const [plugin = ''] = run.choice.strategy.split('/');
  const { i18n } = useTranslation(plugin);
  return (
    <ol className={styles.notes}>
      {detail.notes.map(({ timeMs, key, params }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes never change
        <li key={at}>
          <TimeText timeMs={timeMs} /> {i18n.t(key.replace(`${plugin}.`, ''), { ns: plugin, ...params })}
        </li>
      ))}
    </ol>
  );
}
