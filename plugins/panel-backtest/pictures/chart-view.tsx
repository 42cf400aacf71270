import { useEffect } from 'react';
import type { Preferences } from '../../../core/contract/client-services.ts';
import { PictureCover, usePicture } from '../../../core/ui/index.ts';
import { type ChartPalette, paletteTokens } from './chart-palette.ts';
import styles from './chart-view.module.css';
import type { EChart, Picture } from './echart.ts';

interface ChartViewProps {
  readonly preferences: Preferences;
  /** Made anew when it or the theme's colours change; keep it stable. */
  readonly picture: (palette: ChartPalette) => Picture;
  /** What the picture shows, in words. */
  readonly summary: string;
  /** In px; absent: all the room there is. */
  readonly height?: number;
}

const openChart = async (box: HTMLElement): Promise<() => EChart> => {
  const { EChart: Chart } = await import('./echart.ts');
  return () => new Chart(box);
};

/** A chart in the colours of the theme. */
export function ChartView({ preferences, picture, summary, height }: ChartViewProps) {
  const { element, picture: chart, colours, retry } = usePicture(preferences, openChart, paletteTokens);
  useEffect(() => {
    if (chart !== null && colours !== null) chart.draw(picture(colours));
  }, [chart, colours, picture]);
  return (
    <div className={height === undefined ? styles.tallChart : styles.chart} style={{ height }}>
      <div ref={element} className={styles.picture} role="img" aria-label={summary} />
      {chart === null && (
        <div className={styles.cover}>
          <PictureCover retry={retry} />
        </div>
      )}
    </div>
  );
}
