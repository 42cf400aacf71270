import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { usePriceAge, useServices, useText } from '../../../core/ui/index.ts';
import { planText } from '../describe-order.ts';
import type { TicketStore } from '../ticket-store.ts';
import sides from './sides.module.css';
import styles from './ticket-submit.module.css';

/** Stands between what all accounts do and the part of each. */
const between = ' · ';

/** The one button that sends. It says side, quantity of all accounts together, the part of each, and how old prices are; without a line nothing can be sent. */
export const TicketSubmit = observer(function TicketSubmit({
  store,
  instrument,
}: {
  readonly store: TicketStore;
  readonly instrument: Instrument;
}) {
  const t = useText('panel-order-ticket');
  const { draft, sender } = store;
  const { hasNetwork } = useServices().prices;
  const age = usePriceAge(instrument.exchange);
  const plan = planText(store, draft.side, instrument, t);
  const planned = age === null ? plan : `${plan}${between}${t('pricesOld', { age })}`;
  const text = sender.busy ? t('outcome.sending') : hasNetwork ? planned : t('notConnected');
  return (
    <div className={styles.send} data-keep-clear="action">
      <button
        type="submit"
        className={`${styles.submit} ${sides[draft.side]}`}
        disabled={sender.busy || !hasNetwork}
        aria-busy={sender.busy}
      >
        {text.split(between).map((part, at) => (
          <Fragment key={part}>
            {at > 0 && between}
            <span>{part}</span>
          </Fragment>
        ))}
      </button>
    </div>
  );
});
