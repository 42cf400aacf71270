import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { Icon, useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import styles from './ticket-form.module.css';

export interface TicketHealthProps {
  readonly markets: Services['markets'];
  readonly instrument: Instrument;
}

/** Says before anybody sends why the exchange would refuse the order, and goes away with the reason. */
export const TicketHealth = observer(function TicketHealth({ markets, instrument }: TicketHealthProps) {
  const t = useText('panel-order-ticket');
  const health = markets.health(instrument.exchange);
  return (
    <div className={styles.health} aria-live="polite">
      {(health === 'CANCEL_ONLY' || health === 'DOWN') && (
        <p className={styles.warn}>
          <Icon name="warning" size={12} />
          {t(`health.${health}`, { exchange: markets.exchangeTitle(instrument.exchange) })}
        </p>
      )}
    </div>
  );
});
