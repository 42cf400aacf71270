import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import type { PlotWords } from './plot-series.ts';

/** What the strategy of a run has plotted in the words of its plugin; a line without any has its own name. */
export function usePlotWords({ choice: { strategy } }: BacktestRun, hidden: readonly string[]): PlotWords {
  const [plugin = ''] = strategy.split('/');
  const { i18n } = useTranslation(plugin);
  const { language } = i18n;
  return useMemo(
    () => ({
      lineTitle: (series) => i18n.t(`plot.${series}`, { ns: plugin, lng: language, defaultValue: series }),
      markText: ({ key, params }) => i18n.t(key, { ns: plugin, lng: language, ...params }),
      isShown: (series) => !hidden.includes(series),
    }),
    [i18n, language, plugin, hidden],
  );
}
