import type { Preferences } from '../../../core/contract/client-services.ts';
import type { EChart, Picture } from '../../../core/ui/picture/echart.ts';
import { EChartView } from '../../../core/ui/picture/echart-view.tsx';
import { type ChartPalette, paletteTokens } from './chart-palette.ts';

interface ChartViewProps {
  readonly preferences: Preferences;
  /** Made anew when it or the theme's colours change; keep it stable. */
  readonly picture: (palette: ChartPalette) => Picture;
  /** What the picture shows, in words. */
  readonly summary: string;
  /** In px; absent: all the room there is. */
  readonly height?: number;
}

const open = async (box: HTMLElement): Promise<() => EChart> => {
  const { openChart } = await import('./echart.ts');
  return () => openChart(box);
};

/** A chart in the colours of the theme. */
export const ChartView = (props: ChartViewProps) => <EChartView {...props} open={open} tokens={paletteTokens} />;
