import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartContext } from './chart-context.ts';

/** A quiet chart: hairline grid, small labels, colour only for direction. The line on the bar under the crosshair is the panel's own. */
export function chartStyles({ colour, fontFamily: family }: Pick<ChartContext, 'colour' | 'fontFamily'>): DeepPartial<Styles> {
  const [text, muted, up, down] = [colour('text'), colour('muted'), colour('up'), colour('down')];
  const [surface, accent] = [colour('surface'), colour('accent')];
  const line = `${muted}2e`;
  // Solid and fainter: dashes take as long to draw as everything else on the chart together.
  const gridLine = { color: `${muted}1f`, size: 1, style: 'solid' } as const;
  const label = { color: muted, size: 11, family };
  const axis = { axisLine: { color: line }, tickLine: { show: false }, tickText: label };
  const crosshairLabel = { color: surface, size: 11, family, backgroundColor: muted, borderColor: muted };
  const change = { upColor: up, downColor: down, noChangeColor: muted };
  const crosshair = { line: { color: muted }, text: crosshairLabel };
  return {
    grid: { horizontal: gridLine, vertical: gridLine },
    candle: {
      bar: {
        ...change,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: muted,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: muted,
      },
      priceMark: {
        high: { color: muted, textSize: 11, textFamily: family },
        low: { color: muted, textSize: 11, textFamily: family },
        last: { ...change, text: { color: surface, size: 11, family } },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      tooltip: { title: { color: muted, size: 11, family }, legend: { color: text, size: 11, family, defaultValue: '–' } },
      bars: [{ upColor: `${up}99`, downColor: `${down}99`, noChangeColor: `${muted}99` }],
      lastValueMark: { show: false },
    },
    overlay: {
      point: {
        color: surface,
        borderColor: accent,
        borderSize: 1,
        radius: 4,
        activeColor: accent,
        activeBorderColor: `${accent}55`,
        activeBorderSize: 3,
        activeRadius: 4,
      },
      rect: { color: `${accent}24` },
      text: { color: surface, backgroundColor: accent, family, size: 11 },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, activeBackgroundColor: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}
