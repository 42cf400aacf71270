import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { EmptyState, useText } from '../../core/ui/index.ts';
import type { requires } from './requires.ts';
import { TicketForm } from './ticket-form.tsx';
import { TicketStore } from './ticket-store.ts';

/** Unique enough to recognise a repeated send; within the wire's 36 characters. */
const newClientOrderId = (): string => crypto.randomUUID();

/** Places orders on the panel's instrument with the account selected for its exchange. */
export const Panel = observer(function OrderTicketPanel({ services, instrumentId }: PanelProps<typeof requires>) {
  const t = useText('panel-order-ticket');
  const store = useMemo(() => new TicketStore(services, newClientOrderId), [services]);
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);

  useEffect(() => {
    if (instrument !== null) store.showInstrument(instrument);
  }, [store, instrument]);
  useEffect(
    () =>
      reaction(
        () => services.workspace.pickedPrice,
        (picked) => {
          if (picked !== null && picked.instrumentId === instrumentId) store.takePrice(picked.price, picked.side);
        },
      ),
    [services, store, instrumentId],
  );
  useEffect(() => {
    const stop = services.markets.watchTickers();
    return () => {
      void stop();
    };
  }, [services]);

  if (instrument === null) return <EmptyState icon="ticket" text={t('noInstrument')} />;
  if (services.accounts.accountFor(instrument.exchange) === null) {
    return <EmptyState icon="ticket" text={t('noAccount', { exchange: services.markets.exchangeTitle(instrument.exchange) })} />;
  }
  return <TicketForm services={services} store={store} instrument={instrument} />;
});
