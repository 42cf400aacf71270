import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../core/domain/instrument.ts';
import { type OrderSide, orderSides } from '../../core/domain/order.ts';
import { useText } from '../../core/ui/index.ts';
import { actionText } from './describe-order.ts';
import styles from './ticket-form.module.css';
import type { TicketStore } from './ticket-store.ts';

/** The button says side, quantity and how many accounts. In quick mode the other side is one press away. */
export const TicketSubmit = observer(function TicketSubmit({
  store,
  instrument,
  onSend,
}: {
  readonly store: TicketStore;
  readonly instrument: Instrument;
  readonly onSend: (side: OrderSide) => void;
}) {
  const t = useText('panel-order-ticket');
  const { draft, sender, sendCount } = store;
  const textOf = (side: OrderSide): string => {
    const text = actionText(store.tidy, side, instrument, t);
    return sendCount > 1 ? t('submitAccounts', { action: text, count: sendCount }) : text;
  };
  const other = orderSides.find((side) => side !== draft.side);
  return (
    <div className={styles.send} data-keep-clear="action">
      <button type="submit" className={`${styles.submit} ${styles[draft.side]}`} disabled={sender.busy} aria-busy={sender.busy}>
        {sender.busy ? t('outcome.sending') : textOf(draft.side)}
      </button>
      {store.quick && other !== undefined && (
        <button
          type="button"
          className={`${styles.other} ${styles[`other${other}`]}`}
          disabled={sender.busy}
          title={textOf(other)}
          aria-label={textOf(other)}
          onClick={() => onSend(other)}
        >
          {t(`side.${other}`)}
        </button>
      )}
    </div>
  );
});
