import { addDecimals, compareDecimals, multiplyDecimals } from '../../core/domain/decimal.ts';
import { parseInstrumentId } from '../../core/domain/instrument.ts';
import { type Column, formatDecimal, Price, Quantity, Signed, shortenId, TimeText, type Translate } from '../../core/ui/index.ts';
import type { CloseView } from '../../schemas/wire/position.ts';
import { Percent } from './position-columns.tsx';
import { amountDecimals, stepOf } from './position-figures.ts';
import styles from './positions.module.css';
import type { Services } from './requires.ts';

export function closeColumns({ markets, accounts }: Services, t: Translate): Column<CloseView>[] {
  const market = (close: CloseView) => markets.instrument(close.id);
  const step = (close: CloseView): string => stepOf(amountDecimals(market(close)));
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 96,
      render: (close) => <TimeText timeMs={close.time} />,
      compare: (a, b) => a.time - b.time,
      descendingFirst: true,
    },
    {
      id: 'market',
      title: t('column.market'),
      width: 120,
      fixed: true,
      render: (close) => (
        <span title={close.id}>
          {close.asset}/{close.quote}{' '}
          <span className={styles.muted}>{markets.exchangeTitle(parseInstrumentId(close.id)?.exchange ?? '')}</span>
        </span>
      ),
    },
    {
      id: 'qty',
      title: t('column.sold'),
      width: 84,
      align: 'right',
      render: (close) => <Quantity value={close.qty} step={market(close)?.lot ?? '1'} />,
    },
    {
      id: 'price',
      title: t('column.price'),
      width: 84,
      align: 'right',
      render: (close) => <Price value={close.price} step={market(close)?.tick ?? '0.01'} />,
    },
    {
      id: 'average',
      title: t('column.average'),
      width: 84,
      align: 'right',
      render: (close) => <Price value={close.avg_price} step={market(close)?.tick ?? '0.01'} />,
    },
    {
      id: 'fee',
      title: t('column.fee'),
      width: 104,
      align: 'right',
      render: (close) => (
        <span>
          {formatDecimal(close.fee)} <span className={styles.muted}>{close.fee_asset}</span>
        </span>
      ),
    },
    {
      id: 'realised',
      title: t('column.realised'),
      width: 92,
      align: 'right',
      render: (close) => <Signed value={close.realised} step={step(close)} />,
      compare: (a, b) => compareDecimals(a.realised ?? '0', b.realised ?? '0'),
      descendingFirst: true,
    },
    { id: 'percent', title: t('column.percent'), width: 68, align: 'right', render: (close) => <Percent pair={costAndProceeds(close)} /> },
    {
      id: 'account',
      title: t('column.account'),
      width: 96,
      optional: true,
      render: (close) => accounts.apiAccounts.find(({ api_id }) => api_id === close.api_id)?.name ?? String(close.api_id),
    },
    {
      id: 'order',
      title: t('column.order'),
      width: 84,
      optional: true,
      render: (close) => <span title={close.order_id}>{shortenId(close.order_id)}</span>,
    },
  ];
}

/** Cost of what was sold and what it brought after the fee; null when the cost is not known. */
function costAndProceeds({ closed_qty, avg_price, realised }: CloseView): readonly [string, string] | null {
  if (closed_qty === null || avg_price === null || realised === null) return null;
  const cost = trimmed(multiplyDecimals(closed_qty, avg_price));
  return [cost, addDecimals(cost, realised)];
}

/** A product has the decimals of both; twenty are all that a decimal may have. */
const trimmed = (product: string): string => {
  const [whole = '0', fraction = ''] = product.split('.');
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, 20)}`;
};
