import { observer } from 'mobx-react-lite';
import { useCallback, useMemo } from 'react';
import { labelled, listed } from '../../../core/domain/joined-text.ts';
import { PanelBody, Skeleton, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import type { Services } from '../requires.ts';
import { percentText } from '../runs/figure-text.ts';
import { figuresOf } from '../runs/figures-list.tsx';
import results from '../runs/result-view.module.css';
import styles from '../runs/run-table.module.css';
import { type ComparedRun, namespace, type RunsStore } from '../runs/runs-store.ts';
import { type ChartPalette, comparedColours } from './chart-palette.ts';
import { ChartView } from './chart-view.tsx';
import { comparePicture } from './compare-picture.ts';
import { comparedNames } from './compared-names.ts';

const tokens = { accent: 'accent', orange: 'link-orange', violet: 'link-violet', teal: 'link-teal', warn: 'warn' } as const;
const colourAt = (at: number): string => `var(--tessera-${tokens[comparedColours[at % comparedColours.length] ?? 'accent']})`;

/** Runs side by side: their curves over each other, their figures in columns. */
export const CompareView = observer(function CompareView({ services, store }: { readonly services: Services; readonly store: RunsStore }) {
  const t = useText(namespace);
  const { comparison } = store;
  return (
    <PanelBody bar={<strong className={shared.title}>{t('compare')}</strong>}>
      {comparison === null ? <Skeleton rows={10} /> : <Compared services={services} runs={comparison} />}
    </PanelBody>
  );
});

const Compared = observer(function Compared({ services, runs }: { readonly services: Services; readonly runs: readonly ComparedRun[] }) {
  const t = useText(namespace);
  const { preferences } = services;
  const { timeZone } = preferences;
  const titles = useMemo(
    () =>
      comparedNames(
        runs.map(({ run }) => run),
        (mode) => t(`mode.${mode}`),
      ),
    [runs, t],
  );
  const picture = useCallback((palette: ChartPalette) => comparePicture(runs, titles, timeZone, palette), [runs, titles, timeZone]);
  const columns = runs.map(({ run }) => (run.figures === null ? null : figuresOf(run.figures, t)));
  const names = columns.find((one) => one !== null)?.map(({ name }) => name) ?? [];
  const summary = listed(runs.map(({ run }, at) => labelled(titles[at] ?? run.name, percentText(run.figures?.totalReturn ?? null, true))));
  return (
    <div className={results.result}>
      <ChartView preferences={preferences} picture={picture} summary={t('compareSummary', { runs: summary })} height={300} />
      <div className={styles.mapFrame}>
        <table className={styles.folds}>
          <thead>
            <tr>
              <th scope="col">{t('figures')}</th>
              {runs.map(({ run }, at) => (
                <th key={run.runId} scope="col" className={styles.right}>
                  <span className={styles.swatch} style={{ background: colourAt(at) }} /> {titles[at] ?? run.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => (
              <tr key={name} title={t(`figureHelp.${name}`)}>
                <th scope="row">{t(`figure.${name}`)}</th>
                {columns.map((figures, at) => {
                  const figure = figures?.[row];
                  return (
                    <td key={runs[at]?.run.runId} className={`${styles.right} ${shared[figure?.tone ?? 'none'] ?? ''}`}>
                      {figure?.text ?? '–'}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
});
