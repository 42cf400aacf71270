import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Preferences } from '../../contract/client-services.ts';
import type { EChart, Picture } from './echart.ts';
import styles from './echart-view.module.css';
import { PictureCover } from './picture-cover.tsx';
import { type PictureColours, usePicture } from './use-picture.ts';

/** The picture that is shown, as a file. */
export interface PictureFile {
  /** PNG, on a ground of a colour. */
  png(background: string): Blob;
}

interface EChartViewProps<T extends string> {
  readonly preferences: Preferences;
  /** Loads the library with what the pictures need of it; keep it stable. */
  readonly open: (box: HTMLElement) => Promise<() => EChart>;
  /** Colours that the pictures take from the theme; keep them stable. */
  readonly tokens: PictureColours<T>;
  /** Made anew when it or the theme's colours change; keep it stable. */
  readonly picture: (palette: PictureColours<T>) => Picture;
  /** What the picture shows, in words. */
  readonly summary: string;
  /** In px; absent: all the room there is. */
  readonly height?: number | undefined;
  /** One shape whose values change: a box that is open stays open. */
  readonly live?: boolean;
  /** Gives the picture once it is drawn, and null once it is gone; keep it stable. */
  readonly onDrawn?: (file: PictureFile | null) => void;
}

/** A picture of the library in the colours of the theme. */
export const EChartView = observer(function EChartView<T extends string>(props: EChartViewProps<T>) {
  const { preferences, open, tokens, picture, summary, height, live = false, onDrawn } = props;
  const { element, picture: chart, colours, retry } = usePicture(preferences, open, tokens);
  useEffect(() => {
    if (chart === null || colours === null) return;
    chart.draw(picture(colours), live);
    onDrawn?.(chart);
  }, [chart, colours, picture, live, onDrawn]);
  useEffect(() => () => onDrawn?.(null), [onDrawn]);
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
});
