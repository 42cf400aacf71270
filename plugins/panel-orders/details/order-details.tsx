import { Button, DrawerBody, DrawerFooter, DrawerHeader, DrawerHeaderTitle, OverlayDrawer } from '@fluentui/react-components';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { stricter } from '../../../core/contract/access.ts';
import type { Order } from '../../../core/contract/client-services.ts';
import { Icon, PlainButton, Skeleton, useServices, useText } from '../../../core/ui/index.ts';
import { isOpenOrder, orderKey } from '../order-figures.ts';
import type { Services } from '../requires.ts';
import { LifeList } from './life-list.tsx';
import styles from './order-details.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OrderLifeStore, type OrderRef } from './order-life-store.ts';
import { orderTemplate } from './order-template.ts';

interface OrderDetailsProps {
  readonly services: Services;
  readonly order: OrderRef;
  readonly onClose: () => void;
}

/** One order from its first moment on: its terms, every change with its cause, its trades and the orders tied to it. */
export const OrderDetails = observer(function OrderDetails({ services, order, onClose }: OrderDetailsProps) {
  const t = useText('panel-orders');
  const [shown, setShown] = useState<OrderRef>(order);
  useEffect(() => setShown(order), [order]);
  const store = useMemo(() => new OrderLifeStore(services.api, shown), [services, shown]);
  const live = liveOrder(services, shown);
  const { status, updatedMs } = live ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the life is asked for again whenever the order has moved on
  useEffect(() => void store.load(), [store, status, updatedMs]);
  const { accounts } = services;
  useEffect(
    () =>
      reaction(
        () => accounts.refusedAmendment,
        (refused) => refused !== null && orderKey(refused) === orderKey(shown) && void store.load(),
      ),
    [accounts, store, shown],
  );
  useEffect(() => () => store.dispose(), [store]);

  const known = live ?? store.life?.order ?? null;
  const ticket = useServices().accessTo('order-ticket');
  const mayReuse = known !== null && stricter(ticket, accounts.may('trade', known.apiId)).outcome === 'granted';
  const title = services.markets.instrument(shown.instrumentId);
  return (
    <OverlayDrawer open modalType="non-modal" position="end" className={styles.drawer} onOpenChange={(_, data) => !data.open && onClose()}>
      <DrawerHeader className={styles.header}>
        <DrawerHeaderTitle
          heading={{ className: styles.title }}
          action={
            <Button
              appearance="subtle"
              size="small"
              autoFocus
              aria-label={t('details.close')}
              icon={<Icon name="close" size={14} />}
              onClick={onClose}
            />
          }
        >
          {t('details.title', { market: title === null ? shown.instrumentId : `${title.base}/${title.quote}` })}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        {known !== null && (
          <OrderFacts
            {...{ services, t, order: known, origin: store.life?.origin ?? null }}
            fills={store.life?.events.flatMap(({ fills }) => fills) ?? []}
          />
        )}
        {store.error !== null && (
          <p role="alert" className={styles.failure}>
            {services.texts.errorText(store.error)} <PlainButton onClick={() => void store.load()}>{t('details.retry')}</PlainButton>
          </p>
        )}
        {store.life === null && store.error === null && <Skeleton rows={4} />}
        {store.life !== null && <LifeList services={services} t={t} life={store.life} onOpen={setShown} />}
      </DrawerBody>
      {known !== null && (
        <DrawerFooter className={styles.foot}>
          {mayReuse && (
            <Button
              size="small"
              onClick={() => {
                // The drawer stands over the ticket.
                onClose();
                services.workspace.reuseOrder(known.instrumentId, orderTemplate(known));
              }}
            >
              {t('details.reuse')}
            </Button>
          )}
          {isOpenOrder(known) && accounts.may('reduce', known.apiId).outcome === 'granted' && (
            <Button size="small" onClick={() => void cancel(services, known)}>
              {t('details.cancel')}
            </Button>
          )}
        </DrawerFooter>
      )}
    </OverlayDrawer>
  );
});

function liveOrder({ accounts }: Services, ref: OrderRef): Order | null {
  const key = orderKey(ref);
  const isIt = (order: Order): boolean => orderKey(order) === key;
  return accounts.openOrders.find(isIt) ?? accounts.endedOrders.find(isIt) ?? null;
}

async function cancel({ accounts, notices }: Services, order: Order): Promise<void> {
  const outcome = await accounts.cancel(order);
  if (!outcome.ok) notices.error(outcome.error);
}
