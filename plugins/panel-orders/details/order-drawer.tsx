import { lazyPart, SteadySuspense } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import type { OrderRef } from './order-life-store.ts';

interface OrderDrawerProps {
  readonly services: Services;
  /** Null while nothing is open. */
  readonly order: OrderRef | null;
  readonly onClose: () => void;
}

/** A drawer is heavy and wanted by few: it comes when the first order is opened. */
const OrderDetails = lazyPart(async () => (await import('./order-details.tsx')).OrderDetails);

/** Everything about one order, at the side of the screen; trading goes on beside it. */
export function OrderDrawer({ services, order, onClose }: OrderDrawerProps) {
  if (order === null) return null;
  return (
    <SteadySuspense fallback={null}>
      <OrderDetails services={services} order={order} onClose={onClose} />
    </SteadySuspense>
  );
}
