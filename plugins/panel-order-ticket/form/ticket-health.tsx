import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { Icon, useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import styles from './ticket-form.module.css';

export interface TicketHealthProps {
  readonly markets: Services['markets'];
  readonly instrument: Instrument;
}

/** Says before anybody sends why the order would be refused, by its market's state or its exchange's, and goes away with the reason. */
export const TicketHealth = observer(function TicketHealth({ markets, instrument }: TicketHealthProps) {
  const t = useText('panel-order-ticket');
  const health = markets.health(instrument.exchange);
  const { state, symbol } = instrument;
  // A market that has ended is no matter of waiting, however its exchange is.
  const reason =
    state !== 'TRADING'
      ? (`state.${state}` as const)
      : health === 'CANCEL_ONLY' || health === 'DOWN'
        ? (`health.${health}` as const)
        : null;
  return (
    <div className={styles.health} aria-live="polite">
      {reason !== null && (
        <p className={styles.warn}>
          <Icon name="warning" size={12} />
          {t(reason, { symbol, exchange: markets.exchangeTitle(instrument.exchange) })}
        </p>
      )}
    </div>
  );
});
