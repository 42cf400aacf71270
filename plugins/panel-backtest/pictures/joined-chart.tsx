import { observer } from 'mobx-react-lite';
import { useCallback, useMemo } from 'react';
import type { BacktestFigures, BacktestFold } from '../../../core/contract/backtest-runs.ts';
import { deepestAt, drawdownOf } from '../../../core/report/curve.ts';
import { formatDay, useServices, useText } from '../../../core/ui/index.ts';
import { joinedCurve } from '../../../schemas/wire/joined-curve.ts';
import styles from '../backtest.module.css';
import { moneyText, percentText } from '../runs/figure-text.ts';
import { namespace } from '../runs/runs-store.ts';
import type { ChartPalette } from './chart-palette.ts';
import { ChartView } from './chart-view.tsx';
import { curvePicture } from './result-picture.ts';
import { usePictureWords } from './use-picture-words.ts';

interface JoinedChartProps {
  readonly folds: readonly BacktestFold[];
  /** Of all tests together; null: of a run of before they were counted, where the curve has to do. */
  readonly figures: BacktestFigures | null;
}

/** Net value over all tests of a walk forward, one after the other: data that the chosen values had never seen. */
export const JoinedChart = observer(function JoinedChart({ folds, figures }: JoinedChartProps) {
  const t = useText(namespace);
  const { preferences } = useServices();
  const { timeZone } = preferences;
  const words = usePictureWords(timeZone);
  const curve = useMemo(() => joinedCurve(folds), [folds]);
  const picture = useCallback((palette: ChartPalette) => curvePicture(curve, words, palette), [curve, words]);
  const { times, equity } = curve;
  const [first, last, deepest] = [equity[0], equity.at(-1), deepestAt(equity)];
  if (first === undefined || last === undefined || deepest === null || times.length < 2) return null;
  const summary = t('folds.summary', {
    from: formatDay(times[0] as number, timeZone),
    to: formatDay(times.at(-1) as number, timeZone),
    start: moneyText(first),
    end: moneyText(last),
    return: percentText(last / first - 1, true),
    drawdown: percentText(figures?.maxDrawdown ?? -(drawdownOf(equity)[deepest] as number)),
    day: formatDay(times[deepest] as number, timeZone),
  });
  return (
    <>
      <ChartView preferences={preferences} picture={picture} summary={summary} height={240} />
      <p className={styles.hint}>{summary}</p>
    </>
  );
});
