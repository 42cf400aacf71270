import { type IndicatorFigure, type IndicatorFigureStyle, type IndicatorTemplate, registerIndicator } from 'klinecharts';
import { indicators, initialParams } from '../../../core/domain/indicators/catalogue.ts';
import type { Figure, Indicator } from '../../../core/domain/indicators/indicator.ts';
import { type IndicatorRow, IndicatorRows } from './rows.ts';

/** Name under which klinecharts knows an indicator of ours: its own ones keep theirs. */
export const chartNameOf = (id: string): string => `tessera-${id}`;

let registered = false;

/** Makes all indicators known to klinecharts, which keeps them for the whole page. */
export function registerIndicators(): void {
  if (registered) return;
  registered = true;
  for (const definition of indicators) registerIndicator(templateOf(definition));
}

function templateOf(definition: Indicator): IndicatorTemplate<IndicatorRow, number, null> {
  /** Rows by indicator on a chart; they go with it. */
  const rowsOf = new WeakMap<object, IndicatorRows>();
  const figuresOf = (params: readonly number[]): IndicatorFigure<IndicatorRow>[] => definition.figures(params).map(figureOf);
  const { precision } = definition;
  return {
    name: chartNameOf(definition.id),
    shortName: definition.id,
    calcParams: [...initialParams(definition)],
    figures: figuresOf(initialParams(definition)),
    regenerateFigures: (params) => figuresOf(params),
    series: precision === 'price' || precision === 'volume' ? precision : 'normal',
    ...(typeof precision === 'number' ? { precision } : precision === undefined ? { precision: 2 } : {}),
    ...(definition.range === undefined ? {} : { minValue: definition.range.min, maxValue: definition.range.max }),
    shouldFormatBigNumber: precision === 'volume',
    calc: (bars, indicator) => {
      const kept = rowsOf.get(indicator) ?? new IndicatorRows(definition);
      rowsOf.set(indicator, kept);
      return kept.update(bars, indicator.calcParams);
    },
  };
}

function figureOf({ key, title, kind }: Figure): IndicatorFigure<IndicatorRow> {
  const base = { key, title: `${title} ` };
  if (kind === 'line') return { ...base, type: 'line' };
  if (kind === 'dots') return { ...base, type: 'circle' };
  return {
    ...base,
    type: 'bar',
    baseValue: 0,
    styles: ({ data, defaultStyles }): IndicatorFigureStyle => {
      const [style] = defaultStyles?.bars ?? [];
      const rising = isRising(key, data.current);
      const color = rising ? style?.upColor : style?.downColor;
      return { style: 'fill', ...(color === undefined ? {} : { color, borderColor: color }) };
    },
  };
}

/** A row may say itself which way its bar went; else the sign of the value decides. */
function isRising(key: string, row: IndicatorRow | null): boolean {
  if (row?.rising !== undefined) return row.rising === 1;
  return (row?.[key] ?? 0) >= 0;
}
