import { observer } from 'mobx-react-lite';
import { type ReactNode, useRef, useState } from 'react';
import type { Preferences } from '../../../core/contract/client-services.ts';
import { BarToggle, saveFile, useText } from '../../../core/ui/index.ts';
import type { EChart, Picture } from '../../../core/ui/picture/echart.ts';
import { EChartView, type PictureFile } from '../../../core/ui/picture/echart-view.tsx';
import type { Choices } from '../stores/choices.ts';
import { type Palette, paletteTokens } from './palette.ts';
import styles from './picture-card.module.css';
import { csvOf, type PictureTable } from './picture-table.ts';
import { TableView } from './table-view.tsx';

interface PictureCardProps {
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
  readonly preferences: Preferences;
  /** Drawn anew when it changes, and its values may change under the eyes of whoever reads a box of it; keep it stable. */
  readonly picture: (palette: Palette) => Picture;
  /** What the picture shows, in words. */
  readonly summary: string;
  /** Of the picture, px. */
  readonly height: number;
}

/** A picture, the same as a table, and both as files. */
export const PictureCard = observer(function PictureCard(props: PictureCardProps) {
  const { id, title, note, controls, table, instead = null, stale = false, choices } = props;
  const { preferences, picture, summary, height } = props;
  const t = useText('page-data');
  const [file, setFile] = useState<PictureFile | null>(null);
  const frame = useRef<HTMLElement>(null);
  const isTable = choices.of(`view.${id}`, ['picture', 'table']) === 'table';
  const savePicture = (): void => {
    if (file === null || frame.current === null) return;
    saveFile(file.png(getComputedStyle(frame.current).backgroundColor), `${id}.png`);
  };
  const saveTable = (): void => saveFile(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${id}.csv`);
  return (
    <section ref={frame} className={styles.card} aria-label={title} aria-busy={stale}>
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
            <button type="button" className={styles.save} title={t('save.png')} disabled={file === null} onClick={savePicture}>
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
          <EChartView {...{ preferences, picture, summary, height }} live open={open} tokens={paletteTokens} onDrawn={setFile} />
        )}
      </div>
    </section>
  );
});

const open = async (box: HTMLElement): Promise<() => EChart> => {
  const { openChart } = await import('./echart.ts');
  return () => openChart(box);
};
