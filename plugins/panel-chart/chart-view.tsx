import { type Chart, dispose, init } from 'klinecharts';
import { reaction } from 'mobx';
import { useEffect, useRef } from 'react';
import type { Resolved } from '../../core/contract/token.ts';
import { decimalsOf } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import type { Interval } from '../../core/domain/interval.ts';
import styles from './chart-panel.module.css';
import { ChartSource, type ChartSourceState, periodOf } from './chart-source.ts';
import { type ChartLegend, type ChartPalette, chartStyles } from './chart-styles.ts';
import type { requires } from './requires.ts';

const volumePane = 'volume';

export interface ChartViewProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  readonly interval: Interval;
  readonly label: string;
  readonly legend: ChartLegend;
  readonly onState: (state: ChartSourceState) => void;
}

/** One klinecharts canvas. Mount it anew (by key) for another instrument or interval. */
export function ChartView({ services, instrument, interval, label, legend, onState }: ChartViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const { feeds, preferences } = services;

  useEffect(() => {
    const element = box.current;
    const chart = element === null ? null : init(element, { timezone: preferences.timeZone });
    if (element === null || chart === null) return onState('failed');
    const target = { instrumentId: instrument.id, interval };
    const source = new ChartSource(feeds, target, { onState, onGap: () => chart.resetData() });
    chart.setStyles(chartStyles(paletteOf(element), legend));
    // Volume alone: its moving averages say little and cost three lines of legend.
    chart.createIndicator({ name: 'VOL', calcParams: [], paneId: volumePane }, false);
    chart.setPaneOptions({ id: volumePane, height: 64, minHeight: 32 });
    chart.setSymbol({
      ticker: instrument.symbol,
      pricePrecision: decimalsOf(instrument.tick),
      volumePrecision: decimalsOf(instrument.lot),
    });
    chart.setPeriod(periodOf(interval));
    chart.setDataLoader(source.loader());
    const stopObserving = followSize(element, chart);
    const stopTheme = reaction(
      () => [preferences.theme, preferences.redUp, preferences.timeZone] as const,
      ([, , timeZone]) => {
        // The theme's attribute on <html> changes in the same action; its colours can be read a frame later.
        requestAnimationFrame(() => chart.setStyles(chartStyles(paletteOf(element), legend)));
        chart.setTimezone(timeZone);
      },
    );
    return () => {
      stopTheme();
      stopObserving();
      source.close();
      dispose(element);
    };
  }, [feeds, preferences, instrument, interval, legend, onState]);

  return <div ref={box} className={styles.canvas} role="img" aria-label={label} />;
}

function followSize(element: HTMLElement, chart: Chart): () => void {
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  return () => observer.disconnect();
}

/** klinecharts draws on canvases, so it needs the tokens' present values. */
function paletteOf(element: HTMLElement): ChartPalette {
  const style = getComputedStyle(element);
  const colour = (token: string): string => style.getPropertyValue(`--tessera-${token}`).trim();
  return {
    surface: colour('surface'),
    line: colour('line'),
    text: colour('text'),
    muted: colour('muted'),
    up: colour('up'),
    down: colour('down'),
    accent: colour('accent'),
    fontFamily: style.fontFamily,
  };
}
