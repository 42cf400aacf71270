import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Order } from '../../../core/contract/client-services.ts';
import type { PanelProps } from '../../../core/contract/panel.ts';
import { orderStatuses, orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import { useText } from '../../../core/ui/index.ts';
import { OrderCard } from '../cards/order-card.tsx';
import { OrderDrawer } from '../details/order-drawer.tsx';
import { matchesOrder, orderQuery } from '../list-filter.ts';
import { orderColumns } from '../order-columns.tsx';
import { mergeOrders, orderKey } from '../order-figures.ts';
import type { requires } from '../requires.ts';
import { useListFilter } from '../use-list-filter.tsx';
import { PagedHistory } from './paged-history.tsx';

const endedStatuses = orderStatuses.filter((status) => isFinal(orderStatusTable, status));

/** Ended orders, and those that were denied. */
export const Panel = observer(function OrderHistoryPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { accounts, api } = services;
  const t = useText('panel-orders');
  const columns = useMemo(() => orderColumns(services, t, 'updatedMs', null), [services, t]);
  const [opened, setOpened] = useState<Order | null>(null);
  const filter = useListFilter({ services, t, config, updateConfig, instrumentId, statuses: endedStatuses });
  const narrow = filter.current();
  return (
    <PagedHistory<Order>
      {...{ services, config, updateConfig, filter, columns }}
      texts={{ title: t('history.title'), file: t('history.file'), empty: t('history.empty'), narrowed: t('history.narrowed') }}
      icon="history"
      rowKey={orderKey}
      card={(order) => <OrderCard services={services} t={t} order={order} actions={null} onOpen={setOpened} />}
      load={(of, page) => api.call('orderHistory', { query: { ...orderQuery(of), ...page } })}
      download={(options) => api.download('orderHistoryExport', { query: orderQuery(filter.current()) }, options)}
      withLive={(pages) =>
        mergeOrders(
          accounts.endedOrders.filter((order) => matchesOrder(order, narrow)),
          pages,
        )
      }
      onOpen={setOpened}
    >
      <OrderDrawer services={services} order={opened} onClose={() => setOpened(null)} />
    </PagedHistory>
  );
});
