import type { BacktestFold, BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { formatDay, useServices, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import { percentText, ratioText, toneOf } from './figure-text.ts';
import styles from './run-table.module.css';
import { namespace } from './runs-store.ts';

interface FoldTableProps {
  readonly run: BacktestRun;
  readonly folds: readonly BacktestFold[];
  readonly titleOf: (field: string) => string;
}

/** Growth over all tests one after the other: what the chosen values would have brought on data they had never seen. */
export const joinedReturn = (folds: readonly BacktestFold[]): number | null => {
  const tested = folds.flatMap((fold) => (fold.tested === null ? [] : [fold.tested.totalReturn]));
  return tested.length === 0 ? null : tested.reduce((growth, one) => growth * (1 + one), 1) - 1;
};

/** A walk forward: for each fold what was chosen on the past, and what it brought on what followed. */
export function FoldTable({ run, folds, titleOf }: FoldTableProps) {
  const t = useText(namespace);
  const { preferences } = useServices();
  const axes = run.choice.sweep?.axes ?? [];
  const span = ({ from, to }: BacktestFold['test']): string =>
    `${formatDay(from, preferences.timeZone)} – ${formatDay(to, preferences.timeZone)}`;
  const joined = run.figures?.totalReturn ?? joinedReturn(folds);
  return (
    <div className={styles.mapFrame}>
      <table className={styles.folds}>
        <caption>{t('folds.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('folds.train')}</th>
            <th scope="col">{t('folds.test')}</th>
            {axes.map(({ field }) => (
              <th key={field} scope="col" className={styles.right}>
                {titleOf(field)}
              </th>
            ))}
            <th scope="col" className={styles.right}>
              {t('folds.trained')}
            </th>
            <th scope="col" className={styles.right}>
              {t('folds.tested')}
            </th>
            <th scope="col" className={styles.right}>
              {t('figure.drawdown')}
            </th>
            <th scope="col" className={styles.right}>
              {t('figure.sharpe')}
            </th>
          </tr>
        </thead>
        <tbody>
          {folds.map(({ train, test, values, trained, tested }) => (
            <tr key={test.from}>
              <td>{span(train)}</td>
              <td>{span(test)}</td>
              {axes.map(({ field }, at) => (
                <td key={field} className={styles.right}>
                  {values === null ? '–' : String(values[at])}
                </td>
              ))}
              <td className={styles.right}>{percentText(trained?.totalReturn ?? null, true)}</td>
              <td className={`${styles.right} ${shared[toneOf(tested?.totalReturn ?? null)] ?? ''}`}>
                {percentText(tested?.totalReturn ?? null, true)}
              </td>
              <td className={styles.right}>{percentText(tested?.maxDrawdown ?? null)}</td>
              <td className={styles.right}>{ratioText(tested?.sharpe ?? null)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={axes.length + 3}>{t('folds.joined')}</td>
            <td className={`${styles.right} ${shared[toneOf(joined)] ?? ''}`}>{percentText(joined, true)}</td>
            <td className={styles.right}>{percentText(run.figures?.maxDrawdown ?? null)}</td>
            <td className={styles.right}>{ratioText(run.figures?.sharpe ?? null)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
