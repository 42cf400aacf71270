import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BacktestResult, BacktestTrade } from '../../../core/contract/backtest-runs.ts';
import type { Report } from '../../../core/report/report.ts';
import { reportTables } from '../../../core/report/report-csv.ts';
import { reportHtml } from '../../../core/report/report-html.ts';
import { reportOfRun } from '../../../core/report/report-of-run.ts';
import { saveFile, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import type { Services } from '../requires.ts';
import { namespace } from './runs-store.ts';
import styles from './share-bar.module.css';
import { useRunNames } from './use-run-names.ts';

interface ShareBarProps {
  readonly services: Services;
  readonly result: BacktestResult;
}

/** Saves a result as files that stand alone: a page, and tables for a spreadsheet. */
export const ShareBar = observer(function ShareBar({ services, result }: ShareBarProps) {
  const t = useText(namespace);
  const { preferences, texts, notices } = services;
  const { strategy, names } = useRunNames(services, result.run);
  const [busy, setBusy] = useState(false);
  const save = async (ending: string, type: string, write: (report: Report) => string): Promise<void> => {
    setBusy(true);
    const trades = await allTrades(services, result);
    setBusy(false);
    const report = trades === null ? null : reportOfRun(result, trades, strategy, names, t);
    if (report === null) notices.show('error', t('report.failed'));
    else saveFile(new Blob([write(report)], { type: `${type};charset=utf-8` }), `${fileNameOf(result.run.name)}${ending}`);
  };
  const { language } = texts;
  const { redUp } = preferences;
  const table = (name: keyof typeof reportTables) => () => void save(`-${name}`, 'text/csv', reportTables[name]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div className={styles.share} role="group" aria-label={t('report.share')} aria-busy={busy}>
      <Button
        size="small"
        disabled={busy}
        onClick={() => void save('.html', 'text/html', (report) => reportHtml(report, t, { language, redUp }))}
      >
        {t('report.html')}
      </Button>
      {result.detail !== null && (
        <>
          <Button size="small" appearance="subtle" disabled={busy} onClick={table('fills.csv')}>
            {t('report.fills')}
          </Button>
          <Button size="small" appearance="subtle" disabled={busy} onClick={table('trips.csv')}>
            {t('report.trips')}
          </Button>
        </>
      )}
      <Button size="small" appearance="subtle" disabled={busy} onClick={table('equity.csv')}>
        {t('report.equity')}
      </Button>
      {busy && <span className={shared.muted}>{t('report.busy')}</span>}
    </div>
  );
});

/** What a file may be called everywhere. */
const fileNameOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_').trim() || 'backtest';

/** Null when a page could not be read. */
async function allTrades({ api }: Services, { run, detail }: BacktestResult): Promise<readonly BacktestTrade[] | null> {
  const trades: BacktestTrade[] = [];
  for (let page = 0; trades.length < (detail?.keptFills ?? 0); page++) {
    const reply = await api.call('backtestTrades', { query: { runId: run.runId, page } });
    if (!reply.ok) return null;
    if (reply.value.length === 0) break;
    trades.push(...reply.value);
  }
  return trades;
}
