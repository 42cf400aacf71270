import type { Fill } from '../../../core/contract/client-services.ts';
import { multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import { type Column, formatDecimal, MarketName, ownTradeColumns, SideText, type Translate } from '../../../core/ui/index.ts';
import styles from '../orders.module.css';
import type { Services } from '../requires.ts';

export function fillColumns(services: Services, t: Translate): Column<Fill>[] {
  const { markets } = services;
  const { time, price, qty, fee, order } = ownTradeColumns<Fill>((id) => markets.instrument(id), {
    time: t('column.time'),
    price: t('column.price'),
    qty: t('column.qty'),
    fee: t('column.fee'),
    order: t('column.order'),
  });
  return [
    time,
    {
      id: 'market',
      title: t('column.market'),
      width: 120,
      least: 74,
      fixed: true,
      render: (fill) => <MarketName markets={markets} id={fill.instrumentId} onOpen={(id) => services.workspace.openTab(id)} />,
    },
    { id: 'side', title: t('column.side'), width: 48, least: 34, render: (fill) => <SideText side={fill.side} /> },
    price,
    qty,
    {
      id: 'amount',
      title: t('column.amount'),
      width: 112,
      least: 100,
      align: 'right',
      yields: 1,
      render: (fill) => (
        <span>
          {formatDecimal(multiplyDecimals(fill.price, fill.qty), 2)}{' '}
          <span className={styles.exchange}>{markets.instrument(fill.instrumentId)?.quote}</span>
        </span>
      ),
    },
    fee,
    { id: 'liquidity', title: t('column.liquidity'), width: 64, least: 46, yields: 0, render: (fill) => t(`liquidity.${fill.liquidity}`) },
    order,
  ];
}
