import { observer } from 'mobx-react-lite';
import { settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { decimalsOf, multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import { formatDecimal, useText } from '../../../core/ui/index.ts';
import { quoteDecimals, roundedUp } from '../grid-math.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-figures.module.css';

const dash = '–';

/** A fraction as per cent, with all of its digits. */
const percent = (fraction: string): string => formatDecimal(multiplyDecimals(fraction, '100'));

/** For all accounts that the order goes to: what is free, what the order comes to at the book's prices, its fee, and what remains. */
export const TicketFigures = observer(function TicketFigures({
  store,
  instrument,
}: {
  readonly store: TicketStore;
  readonly instrument: Instrument;
}) {
  const t = useText('panel-order-ticket');
  const { preview } = store;
  const { figures } = store.plan;
  if (figures === null) return null;
  const buying = store.draft.side === 'BUY';
  const quote = (amount: string | null): string =>
    amount === null ? dash : `${formatDecimal(amount, quoteDecimals(instrument))} ${instrument.quote}`;
  const paid = (amount: string | null): string =>
    buying || settlesInMargin(instrument)
      ? quote(amount)
      : amount === null
        ? dash
        : `${formatDecimal(amount, decimalsOf(instrument.lot))} ${instrument.base}`;
  const { fee } = figures;
  const { makerFee, takerFee } = store.context?.fees ?? instrument;
  return (
    <dl className={styles.figures}>
      {figures.accounts > 1 && (
        <>
          <dt title={t('togetherHelp')}>{t('together')}</dt>
          <dd>{t('togetherCount', { count: figures.accounts })}</dd>
        </>
      )}
      <dt>{t('available')}</dt>
      <dd>{paid(figures.available)}</dd>
      <dt>{t('amount')}</dt>
      <dd>{quote(figures.cost)}</dd>
      <dt title={t('feeHelp')}>{t(`fee.${figures.feeRole}`)}</dt>
      <dd>
        {fee === null
          ? dash
          : `≈ ${formatDecimal(roundedUp(fee.amount, fee.asset === instrument.quote ? quoteDecimals(instrument) + 2 : 8))} ${fee.asset}`}
      </dd>
      <dt title={t('ratesHelp')}>{t('rates')}</dt>
      <dd>{t('ratesOf', { maker: percent(makerFee), taker: percent(takerFee) })}</dd>
      <dt title={t('averageHelp')}>{t('average')}</dt>
      <dd>
        {preview?.averagePrice == null ? (
          dash
        ) : (
          <>
            {formatDecimal(preview.averagePrice)}{' '}
            <span className={styles.muted}>{t('slippage', { bps: preview.slippageBps ?? dash })}</span>
          </>
        )}
      </dd>
      <dt>{t('remains')}</dt>
      <dd>{paid(figures.remains)}</dd>
    </dl>
  );
});
