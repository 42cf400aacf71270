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

/** A quiet chart: hairline grid, small tabular labels, colour only for direction. */
export function chartStyles(palette: ChartPalette): DeepPartial<Styles> {
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
        high: { color: muted, textSize: 11 },
        low: { color: muted, textSize: 11 },
        last: { ...change, text: { color: surface, size: 11, family: fontFamily } },
      },
      tooltip: { title: { show: false }, legend: { ...label, color: text } },
    },
    indicator: {
      bars: [{ upColor: `${up}66`, downColor: `${down}66`, noChangeColor: `${muted}66` }],
      lines: [{ color: accent }, { color: muted }, { color: text }].map((style) => ({ ...style, size: 1 })),
      tooltip: { title: { ...label }, legend: label },
      lastValueMark: { show: false },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, activeBackgroundColor: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}
