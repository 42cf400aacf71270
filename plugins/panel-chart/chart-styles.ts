import type { DeepPartial, Styles } from 'klinecharts';

/** Theme colours as CSS colours, read from the workspace's tokens. */
export interface ChartPalette {
  readonly surface: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly fontFamily: string;
}

/** Words of the line that describes the candle under the crosshair. */
export interface ChartLegend {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** A quiet chart: hairline grid, small tabular labels, colour only for direction. */
export function chartStyles(palette: ChartPalette, legend: ChartLegend): DeepPartial<Styles> {
  const { line, text, muted, up, down, accent, fontFamily, surface } = palette;
  const label = { color: muted, size: 11, family: fontFamily };
  const axis = { axisLine: { color: line }, tickLine: { show: false }, tickText: label };
  const crosshairLabel = { color: surface, size: 11, family: fontFamily, backgroundColor: muted, borderColor: muted };
  const change = { upColor: up, downColor: down, noChangeColor: muted };
  const crosshair = { line: { color: muted }, text: crosshairLabel };
  return {
    grid: { horizontal: { color: line, size: 1 }, vertical: { color: line, size: 1 } },
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
        high: { color: muted, textSize: 11, textFamily: fontFamily },
        low: { color: muted, textSize: 11, textFamily: fontFamily },
        last: { ...change, text: { color: surface, size: 11, family: fontFamily } },
      },
      tooltip: { title: { show: false }, legend: { ...label, color: text, template: legendTemplate(legend) } },
    },
    indicator: {
      bars: [{ upColor: `${up}66`, downColor: `${down}66`, noChangeColor: `${muted}66` }],
      lines: [{ color: accent }, { color: muted }, { color: text }].map((style) => ({ ...style, size: 1 })),
      // The legend of the candle names the volume already.
      tooltip: { showRule: 'none' },
      lastValueMark: { show: false },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, activeBackgroundColor: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}

/** klinecharts fills the values in. */
const legendTemplate = (legend: ChartLegend): { title: string; value: string }[] =>
  Object.entries(legend).map(([name, title]) => ({ title: `${title} `, value: `{${name}}` }));
