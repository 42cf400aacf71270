import type { Order } from '../../core/contract/client-services.ts';
import { formatDecimal, SideText, useText } from '../../core/ui/index.ts';
import styles from './depth-panel.module.css';
import { openUnits, qtyText } from './ladder-model.ts';

interface OwnOrdersTipProps {
  readonly orders: readonly Order[];
  /** Top and bottom edge of the line in px, and the height it stands in: the tip goes where there is room. */
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** The own orders of the line under the pointer; the list of rows says the same in words. */
export function OwnOrdersTip({ orders, top, bottom, height }: OwnOrdersTipProps) {
  const t = useText('panel-depth');
  return (
    <ul className={styles.tip} style={bottom > height * 0.6 ? { bottom: height - top } : { top: bottom }} aria-hidden="true">
      {orders.map((order) => (
        <li key={`${order.apiId} ${order.orderId}`}>
          <SideText side={order.side} />{' '}
          {t('tip', { qty: formatDecimal(qtyText(openUnits(order))), price: formatDecimal(order.price ?? '') })}
        </li>
      ))}
    </ul>
  );
}
