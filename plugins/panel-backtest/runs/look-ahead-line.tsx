import type { BacktestDetail } from '../../../core/contract/backtest-runs.ts';
import { formatStamp, Icon, useServices, useText } from '../../../core/ui/index.ts';
import { namespace } from './runs-store.ts';
import styles from './verdict.module.css';

/** What the check for a look into the future has found. */
export function LookAheadLine({ found }: { readonly found: NonNullable<BacktestDetail['lookAhead']> }) {
  const t = useText(namespace);
  const { preferences } = useServices();
  const { cuts, difference } = found;
  if (difference === null) {
    return (
      <p className={styles.verdict}>
        <Icon name="check" size={14} /> {t('lookAhead.none', { count: cuts.length })}
      </p>
    );
  }
  const line = difference.whole ?? difference.without;
  return (
    <p className={`${styles.verdict} ${styles.bad}`} role="alert">
      <Icon name="warning" size={14} />{' '}
      {t('lookAhead.found', {
        cut: formatStamp(difference.cut, preferences.timeZone),
        time: line === null ? '–' : formatStamp(line.timeMs, preferences.timeZone),
        whole: difference.whole?.what ?? t('lookAhead.nothing'),
        without: difference.without?.what ?? t('lookAhead.nothing'),
      })}
    </p>
  );
}
