import type { PlotLine } from '../../../core/contract/strategies.ts';
import { useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import { namespace } from '../runs/runs-store.ts';
import { paletteTokens } from './chart-palette.ts';
import { type PlotWords, plotColour } from './plot-series.ts';

interface PlotLegendProps {
  readonly lines: readonly PlotLine[];
  readonly words: PlotWords;
  readonly onToggle: (series: string) => void;
}

/** The lines that a strategy has plotted; a click hides one or shows it again. */
export function PlotLegend({ lines, words, onToggle }: PlotLegendProps) {
  const t = useText(namespace);
  if (lines.length === 0) return null;
  return (
    <div className={`${shared.words} ${shared.quick}`} role="toolbar" aria-label={t('plots')}>
      {lines.map(({ series }, at) => (
        <button key={series} type="button" aria-pressed={words.isShown(series)} title={t('plotsHelp')} onClick={() => onToggle(series)}>
          <span aria-hidden="true" style={{ color: `var(--tessera-${paletteTokens[plotColour(at)]})` }}>
            ━
          </span>{' '}
          {words.lineTitle(series)}
        </button>
      ))}
    </div>
  );
}
