import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type { Preferences } from '../../../core/contract/client-services.ts';
import { BarToggle, PictureCover, saveFile, usePicture, useText } from '../../../core/ui/index.ts';
import type { Choices } from '../stores/choices.ts';
import type { EChart, Picture } from './echart.ts';
import { type Palette, paletteTokens } from './palette.ts';
import styles from './picture-card.module.css';
import { csvOf, type PictureTable } from './picture-table.ts';
import { TableView } from './table-view.tsx';

interface PictureProps {
  /** Drawn anew when it changes; keep it stable. */
  readonly picture: (palette: Palette) => Picture;
  /** What the picture shows, in words. */
  readonly summary: string;
  /** Of the picture, px. */
  readonly height: number;
  readonly preferences: Preferences;
}

export interface PictureCardProps extends PictureProps {
  /** Unique on the page: its view is remembered by it, and its files are called after it. */
  readonly id: string;
  readonly title: string;
  /** One line under the title. */
  readonly note?: ReactNode;
  /** What is chosen for the picture. */
  readonly controls?: ReactNode;
  readonly table: PictureTable;
  /** In place of picture and table while there is nothing to show. */
  readonly instead?: ReactNode;
  /** What is shown is no longer what was asked for. */
  readonly stale?: boolean;
  readonly choices: Choices;
}

/** A picture, the same as a table, and both as files. */
export const PictureCard = observer(function PictureCard(props: PictureCardProps) {
  const { id, title, note, controls, table, instead = null, stale = false, choices, height } = props;
  const t = useText('page-data');
  const [png, setPng] = useState<{ readonly make: () => Blob } | null>(null);
  const isTable = choices.of(`view.${id}`, ['picture', 'table']) === 'table';
  const saveTable = (): void => saveFile(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${id}.csv`);
  return (
    <section className={styles.card} aria-label={title} aria-busy={stale}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <span className={styles.controls}>{controls}</span>
        {instead === null && (
          <span className={styles.buttons}>
            <BarToggle
              text={t('view.table')}
              pressed={isTable}
              onClick={() => choices.choose(`view.${id}`, isTable ? 'picture' : 'table')}
            />
            <button type="button" className={styles.save} title={t('save.csv')} onClick={saveTable}>
              {t('file.csv')}
            </button>
            <button
              type="button"
              className={styles.save}
              title={t('save.png')}
              disabled={png === null}
              onClick={() => png !== null && saveFile(png.make(), `${id}.png`)}
            >
              {t('file.png')}
            </button>
          </span>
        )}
      </header>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={stale ? styles.stale : styles.body}>
        {instead !== null ? (
          <div style={{ minHeight: height }} className={styles.instead}>
            {instead}
          </div>
        ) : isTable ? (
          <TableView title={title} table={table} height={height} />
        ) : (
          <PictureView {...props} onReady={setPng} />
        )}
      </div>
    </section>
  );
});

const openChart = async (box: HTMLElement): Promise<() => EChart> => {
  const { EChart: Chart } = await import('./echart.ts');
  return () => new Chart(box);
};

interface PictureViewProps extends PictureProps {
  /** Gives the picture as a file; null once it is gone. */
  readonly onReady?: (png: { readonly make: () => Blob } | null) => void;
}

/** The picture alone. */
export const PictureView = observer(function PictureView({ summary, height, picture, preferences, onReady }: PictureViewProps) {
  const { element, picture: chart, colours, retry } = usePicture(preferences, openChart, paletteTokens);
  useEffect(() => {
    if (chart === null || colours === null) return;
    chart.draw(picture(colours));
    onReady?.({ make: () => chart.png(colours.surface) });
  }, [chart, colours, picture, onReady]);
  useEffect(() => () => onReady?.(null), [onReady]);
  return (
    <div className={styles.picture} style={{ height }}>
      <div ref={element} className={styles.canvas} role="img" aria-label={summary} />
      {chart === null && (
        <div className={styles.cover}>
          <PictureCover retry={retry} />
        </div>
      )}
    </div>
  );
});
