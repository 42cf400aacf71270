import { observer } from 'mobx-react-lite';
import { decimalsOf } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import { formatDecimal, useText } from '../../core/ui/index.ts';
import styles from './ticket-form.module.css';
import { orderCost, takerFee } from './ticket-model.ts';
import type { TicketStore } from './ticket-store.ts';

const dash = '–';

/** What is free, what the order comes to, and the fee if it trades at once. */
export const TicketFigures = observer(function TicketFigures({
  store,
  instrument,
}: {
  readonly store: TicketStore;
  readonly instrument: Instrument;
}) {
  const t = useText('panel-order-ticket');
  const context = store.context(instrument);
  const buying = store.draft.side === 'BUY';
  const available = buying ? context.availableQuote : context.availableBase;
  const cost = orderCost(store.draft, context);
  const fee = takerFee(store.draft, context);
  const quoteDecimals = Math.max(2, decimalsOf(instrument.tick));
  return (
    <dl className={styles.figures}>
      <dt>{t('available')}</dt>
      <dd>
        {available === null
          ? dash
          : `${formatDecimal(available, buying ? quoteDecimals : decimalsOf(instrument.lot))} ${buying ? instrument.quote : instrument.base}`}
      </dd>
      <dt>{t('amount')}</dt>
      <dd>{cost === null ? dash : `${formatDecimal(cost, quoteDecimals)} ${instrument.quote}`}</dd>
      <dt title={t('feeHelp')}>{t('fee')}</dt>
      <dd>{fee === null ? dash : `${formatDecimal(fee.amount)} ${fee.asset}`}</dd>
    </dl>
  );
});
