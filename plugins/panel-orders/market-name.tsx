import type { Markets } from '../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../core/domain/instrument.ts';
import styles from './orders.module.css';

/** `BTC/USDT Aurora`; the symbol alone while the market's details are not there. */
export function MarketName({ markets, id }: { readonly markets: Markets; readonly id: string }) {
  const instrument = markets.instrument(id);
  const key = parseInstrumentId(id);
  const pair = instrument === null ? (key?.symbol ?? id) : `${instrument.base}/${instrument.quote}`;
  return (
    <span title={id}>
      {pair} <span className={styles.exchange}>{markets.exchangeTitle(key?.exchange ?? '')}</span>
    </span>
  );
}
