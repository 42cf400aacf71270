import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { figureGroups } from '../../../core/domain/operation-words.ts';
import { BarToggle, EmptyState, FailedState, Skeleton, saveFile, useText } from '../../../core/ui/index.ts';
import type { EChart } from '../../../core/ui/picture/echart.ts';
import { EChartView } from '../../../core/ui/picture/echart-view.tsx';
import { type OperationsHistory, operationSpans } from '../../../schemas/wire/operations.ts';
import { figureText } from '../figure-text.ts';
import styles from '../operations.module.css';
import type { FigureLine, OperationsStore } from '../operations-store.ts';
import type { Services } from '../requires.ts';
import { useWords } from '../words.ts';
import { csvOf } from './history-csv.ts';
import { type HistoryPalette, historyPicture, historyTokens } from './history-picture.ts';

interface FigurePartProps {
  readonly store: OperationsStore;
  readonly services: Services;
}

/** Every figure as it is now, and the chosen one over time. */
export const FigurePart = observer(function FigurePart({ store, services }: FigurePartProps) {
  const t = useText('page-operations');
  const words = useWords();
  const { figure } = store;
  if (figure === null) return null;
  return (
    <div className={styles.split}>
      <nav className={styles.figures} aria-label={t('figures')}>
        {figureGroups.map((group) => (
          <section key={group}>
            <h2>{t(`group.${group}`)}</h2>
            <ul>
              {store.now?.figures
                .filter((one) => one.group === group)
                .map(({ key, title, value, unit }) => (
                  <li key={key}>
                    <button type="button" aria-pressed={key === figure.key} onClick={() => store.choose(key)}>
                      <span>{words(title)}</span>
                      <span className={styles.value}>{figureText(value, unit)}</span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <section className={styles.chart} aria-label={words(figure.title)}>
        <header>
          <h2>{words(figure.title)}</h2>
          <span className={styles.spans}>
            {operationSpans.map((span) => (
              <BarToggle key={span} text={t(`span.${span}`)} pressed={store.span === span} onClick={() => store.over(span)} />
            ))}
            <button
              type="button"
              className={styles.save}
              disabled={store.history === null || store.history.points.length === 0}
              onClick={() => save(store.history)}
            >
              {t('save')}
            </button>
          </span>
        </header>
        {store.historyState === 'loading' && <Skeleton rows={6} />}
        {store.historyState === 'failed' && <FailedState text={t('failed')} onRetry={() => void store.readHistory()} />}
        {store.historyState === 'done' && store.history !== null && (
          <History history={store.history} figure={figure} preferences={services.preferences} />
        )}
      </section>
    </div>
  );
});

function save(history: OperationsHistory | null): void {
  if (history !== null) saveFile(new Blob([csvOf(history)], { type: 'text/csv;charset=utf-8' }), `${history.key.replace('/', '-')}.csv`);
}

interface HistoryProps {
  readonly history: OperationsHistory;
  readonly figure: Pick<FigureLine, 'title' | 'unit'>;
  readonly preferences: Services['preferences'];
}

const History = observer(function History({ history, figure: { title, unit }, preferences }: HistoryProps) {
  const t = useText('page-operations');
  const words = useWords();
  const { timeZone } = preferences;
  const picture = useCallback(
    (palette: HistoryPalette) => historyPicture({ history, unit, timeZone, mean: t('mean'), most: t('most') }, palette),
    [history, unit, timeZone, t],
  );
  if (history.points.length === 0) return <EmptyState icon="history" text={t('empty.history')} />;
  const values = history.points.map(({ mean }) => mean);
  const [least, most] = [Math.min(...values), Math.max(...history.points.map((point) => point.most))];
  const last = figureText(values.at(-1) ?? null, unit);
  const summary = t('summary', { what: words(title), last, least: figureText(least, unit), most: figureText(most, unit) });
  return (
    <>
      <p className={styles.quiet}>{summary}</p>
      <div className={styles.picture}>
        <EChartView {...{ preferences, picture, summary }} live open={open} tokens={historyTokens} />
      </div>
    </>
  );
});

const open = async (box: HTMLElement): Promise<() => EChart> => {
  const { openChart } = await import('./echart.ts');
  return () => openChart(box);
};
