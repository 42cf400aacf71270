import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Markets } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { decimalsOf } from '../../domain/numbers/decimal.ts';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { useText } from '../text/use-text.ts';
import styles from './index-price.module.css';
import { indexDeviation, indexHelp } from './index-words.ts';

interface IndexPriceProps {
  readonly markets: Pick<Markets, 'index' | 'watchIndexes' | 'ticker' | 'watchTickers' | 'exchangeTitle'>;
  readonly instrument: Instrument;
}

/** What the market's pair costs over all exchanges, and how far the market is from it; nothing for a pair without an index. */
export const IndexPrice = observer(function IndexPrice({ markets, instrument }: IndexPriceProps) {
  const t = useText('ui');
  useEffect(() => {
    const stops = [markets.watchIndexes(), markets.watchTickers()];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [markets]);
  const index = markets.index(instrument.id);
  if (index === null || index.price === null) return null;
  const deviation = indexDeviation(index, markets.ticker(instrument.id));
  return (
    <span className={index.stale ? `${styles.index} ${styles.old}` : styles.index} title={indexHelp(index, markets, t)}>
      <span>
        {t('index')} <b>{formatDecimal(index.price, decimalsOf(instrument.tick))}</b>
      </span>
      {index.stale && <span>{t('index.old')}</span>}
      {deviation !== null && <span title={t('index.deviation')}>{`(${deviation.text})`}</span>}
    </span>
  );
});
