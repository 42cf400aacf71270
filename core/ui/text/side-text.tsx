import type { OrderSide } from '../../domain/orders/order.ts';
import styles from '../states/states.module.css';
import { useText } from './use-text.ts';

/** Buy or Sell in the side's colour; the word carries the meaning. */
export function SideText({ side }: { readonly side: OrderSide }) {
  const t = useText('ui');
  return <span className={side === 'BUY' ? styles.buy : styles.sell}>{t(side === 'BUY' ? 'side.buy' : 'side.sell')}</span>;
}
