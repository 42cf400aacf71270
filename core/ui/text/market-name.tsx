import { observer } from 'mobx-react-lite';
import type { Markets } from '../../contract/client-services.ts';
import { parseInstrumentId } from '../../domain/markets/instrument.ts';
import styles from './market-name.module.css';

interface MarketNameProps {
  readonly markets: Pick<Markets, 'instrument' | 'exchangeTitle'>;
  readonly id: string;
  /** A click brings the market to the screen. */
  readonly onOpen?: (id: string) => void;
}

/** `BTC/USDT Aurora`; the symbol alone while the market's details are not there. */
export const MarketName = observer(function MarketName({ markets, id, onOpen }: MarketNameProps) {
  const instrument = markets.instrument(id);
  const key = parseInstrumentId(id);
  const pair = instrument === null ? (key?.symbol ?? id) : `${instrument.base}/${instrument.quote}`;
  const name = (
    <>
      {pair} <span className={styles.exchange}>{markets.exchangeTitle(key?.exchange ?? '')}</span>
    </>
  );
  if (onOpen === undefined) return <span title={id}>{name}</span>;
  return (
    <button type="button" tabIndex={-1} className={styles.market} title={id} onClick={() => onOpen(id)}>
      {name}
    </button>
  );
});
