import type { Close } from '../../core/contract/client-services.ts';
import { addDecimals, compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { type Column, MarketName, ownTradeColumns, Price, Signed, type Translate } from '../../core/ui/index.ts';
import { ChangeOf } from './position-columns.tsx';
import { amountDecimals, stepOf } from './position-figures.ts';
import type { Services } from './requires.ts';

export function closeColumns({ markets, accounts }: Services, t: Translate): Column<Close>[] {
  const market = (close: Close) => markets.instrument(close.instrumentId);
  const step = (close: Close): string => stepOf(amountDecimals(market(close)));
  const { time, price, qty, fee, order } = ownTradeColumns<Close>((id) => markets.instrument(id), {
    time: t('column.time'),
    price: t('column.price'),
    qty: t('column.sold'),
    fee: t('column.fee'),
    order: t('column.order'),
  });
  return [
    time,
    {
      id: 'market',
      title: t('column.market'),
      width: 120,
      fixed: true,
      render: (close) => <MarketName markets={markets} id={close.instrumentId} />,
    },
    qty,
    price,
    {
      id: 'average',
      title: t('column.average'),
      width: 84,
      align: 'right',
      render: (close) => <Price value={close.avgPrice} step={market(close)?.tick ?? '0.01'} />,
    },
    fee,
    {
      id: 'realised',
      title: t('column.realised'),
      width: 92,
      align: 'right',
      render: (close) => <Signed value={close.realised} step={step(close)} />,
      compare: (a, b) => compareDecimals(a.realised ?? '0', b.realised ?? '0'),
      descendingFirst: true,
    },
    { id: 'percent', title: t('column.percent'), width: 68, align: 'right', render: (close) => <ChangeOf pair={costAndProceeds(close)} /> },
    {
      id: 'account',
      title: t('column.account'),
      width: 96,
      optional: true,
      render: (close) => accounts.apiAccounts.find(({ apiId }) => apiId === close.apiId)?.name ?? String(close.apiId),
    },
    order,
  ];
}

/** Cost of what was sold and what it brought after the fee; null when the cost is not known. */
function costAndProceeds({ closedQty, avgPrice, realised }: Close): readonly [string, string] | null {
  if (closedQty === null || avgPrice === null || realised === null) return null;
  const cost = trimmed(multiplyDecimals(closedQty, avgPrice));
  return [cost, addDecimals(cost, realised)];
}

/** A product has the decimals of both; twenty are all that a decimal may have. */
const trimmed = (product: string): string => {
  const [whole = '0', fraction = ''] = product.split('.');
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, 20)}`;
};
