import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { useText } from '../../core/ui/index.ts';
import styles from './depth-panel.module.css';
import type { LadderMode } from './ladder-geometry.ts';
import { type BarColumn, type Measure, measures } from './ladder-model.ts';

interface DepthColumnsProps {
  readonly mode: LadderMode;
  readonly measure: Measure;
  readonly instrument: Instrument;
  /** There is a column of own orders with room for a title. */
  readonly hasOwn: boolean;
  readonly hasTotal: boolean;
  readonly bars: BarColumn;
  readonly onMeasure: (measure: Measure) => void;
  readonly onBars: (bars: BarColumn) => void;
}

/** Titles over the ladder's columns; the last one switches what is added up. */
export function DepthColumns({ mode, measure, bars, instrument, hasOwn, hasTotal, onMeasure, onBars }: DepthColumnsProps) {
  const t = useText('panel-depth');
  const own = hasOwn && <span className={styles.ownTitle}>{t('own')}</span>;
  if (mode === 'ladder') {
    return (
      <div className={`${styles.columns} ${styles.fixed}`}>
        {own}
        <span className={styles.right} title={`${t('bids', { asset: instrument.base })}. ${t('bars.size')}`}>
          {t('bidsShort')}
        </span>
        <span className={styles.centre} title={t('price', { asset: instrument.quote })}>
          {t('priceShort')}
        </span>
        <span title={`${t('asks', { asset: instrument.base })}. ${t('bars.size')}`}>{t('asksShort')}</span>
        {hasOwn && <span className={`${styles.ownTitle} ${styles.right}`}>{t('own')}</span>}
      </div>
    );
  }
  if (!hasTotal) {
    return (
      <div className={`${styles.columns} ${styles.two}`}>
        {own}
        <span title={t('price', { asset: instrument.quote })}>{t('priceShort')}</span>
        <span className={styles.right} title={t('bars.size')}>
          {t('quantity', { asset: instrument.base })}
        </span>
      </div>
    );
  }
  const next = measures[(measures.indexOf(measure) + 1) % measures.length] ?? 'total';
  const asset = measure === 'total' ? instrument.base : instrument.quote;
  return (
    <div className={styles.columns}>
      {own}
      <span>{t('price', { asset: instrument.quote })}</span>
      <button
        type="button"
        className={`${styles.measure} ${bars === 'size' ? styles.barred : ''}`}
        aria-pressed={bars === 'size'}
        title={t(bars === 'size' ? 'bars.sizeOff' : 'bars.sizeOn')}
        onClick={() => onBars(bars === 'size' ? 'measure' : 'size')}
      >
        {t('quantity', { asset: instrument.base })}
      </button>
      <button
        type="button"
        className={`${styles.measure} ${bars === 'measure' ? styles.barred : ''}`}
        title={`${t('measureHelp')}. ${t(bars === 'size' ? 'bars.size' : 'bars.measure')}`}
        onClick={() => onMeasure(next)}
      >
        {t(`measure.${measure}`, { asset })}
      </button>
    </div>
  );
}
