import { observer } from 'mobx-react-lite';
import type { Markets } from '../../contract/client-services.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import { Change, Price } from '../text/number-text.tsx';
import styles from './last-and-change.module.css';

interface LastAndChangeProps {
  readonly markets: Pick<Markets, 'ticker' | 'instrument'>;
  readonly id: InstrumentId;
}

/** What a found market costs and how far it has gone in a day, live while somebody watches the tickers; nothing for one without a price. */
export const LastAndChange = observer(function LastAndChange({ markets, id }: LastAndChangeProps) {
  const ticker = markets.ticker(id);
  const instrument = markets.instrument(id);
  if (ticker === null || ticker.last === null || instrument === null) return null;
  return (
    <span className={styles.figures}>
      <Price value={ticker.last} step={instrument.tick} />
      <Change from={ticker.open24h} to={ticker.last} />
    </span>
  );
});
