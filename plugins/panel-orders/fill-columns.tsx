import type { FillView } from '../../core/contract/client-services.ts';
import { multiplyDecimals } from '../../core/domain/decimal.ts';
import { type Column, formatDecimal, Price, Quantity, SideText, shortenId, TimeText, type Translate } from '../../core/ui/index.ts';
import { MarketName } from './market-name.tsx';
import styles from './orders.module.css';
import type { Services } from './requires.ts';

export function fillColumns(services: Services, t: Translate): Column<FillView>[] {
  const { markets } = services;
  const steps = (fill: FillView) => markets.instrument(fill.id);
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 96,
      render: (fill) => <TimeText timeMs={fill.time} />,
      compare: (a, b) => a.time - b.time,
      descendingFirst: true,
    },
    {
      id: 'market',
      title: t('column.market'),
      width: 120,
      fixed: true,
      render: (fill) => <MarketName markets={markets} id={fill.id} onOpen={(id) => services.workspace.openTab(id)} />,
    },
    { id: 'side', title: t('column.side'), width: 48, render: (fill) => <SideText side={fill.side} /> },
    {
      id: 'price',
      title: t('column.price'),
      width: 84,
      align: 'right',
      render: (fill) => <Price value={fill.price} step={steps(fill)?.tick ?? '1'} />,
    },
    {
      id: 'qty',
      title: t('column.qty'),
      width: 84,
      align: 'right',
      render: (fill) => <Quantity value={fill.qty} step={steps(fill)?.lot ?? '1'} />,
    },
    {
      id: 'amount',
      title: t('column.amount'),
      width: 96,
      align: 'right',
      render: (fill) => (
        <span>
          {formatDecimal(multiplyDecimals(fill.price, fill.qty), 2)} <span className={styles.exchange}>{steps(fill)?.quote}</span>
        </span>
      ),
    },
    {
      id: 'fee',
      title: t('column.fee'),
      width: 110,
      align: 'right',
      render: (fill) => (
        <span>
          {formatDecimal(fill.fee)} <span className={styles.exchange}>{fill.fee_asset}</span>
        </span>
      ),
    },
    { id: 'liquidity', title: t('column.liquidity'), width: 64, render: (fill) => t(`liquidity.${fill.liquidity}`) },
    {
      id: 'order',
      title: t('column.order'),
      width: 84,
      optional: true,
      render: (fill) => <span title={fill.order_id}>{shortenId(fill.order_id)}</span>,
    },
  ];
}
