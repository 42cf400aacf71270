import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { EmptyState, NoMarket, useServices, useText } from '../../core/ui/index.ts';
import { FeeRates } from './fee-rates.ts';
import { tellAccepted } from './form/tell-orders.ts';
import { TicketForm } from './form/ticket-form.tsx';
import type { requires } from './requires.ts';
import { SettingsStore } from './settings/settings-store.ts';
import type { TicketSettings } from './settings/ticket-settings.ts';
import { DraftShelf } from './templates/draft-shelf.ts';
import { TicketStore } from './ticket-store.ts';
import { useBook } from './use-book.ts';

/** Places orders on the panel's instrument with the account selected for its exchange. */
export const Panel = observer(function OrderTicketPanel({
  services,
  instrumentId,
  config,
  updateConfig,
  visible,
}: PanelProps<typeof requires>) {
  const t = useText('panel-order-ticket');
  const { timers, newId } = useServices();
  const username = services.session.user?.username ?? '';
  const rates = useMemo(() => new FeeRates(services.api), [services]);
  const store = useMemo(
    () =>
      new TicketStore({
        services: { ...services, rates },
        shelf: new DraftShelf(sessionStorage, username),
        timers,
        makeId: newId,
        onFound: (orders) => tellAccepted(services, orders),
      }),
    [services, rates, username, timers, newId],
  );
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);

  useEffect(() => {
    if (instrument === null) return;
    store.showInstrument(instrument);
    void rates.load(instrument);
  }, [store, rates, instrument]);
  const shared = useMemo(() => new SettingsStore(services.documents), [services]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the config counts only as it was when the ticket was opened
  useEffect(() => shared.open(config) as () => void, [shared]);
  const { settings } = shared;
  const advanced = config.advanced === true;
  useEffect(() => store.takeSettings({ ...settings, advanced }), [store, settings, advanced]);
  useEffect(() => () => store.dispose(), [store]);
  useEffect(
    () =>
      reaction(
        () => services.workspace.pickedPrice,
        (picked) => {
          if (picked !== null && picked.instrumentId === store.instrument?.id) store.takePrice(picked.price);
        },
      ),
    [services, store],
  );
  // A market's first prices may come after its ticket.
  useEffect(() => reaction(() => store.knownPresets.length > 0, store.suggestPrice), [store]);
  useEffect(() => {
    let taken = services.workspace.reusedOrder?.at ?? 0;
    // The market of a reused order may come to the ticket after the order itself.
    return reaction(
      () => ({ reused: services.workspace.reusedOrder, shown: store.instrument?.id }),
      ({ reused, shown }) => {
        if (reused === null || reused.at === taken || reused.instrumentId !== shown) return;
        taken = reused.at;
        store.takeTemplate(reused.content);
      },
    );
  }, [services, store]);
  useEffect(() => {
    const stops = [services.markets.watchTickers(), services.markets.watchIndexes()];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [services]);
  useBook(services.feeds, store, visible);

  if (instrument === null) return <NoMarket services={services} icon="ticket" text={t('noInstrument')} />;
  const account = services.accounts.accountFor(instrument.exchange, instrument.accountType);
  const exchange = services.markets.exchangeTitle(instrument.exchange);
  if (account === null)
    return <EmptyState icon="ticket" text={t('noAccount', { exchange })} action={<a href="/user">{t('openAccount')}</a>} />;
  const access = services.accounts.may('trade', account.apiId);
  if (access.outcome === 'locked') return <EmptyState icon="lock" text={t('lockedTrading', { exchange, level: access.minVip })} />;
  if (access.outcome === 'absent')
    return (
      <EmptyState
        icon="lock"
        text={t(account.own ? 'inactive' : 'noTrading', { exchange, name: account.name })}
        action={account.own && <a href="/user">{t('openAccounts')}</a>}
      />
    );
  // Nothing is drawn while another panel covers the ticket; its draft stays in the store.
  if (store.instrument === null || !visible) return null;
  const change = ({ advanced: open, ...rest }: Partial<TicketSettings>): void => {
    if (open !== undefined) updateConfig({ advanced: open });
    if (Object.keys(rest).length > 0) shared.change(rest);
  };
  return <TicketForm services={services} store={store} instrument={store.instrument} onSettings={change} />;
});
