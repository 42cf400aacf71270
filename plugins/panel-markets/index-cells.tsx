import { observer } from 'mobx-react-lite';
import type { IndexView, Ticker } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal, indexDeviation, indexHelp, useText } from '../../core/ui/index.ts';
import styles from './markets-panel.module.css';
import type { requires } from './requires.ts';

interface IndexCellProps {
  readonly markets: Resolved<typeof requires>['markets'];
  readonly one: Instrument;
}

/** What the pair costs over all exchanges; one of before is as muted as none. */
export const IndexCell = observer(function IndexCell({ markets, one }: IndexCellProps) {
  const t = useText('ui');
  const index = markets.index(one.id);
  if (index === null || index.price === null) return <span className={styles.flat}>–</span>;
  return (
    <span className={index.stale ? styles.flat : undefined} title={indexHelp(index, markets, t)}>
      {formatDecimal(index.price, decimalsOf(one.tick))}
    </span>
  );
});

/** How far the middle of the market's book is from the index. */
export function DeviationCell({ index, ticker }: { readonly index: IndexView | null; readonly ticker: Ticker | null }) {
  const t = useText('ui');
  return (
    <span className={styles.flat} title={t('index.deviation')}>
      {indexDeviation(index, ticker)?.text ?? '–'}
    </span>
  );
}
