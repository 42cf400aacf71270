import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Order } from '../../../core/contract/client-services.ts';
import type { PanelProps } from '../../../core/contract/panel.ts';
import { orderStatuses, orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import { DataTable, IconButton, ListEmpty, PanelBody, PlaceOrderButton, type TableState, useText } from '../../../core/ui/index.ts';
import { CardList, usePhone } from '../cards/card-list.tsx';
import { OrderCard } from '../cards/order-card.tsx';
import { OrderDrawer } from '../details/order-drawer.tsx';
import { matchesOrder } from '../list-filter.ts';
import { orderColumns } from '../order-columns.tsx';
import { orderKey } from '../order-figures.ts';
import type { requires } from '../requires.ts';
import { useListFilter } from '../use-list-filter.tsx';
import { CancelAllButton } from './cancel-all-button.tsx';
import { orderName, reportCancel } from './cancel-report.ts';
import { CancelSelectedButton } from './cancel-selected-button.tsx';
import { OrderActions } from './order-actions.ts';

const openStatuses = orderStatuses.filter((status) => !isFinal(orderStatusTable, status));

/** Resting and waiting orders: amended in their cells, canceled one by one, together or by scope. */
export const Panel = observer(function OpenOrdersPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { accounts } = services;
  const t = useText('panel-orders');
  const phone = usePhone();
  const actions = useMemo(() => new OrderActions(accounts), [accounts]);
  const columns = useMemo(() => orderColumns(services, t, 'createdMs', actions), [services, t, actions]);
  const [opened, setOpened] = useState<Order | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const filter = useListFilter({ services, t, config, updateConfig, instrumentId, statuses: openStatuses });
  const narrow = filter.current();
  const rows = accounts.openOrders.filter((order) => matchesOrder(order, narrow));
  // What ended or left the list by a filter is no longer chosen: nobody cancels what they do not see.
  const chosenRows = rows.filter((order) => chosen.has(orderKey(order)) && actions.accessToCancel(order).outcome === 'granted');

  const cancel = async (orders: readonly Order[], always: boolean): Promise<void> => {
    const failures = await actions.cancel(orders);
    if (!always && failures.length === 0) return;
    const named = failures.map(({ order, error }) => ({ name: orderName(order, services, t), error }));
    reportCancel(services, t, orders.length - failures.length, named);
  };
  const buttons = (
    <>
      {chosenRows.length > 0 && (
        <CancelSelectedButton
          t={t}
          count={chosenRows.length}
          asks={config.cancelsAtOnce !== true}
          onAsks={(asks) => updateConfig({ cancelsAtOnce: !asks })}
          onCancel={() => void cancel(chosenRows, true)}
        />
      )}
      {/* Who may not trade has nothing to cancel, but for what is left from before. */}
      {(accounts.may('trade').outcome !== 'absent' ||
        accounts.openOrders.some((order) => actions.accessToCancel(order).outcome === 'granted')) && (
        <CancelAllButton services={services} t={t} instrumentId={instrumentId} />
      )}
    </>
  );
  const content = {
    label: t('open.title'),
    rows,
    rowKey: orderKey,
    loading: accounts.loading,
    empty: (
      <ListEmpty
        icon="orders"
        text={t('open.empty')}
        action={<PlaceOrderButton workspace={services.workspace} />}
        narrowed={filter.isNarrowed ? t('open.narrowed') : null}
        onClear={filter.clear}
      />
    ),
  };

  return (
    <PanelBody bar={filter.bar(buttons)}>
      {phone ? (
        <CardList<Order>
          {...content}
          card={(order) => (
            <OrderCard {...{ services, t, order, actions }} onOpen={setOpened} onCancel={(one) => void cancel([one], false)} />
          )}
        />
      ) : (
        <DataTable<Order>
          {...content}
          columns={columns}
          state={(config.table as TableState | undefined) ?? {}}
          onStateChange={(table) => updateConfig({ table })}
          selection={{ keys: chosen, onChange: setChosen }}
          onOpen={setOpened}
          rowKeys={{ F2: (order) => actions.begin(order), Delete: (order) => void cancel([order], false) }}
          rowActions={(order) => (
            <>
              <IconButton icon="edit" label={t('open.amend')} access={actions.accessTo(order)} onClick={() => actions.begin(order)} />
              <IconButton
                icon="close"
                label={t('open.cancel')}
                access={actions.accessToCancel(order)}
                disabled={actions.pendingOf(order) === 'canceling'}
                onClick={() => void cancel([order], false)}
              />
            </>
          )}
        />
      )}
      <OrderDrawer services={services} order={opened} onClose={() => setOpened(null)} />
    </PanelBody>
  );
});
