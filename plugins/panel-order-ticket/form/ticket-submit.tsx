import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { type OrderSide, orderSides } from '../../../core/domain/orders/order.ts';
import { useText } from '../../../core/ui/index.ts';
import { planText } from '../describe-order.ts';
import type { TicketStore } from '../ticket-store.ts';
import sides from './sides.module.css';
import styles from './ticket-submit.module.css';

/** Stands between what all accounts do and the part of each. */
const between = ' · ';

/** The button says side, quantity of all accounts together and the part of each. In quick mode the other side is one press away. */
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
  const { draft, sender } = store;
  const textOf = (side: OrderSide): string => planText(store, side, instrument, t);
  const other = orderSides.find((side) => side !== draft.side);
  return (
    <div className={styles.send} data-keep-clear="action">
      <button type="submit" className={`${styles.submit} ${sides[draft.side]}`} disabled={sender.busy} aria-busy={sender.busy}>
        {(sender.busy ? t('outcome.sending') : textOf(draft.side)).split(between).map((part, at) => (
          <Fragment key={part}>
            {at > 0 && between}
            <span>{part}</span>
          </Fragment>
        ))}
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
